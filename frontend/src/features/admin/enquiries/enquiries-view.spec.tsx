import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { errorResponse } from "../../../test/fake-server";
import { fill } from "../../../test/filling";
import { openSite } from "../../../test/render-site";
import { anEnquiry, ReviewServer } from "../../../test/review-server";
import { reachable, settledDialog } from "../../../test/settled-dialog";

const VIEW = "/paid-events/mela/dashboard?view=enquiries";
const LIST = "GET /mela/admin/enquiries";
const ID = anEnquiry().id;

async function open(address = VIEW, server = new ReviewServer()) {
  const site = await openSite(address, server);
  const user = userEvent.setup();
  await screen.findByRole("heading", { level: 2, name: "Enquiries" });
  return { ...site, server, user };
}

test("what waits stands there first, with everything that was said", async () => {
  const { server } = await open();
  expect(await screen.findByRole("heading", { level: 3, name: "Asha Rao" })).toBeVisible();
  for (const text of [
    "My listing",
    "How do I change the picture?",
    "asha@example.com",
    "1A2B3C4D",
    "Support",
  ]) {
    expect(screen.getByRole("main")).toHaveTextContent(text);
  }
  expect(server.callsTo(LIST)[0]?.query.get("state")).not.toBeNull();
  expect(screen.getByRole("link", { name: "Write an answer" })).toHaveAttribute(
    "href",
    "mailto:asha@example.com?subject=Your%20enquiry%20%281A2B3C4D%29",
  );
});

test("state and kind stand in the address and go to the server", async () => {
  const { user, address, server } = await open();
  await screen.findByText("My listing");
  await user.selectOptions(screen.getByLabelText("State"), "Answered");
  expect(await screen.findByRole("heading", { name: "No answered enquiries yet" })).toBeVisible();
  await user.selectOptions(screen.getByLabelText("State"), "All");
  await user.selectOptions(screen.getByLabelText("Kind"), "Gifting");
  await waitFor(() => expect(address()).toBe(`${VIEW}&state=all&kind=corporate_gifting`));
  const last = server.callsTo(LIST).at(-1)?.query;
  expect(last?.get("state")).toBeNull();
  expect(last?.get("kind")).toBe("corporate_gifting");
});

test("marking as answered keeps a note for colleagues", async () => {
  const { user, server } = await open();
  server.on(`POST /mela/admin/enquiries/${ID}/answered`, () => {
    const json = anEnquiry({
      state: "answered",
      answeredBy: "operator",
      answeredAt: "2026-11-21T07:00:00.000Z",
      answerNote: "Sent her the guide",
    });
    server.enquiries = [json];
    return { json };
  });
  await user.click(await screen.findByRole("button", { name: "Mark as answered" }));
  const ask = within(await settledDialog("alertdialog", "Mark as answered?"));
  expect(ask.getByText(/No mail is sent/)).toBeVisible();
  await fill(user, ask.getByLabelText(/^Note/), "Sent her the guide");
  await user.click(ask.getByRole("button", { name: "Mark as answered" }));
  expect(await screen.findByText("Marked as answered")).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/enquiries/${ID}/answered`)[0]?.body).toEqual({
    note: "Sent her the guide",
  });
  expect(await screen.findByRole("heading", { name: "No enquiries waiting" })).toBeVisible();
  await user.selectOptions(await reachable(screen.getByLabelText("State")), "Answered");
  expect(await screen.findByText("Sent her the guide")).toBeVisible();
  expect(screen.getByText("operator, 21 Nov 2026, 12:30")).toBeVisible();
});

test("a quarantined enquiry is not forgotten, says why, and is approved", async () => {
  const server = new ReviewServer();
  server.enquiries = [anEnquiry({ state: "quarantined", suspicion: "trap_filled", timesSent: 3 })];
  const { user } = await open(VIEW, server);
  expect(await screen.findByText(/1 enquiry looks like a bot's and is quarantined/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Review them" }));
  expect(await screen.findByText("A field that people can't see was filled in")).toBeVisible();
  expect(screen.getByText("3 times")).toBeVisible();
  const call = `POST /mela/admin/enquiries/${ID}/let-through` as const;
  server.on(call, errorResponse(409, "enquiry_not_quarantined", "It was approved already."));
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const ask = within(await settledDialog("alertdialog", "Approve this enquiry?"));
  expect(ask.getByText(/Asha Rao gets the usual confirmation/)).toBeVisible();
  await user.click(ask.getByRole("button", { name: "Approve" }));
  expect(await ask.findByText(/It was approved already/)).toBeVisible();
  server.on(call, () => {
    const json = anEnquiry({ letThroughAt: "2026-11-21T07:00:00.000Z" });
    server.enquiries = [json];
    return { json };
  });
  await user.click(ask.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Approved; both mails are on their way")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Nothing is quarantined" })).toBeVisible();
});

test("a viewer reads and changes nothing; a failed call is said and tried again", async () => {
  const server = new ReviewServer();
  server.session = { authenticated: true, username: "looker", role: "viewer" };
  const { unmount } = await open(VIEW, server);
  expect(await screen.findByText("My listing")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Mark as answered" })).not.toBeInTheDocument();
  unmount();
  const failing = new ReviewServer();
  failing.on(LIST, "offline");
  await open(VIEW, failing);
  expect(await screen.findByText("The enquiries could not be fetched.")).toBeVisible();
});
