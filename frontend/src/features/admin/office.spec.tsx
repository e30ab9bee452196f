import { describe, expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { errorResponse } from "../../test/fake-server";
import { fill } from "../../test/filling";
import { openSite } from "../../test/render-site";
import { aCoupon, anEnquiry, ReviewServer } from "../../test/review-server";
import { reachable, settledDialog } from "../../test/settled-dialog";
import type { ReadPersonRecordsApiResponse } from "../../api/generated/administrator";
import type { OperationsFigures } from "../../api/admin-api";
import { AdminServer, OPERATIONS_FIGURES } from "../../test/admin-server";

describe("enquiries", () => {
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
    for (const text of ["My listing", "How do I change the picture?", "asha@example.com", "1A2B3C4D", "Support"]) {
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
});

describe("coupons", () => {
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
    expect(rows[1]).toHaveTextContent(/EARLY1515%Standardfrom 1 Nov 2026, 00:00until 15 Nov 2026, 23:5912Ended/);
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
});

describe("privacy", () => {
  const VIEW = "/paid-events/mela/dashboard?view=privacy";
  const CONTACT = "meena@example.com";
  const RECORDS: ReadPersonRecordsApiResponse = {
    readAt: "2026-11-22T06:00:00.000Z",
    records: [
      {
        kind: "registration",
        id: "1",
        createdAt: "2026-11-01T06:00:00.000Z",
        title: "B12, sold",
        keptBecause: "A tax record: the law keeps it until 2033-12-31.",
        data: { Name: "Meena Devi", Phone: "9876543210" },
      },
      {
        kind: "enquiry",
        id: "2",
        createdAt: "2026-10-01T06:00:00.000Z",
        title: "Message to support",
        data: { Message: "How do I change the picture?" },
      },
    ],
  };

  test("an operator finds what we hold, sees why some of it is kept, and erases the rest", async () => {
    const server = new ReviewServer();
    server.on("POST /mela/admin/person/records", { json: RECORDS });
    server.on("POST /mela/admin/person/erase", { json: { changed: 1, kept: 1 } });
    const { address } = await openSite(VIEW, server);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Find records" }));
    expect(await screen.findByText("Enter an e-mail address or a phone number of 10 digits")).toBeVisible();
    await fill(user, screen.getByLabelText("Phone number or e-mail"), CONTACT);
    await user.click(screen.getByRole("button", { name: "Find records" }));
    expect(await screen.findByText("2 records")).toBeVisible();
    for (const text of ["B12, sold", "Meena Devi", "9876543210", "How do I change the picture?"])
      expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText(/the law keeps it until 2033-12-31/)).toBeVisible();
    // Never in the address: it would stand in the browser's history.
    expect(address()).toBe(VIEW);

    await user.click(screen.getByRole("button", { name: "Erase" }));
    const dialog = await settledDialog("alertdialog");
    expect(dialog).toHaveTextContent("1 of the records below are erased for good. 1 are kept");
    await user.click(within(dialog).getByRole("button", { name: "Erase" }));
    expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
    await fill(user, within(dialog).getByLabelText("Reason"), "asked by letter");
    await user.click(within(dialog).getByRole("button", { name: "Erase" }));
    await waitFor(() =>
      expect(server.callsTo("POST /mela/admin/person/erase")[0]?.body).toEqual({
        contact: CONTACT,
        reason: "asked by letter",
      }),
    );
    await waitFor(() => expect(server.callsTo("POST /mela/admin/person/records")).toHaveLength(2));
  });
});

describe("operations", () => {
  const OPERATIONS = "/paid-events/mela/dashboard?view=operations";

  async function open(server = new AdminServer(), address = OPERATIONS) {
    const site = await openSite(address, server);
    const user = userEvent.setup();
    await screen.findByRole("table", { name: "Queues" });
    return { ...site, server, user };
  }

  test("health in numbers: what answers, what waits and what is late, what the sweep caught", async () => {
    await open();
    const whole = screen.getByRole("region", { name: "System status" });
    expect(whole).toHaveTextContent("Databaseup");
    expect(whole).toHaveTextContent("Temporaldown");
    expect(whole).toHaveTextContent("Open issues1");
    const waits = screen.getByRole("table", { name: "Queues" });
    expect(within(waits).getByRole("row", { name: "Nudges for Temporal 0 –" })).toBeVisible();
    expect(within(waits).getByRole("row", { name: "Mails 3 7 min late" })).toBeVisible();
    expect(
      within(screen.getByRole("table", { name: "The sweep" })).getByRole("row", { name: "Expired holds 0 2" }),
    ).toBeVisible();
    expect(screen.getByRole("link", { name: "Temporal UI" })).toHaveAttribute("href", "http://127.0.0.1:8233");
    expect(screen.getByRole("region", { name: "Nightly verification" })).toHaveTextContent("It has not run yet.");
  });

  test("the audit log: who, what, when, why, before and after; by page and about one kind of thing", async () => {
    const server = new AdminServer();
    server.read("GET /mela/admin/audit", () => ({
      json: [
        {
          id: "9",
          at: "2026-11-21T08:33:09.000Z",
          administrator: "operator",
          action: "stall_price_changed",
          subjectType: "stall",
          subjectId: "B12",
          reason: "Pillar in front",
          before: { pricePaise: 2_700_000, until: "2026-11-21T08:00:00.000Z" },
          after: { pricePaise: 2_500_000, until: "2026-11-21T08:30:00.000Z" },
        },
      ],
      headers: { "x-total-count": "60" },
    }));
    const { user } = await open(server);
    const log = screen.getByRole("region", { name: "Audit log" });
    const entry = await within(log).findByRole("listitem");
    expect(entry).toHaveTextContent(
      "Stall price changedstall B12operator, 21 Nov 2026, 14:03:09Reason: Pillar in frontPrice: ₹27,000 → ₹25,000Until: 21 Nov 2026, 13:30 → 21 Nov 2026, 14:00",
    );
    expect(within(entry).getByRole("link", { name: "stall B12" })).toHaveAttribute(
      "href",
      "/paid-events/mela/dashboard?view=plan&stall=B12",
    );
    const lastQuery = () => Object.fromEntries(server.callsTo("GET /mela/admin/audit").at(-1)?.query ?? []);
    await user.click(within(log).getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", offset: "25" }));
    await user.selectOptions(within(log).getByLabelText("About"), "Coupon");
    await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", subjectType: "coupon" }));
  });

  type Finding = NonNullable<OperationsFigures["verification"]>["findings"][number];
  const HELD = { finishedAt: "2026-11-21T21:40:00.000Z", held: 38, findings: [] };

  /** The operations page after a night's verification. */
  async function openVerified(verification: OperationsFigures["verification"]): Promise<HTMLElement> {
    const server = new AdminServer();
    server.read("GET /mela/admin/operations", () => ({ json: { ...OPERATIONS_FIGURES, verification } }));
    await open(server);
    return screen.getByRole("region", { name: "Nightly verification" });
  }

  test("the nightly verification: all rules held", async () => {
    expect(await openVerified(HELD)).toHaveTextContent("All 38 rules held 22 Nov 2026, 03:10.");
  });

  test("the nightly verification: which rules did not hold, their rows and what to do", async () => {
    const broken: Finding = {
      name: "stall-live-once",
      description: "A stall has at most one live booking.",
      resolution: "Cancel one of the two bookings.",
      outcome: "broken",
      count: 2,
      violations: [{ id: "6f2c", detail: "stall B1 has 2 live bookings" }],
    };
    const unchecked: Finding = { ...broken, name: "provider-ledger", outcome: "not_checked", reason: "Error" };
    const whole = await openVerified({ ...HELD, held: 36, findings: [broken, unchecked] });
    expect(whole).toHaveTextContent("36 rules held 22 Nov 2026, 03:10. These did not:");
    expect(whole).toHaveTextContent(
      "A stall has at most one live booking. 2 rows6f2c: stall B1 has 2 live bookingsWhat to do: Cancel one of the two bookings.",
    );
    expect(whole).toHaveTextContent("could not be checked (Error)");
  });

  test("an empty audit log says so", async () => {
    await open();
    expect(await screen.findByText("No administrator has changed anything yet.")).toBeVisible();
  });
});
