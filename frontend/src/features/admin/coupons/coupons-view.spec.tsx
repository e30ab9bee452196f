import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { aCoupon, ReviewServer } from "../../../test/review-server";
import { settledDialog } from "../../../test/settled-dialog";

const VIEW = "/paid-events/mela/dashboard?view=coupons";
const CREATE = "POST /mela/admin/coupons";
const CHANGE = "PUT /mela/admin/coupons/SAKHI25";

async function open(server = new ReviewServer()) {
  const site = await openSite(VIEW, server);
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 2, name: "Coupons" });
  return { ...site, server, user };
}

test("each coupon shows its terms, its use and whether it can be used", async () => {
  const server = new ReviewServer();
  server.coupons = [
    aCoupon(),
    aCoupon({
      code: "EARLY15",
      percentage: 15,
      status: "ended",
      stallType: "General",
      used: 12,
      claimed: 0,
      maxUses: undefined,
      startsAt: "2026-10-31T18:30:00.000Z",
      endsAt: "2026-11-15T18:29:00.000Z",
    }),
  ];
  await open(server);
  const rows = within(await screen.findByRole("table", { name: "Coupons" })).getAllByRole("row");
  expect(rows[0]).toHaveTextContent(/SAKHI2525%Allalways2 of 5and 1 being used nowUsable/);
  expect(rows[1]).toHaveTextContent(
    /EARLY1515%Standardfrom 1 Nov 2026, 00:00until 15 Nov 2026, 23:5912Ended/,
  );
  expect(screen.getByRole("img", { name: "2 of 5 used" })).toBeVisible();
});

test("a new coupon: the rules of its class, dates in India's time, the limit and the stall type", async () => {
  const { user, server } = await open();
  server.on(CREATE, () => {
    const made = aCoupon({ code: "DIWALI20", percentage: 20 });
    server.coupons = [aCoupon(), made];
    return { status: 201, json: made };
  });
  await user.click(await screen.findByRole("button", { name: "New coupon" }));
  const ask = within(await settledDialog("alertdialog", "New coupon"));
  const make = ask.getByRole("button", { name: "Create the coupon" });
  await fill(user, ask.getByLabelText("Code"), "ab");
  await fill(user, ask.getByLabelText("Discount in percent"), "120");
  await user.click(make);
  expect(await ask.findByText(/The code has 3 to 40 letters or digits/)).toBeVisible();
  expect(ask.getByText("The discount is at most 99 percent")).toBeVisible();
  expect(server.callsTo(CREATE)).toHaveLength(0);
  await user.clear(ask.getByLabelText("Code"));
  await fill(user, ask.getByLabelText("Code"), "diwali20");
  await user.clear(ask.getByLabelText("Discount in percent"));
  await fill(user, ask.getByLabelText("Discount in percent"), "20");
  await user.selectOptions(ask.getByLabelText("For stalls of type"), "Premium");
  await fill(user, ask.getByLabelText(/^Uses in all/), "5");
  fireEvent.change(ask.getByLabelText(/^Ends/), { target: { value: "2026-12-04T23:59" } });
  await fill(user, ask.getByLabelText("Reason"), "For Diwali");
  expect(ask.getByText(/knows DIWALI20 gets 20% off/)).toBeVisible();
  await user.click(make);
  expect(await screen.findByText("DIWALI20 can be used")).toBeVisible();
  expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([
    {
      code: "DIWALI20",
      percentage: 20,
      active: true,
      reason: "For Diwali",
      startsAt: null,
      endsAt: "2026-12-04T23:59:00+05:30",
      maxUses: 5,
      stallType: "Premium",
    },
  ]);
  expect(await screen.findByRole("button", { name: "Change DIWALI20" })).toBeVisible();
});

test("the dialog says that a code is taken", async () => {
  const { user, server } = await open();
  server.on(CREATE, errorResponse(409, "coupon_exists", "There is a coupon with this code already."));
  await user.click(await screen.findByRole("button", { name: "New coupon" }));
  const ask = within(await settledDialog("alertdialog"));
  await fill(user, ask.getByLabelText("Code"), "SAKHI25");
  await fill(user, ask.getByLabelText("Discount in percent"), "20");
  await fill(user, ask.getByLabelText("Reason"), "Again");
  await user.click(ask.getByRole("button", { name: "Create the coupon" }));
  expect(await ask.findByText(/There is a coupon with this code already/)).toBeVisible();
  expect(ask.getByLabelText("Code")).toHaveValue("SAKHI25");
});

test("changing begins with the terms as they stand, and keeps what isn't touched", async () => {
  const server = new ReviewServer();
  const coupon = aCoupon({ stallType: "General", endsAt: "2026-12-04T18:29:00.000Z" });
  server.coupons = [coupon];
  const { user } = await open(server);
  server.on(CHANGE, { json: coupon });
  await user.click(await screen.findByRole("button", { name: "Change SAKHI25" }));
  const ask = within(await settledDialog("alertdialog", "Change SAKHI25"));
  expect(ask.getByLabelText(/^Ends/)).toHaveValue("2026-12-04T23:59");
  expect(ask.getByLabelText("For stalls of type")).toHaveValue("General");
  await user.clear(ask.getByLabelText(/^Uses in all/));
  await fill(user, ask.getByLabelText("Reason"), "No limit any more");
  await user.click(ask.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("SAKHI25 is changed")).toBeVisible();
  expect(server.callsTo(CHANGE).map(({ body }) => body)).toEqual([
    {
      percentage: 25,
      active: true,
      reason: "No limit any more",
      startsAt: null,
      endsAt: "2026-12-04T23:59:00+05:30",
      maxUses: null,
      stallType: "General",
    },
  ]);
});

test("switching off says what it means, and changes nothing else", async () => {
  const { user, server } = await open();
  server.on(CHANGE, () => {
    const json = aCoupon({ active: false, status: "inactive" });
    server.coupons = [json];
    return { json };
  });
  await user.click(await screen.findByRole("button", { name: "Switch SAKHI25 off" }));
  const ask = within(await settledDialog("alertdialog", "Switch SAKHI25 off?"));
  expect(ask.getByText(/can't be used for new registrations/)).toBeVisible();
  await fill(user, ask.getByLabelText("Reason"), "Found on a forum");
  await user.click(ask.getByRole("button", { name: "Switch off" }));
  expect(await screen.findByText("SAKHI25 is switched off")).toBeVisible();
  expect(server.callsTo(CHANGE)[0]?.body).toEqual({
    percentage: 25,
    active: false,
    reason: "Found on a forum",
    startsAt: null,
    endsAt: null,
    maxUses: 5,
    stallType: null,
  });
  expect(await screen.findByRole("button", { name: "Switch SAKHI25 on" })).toBeVisible();
});

test("a viewer only looks; without coupons and without an answer it is said", async () => {
  const server = new ReviewServer();
  server.session = { authenticated: true, username: "looker", role: "viewer" };
  const first = await open(server);
  expect(await screen.findByText("SAKHI25")).toBeVisible();
  expect(screen.queryByRole("button", { name: "New coupon" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Switch/ })).not.toBeInTheDocument();
  first.unmount();
  const empty = new ReviewServer();
  empty.coupons = [];
  const second = await open(empty);
  expect(await screen.findByRole("heading", { name: "No coupons yet" })).toBeVisible();
  second.unmount();
  const failing = new ReviewServer();
  failing.on("GET /mela/admin/coupons", { status: 503, text: "" });
  await open(failing);
  await waitFor(() => expect(screen.getByText("The coupons could not be fetched.")).toBeVisible());
});
