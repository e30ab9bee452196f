import { describe, expect, test } from "@jest/globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { typedDays } from "@sakhi/domain/operator/event-facts.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ManagedFacts, OperationsFigures } from "../../api/admin-api";
import type { ReadPersonRecordsApiResponse } from "../../api/generated/administrator";
import { aCoupon, AdminServer, anEnquiry, OPERATIONS_FIGURES } from "../../test/admin-server";
import { EXAMPLE_EVENT } from "../../test/example-event";
import { errorResponse } from "../../test/fake-server";
import { fillIn } from "../../test/filling";
import { openDashboard, openView } from "../../test/open-dashboard";
import { settledDialog } from "../../test/settled-dialog";

test.each([
  ["enquiries", "GET /mela/admin/enquiries", "No enquiries waiting"],
  ["coupons", "GET /mela/admin/coupons", "No coupons yet"],
  ["listings", "GET /mela/admin/listings", "No applications yet"],
] as const)("%s: shows an error with a retry, and an empty state", async (view, call, none) => {
  const server = new AdminServer();
  server.on(call, view === "coupons" ? { status: 503, text: "" } : "offline");
  const { user } = await openView(`?view=${view}`, server);
  expect(await screen.findByText(/^The \w+ could not be fetched\.$/)).toBeVisible();
  server.on(call, { json: [] });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: none })).toBeVisible();
});

test.each([
  ["?view=issues&booking=nothing", "There is no such booking."],
  ["?view=plan&stall=Z9", "There is no such stall."],
  ["?view=listings&application=nobody", "There is no such application."],
])("shows a message for an unknown id: %s", async (query, sentence) => {
  await openView(query);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test("shows the running release below every view", async () => {
  await openDashboard("?view=coupons");
  expect(await screen.findByText("Sakhi Bazaar 0.1.0+6e2a89d7")).toBeVisible();
});

describe("the enquiries view", () => {
  const VIEW = "?view=enquiries";
  const LIST = "GET /mela/admin/enquiries";
  const ID = anEnquiry().id;

  test("shows open enquiries by default, and keeps state and kind in the URL", async () => {
    const { user, address, server } = await openView(VIEW);
    expect(await screen.findByRole("heading", { level: 3, name: "Asha Rao" })).toBeVisible();
    expect(screen.getByText("Asha Rao")).toHaveAttribute("translate", "no");
    for (const text of ["My listing", "How do I change the picture?", "asha@example.com", "1A2B3C4D", "Support"]) {
      expect(screen.getByRole("main")).toHaveTextContent(text);
    }
    const queryOf = (call: number) => {
      const query = server.callsTo(LIST).at(call)?.query;
      return [query?.get("state"), query?.get("kind")];
    };
    expect(queryOf(0)[0]).not.toBeNull();
    expect(screen.getByRole("link", { name: "Write an answer" })).toHaveAttribute(
      "href",
      "mailto:asha@example.com?subject=Your%20enquiry%20%281A2B3C4D%29",
    );

    await user.selectOptions(screen.getByLabelText("State"), "Answered");
    expect(await screen.findByRole("heading", { name: "No answered enquiries yet" })).toBeVisible();
    await user.selectOptions(screen.getByLabelText("State"), "All");
    await user.selectOptions(screen.getByLabelText("Kind"), "Gifting");
    await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}${VIEW}&state=all&kind=corporate_gifting`));
    await waitFor(() => expect(queryOf(-1)).toEqual([null, "corporate_gifting"]));
  });

  test("shows the previous page when the last page has become empty", async () => {
    const server = new AdminServer();
    server.on(LIST, ({ query }) => ({
      json: query.get("offset") === null ? [anEnquiry()] : [],
      headers: { "x-total-count": "25" },
    }));
    const { address } = await openView(`${VIEW}&page=2`, server);
    expect(await screen.findByText("My listing")).toBeVisible();
    expect(address()).toBe(`${PATHS.dashboard}${VIEW}`);
    expect(screen.queryByText("No enquiries waiting")).not.toBeInTheDocument();
  });

  test("marks an enquiry as answered with a note", async () => {
    const { user, server, ask, press } = await openView(VIEW);
    const call = `POST /mela/admin/enquiries/${ID}/answered` as const;
    server.on(call, () => {
      const json = anEnquiry({
        ...{ state: "answered", answeredBy: "operator", answeredAt: "2026-11-21T07:00:00.000Z" },
        answerNote: "Sent her the guide",
      });
      server.enquiries = [json];
      return { json };
    });
    const dialog = await ask("Mark as answered", "Mark as answered?");
    expect(dialog).toHaveTextContent("No mail is sent");
    fillIn(dialog, { Note: "Sent her the guide" });
    await press(dialog, "Mark as answered");
    expect(await screen.findByText("Marked as answered")).toBeVisible();
    expect(server.callsTo(call).map(({ body }) => body)).toEqual([{ note: "Sent her the guide" }]);
    expect(await screen.findByRole("heading", { name: "No enquiries waiting" })).toBeVisible();
    await user.selectOptions(screen.getByLabelText("State"), "Answered");
    expect(await screen.findByText("Sent her the guide")).toBeVisible();
    expect(screen.getByText("operator, 21 Nov 2026, 12:30")).toBeVisible();
  });

  test("announces quarantined enquiries, shows the reason and approves them", async () => {
    const server = new AdminServer();
    server.enquiries = [anEnquiry({ state: "quarantined", suspicion: "trap_filled", timesSent: 3 })];
    const { user, ask, press } = await openView(VIEW, server);
    expect(await screen.findByText(/1 enquiry looks like a bot's and is quarantined/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Review them" }));
    expect(await screen.findByText("A field that people can't see was filled in")).toBeVisible();
    expect(screen.getByText("3 times")).toBeVisible();
    const call = `POST /mela/admin/enquiries/${ID}/let-through` as const;
    server.on(call, () => {
      const json = anEnquiry({ letThroughAt: "2026-11-21T07:00:00.000Z" });
      server.enquiries = [json];
      return { json };
    });
    const dialog = await ask("Approve", "Approve this enquiry?");
    expect(dialog).toHaveTextContent("Asha Rao gets the usual confirmation");
    await press(dialog, "Approve");
    expect(await screen.findByText("Approved; both mails are on their way")).toBeVisible();
    expect(await screen.findByRole("heading", { name: "Nothing is quarantined" })).toBeVisible();
  });

  test("shows which brand a message went to, and stops it with a reason", async () => {
    const server = new AdminServer();
    const { subject: _subject, ...message } = anEnquiry({
      kind: "brand",
      state: "forwarded",
      brandName: "Jhola Junction",
    });
    server.enquiries = [message];
    const { ask, press } = await openView(`${VIEW}&state=forwarded`, server);
    expect(await screen.findByText("Jhola Junction")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Write an answer" })).not.toBeInTheDocument();
    const call = `POST /mela/admin/enquiries/${ID}/stop` as const;
    server.on(call, () => {
      const json = { ...message, state: "stopped" } as const;
      server.enquiries = [json];
      return { json };
    });
    const dialog = await ask("Stop", "Stop this message?");
    expect(dialog).toHaveTextContent("What Asha Rao writes to any brand from now on is quarantined first.");
    fillIn(dialog, { Reason: "Advertises a shop" });
    await press(dialog, "Stop it");
    expect(await screen.findByRole("heading", { name: "No messages to brands yet" })).toBeVisible();
    expect(server.callsTo(call).map(({ body }) => body)).toEqual([{ reason: "Advertises a shop" }]);
  });

  test("offers viewers no actions", async () => {
    await openView(VIEW, new AdminServer().asViewer());
    expect(await screen.findByText("My listing")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark as answered" })).not.toBeInTheDocument();
  });
});

describe("the coupons view", () => {
  const CREATE = "POST /mela/admin/coupons";
  const CHANGE = "PUT /mela/admin/coupons/SAKHI25";

  const open = (server = new AdminServer()) => openView("?view=coupons", server);
  const bodies = (server: AdminServer, call: typeof CREATE | typeof CHANGE) =>
    server.callsTo(call).map(({ body }) => body);

  test("shows terms, use and status; offers viewers no actions", async () => {
    const server = new AdminServer().asViewer();
    server.coupons = [
      aCoupon(),
      aCoupon({
        ...{ code: "EARLY15", percentage: 15, status: "ended", stallType: "General" },
        ...{ used: 12, claimed: 0, maxUses: undefined },
        ...{ startsAt: "2026-10-31T18:30:00.000Z", endsAt: "2026-11-15T18:29:00.000Z" },
      }),
    ];
    await open(server);
    const rows = within(await screen.findByRole("table", { name: "Coupons" })).getAllByRole("row");
    expect(rows[0]).toHaveTextContent(/SAKHI2525%Allof all eventsalways2 of 5and 1 being used nowUsable$/);
    expect(rows[1]).toHaveTextContent(
      /EARLY1515%Standardof all eventsfrom 1 Nov 2026, 00:00until 15 Nov 2026, 23:5912Ended$/,
    );
    expect(screen.getByRole("img", { name: "2 of 5 used" })).toBeVisible();
    expect(screen.queryByRole("button", { name: /New coupon|Change|Switch/ })).not.toBeInTheDocument();
  });

  test("creates a coupon: validates the form, shows a taken code, and sends dates in India's time", async () => {
    const { user, server, ask } = await open();
    const dialog = await ask("New coupon", "New coupon");
    const make = within(dialog).getByRole("button", { name: "Create the coupon" });
    fillIn(dialog, { Code: "ab", "Discount in percent": "120" });
    await user.click(make);
    expect(await within(dialog).findByText(/The code has 3 to 40 letters or digits/)).toBeVisible();
    expect(within(dialog).getByText("The discount is at most 99 percent")).toBeVisible();
    expect(bodies(server, CREATE)).toEqual([]);

    server.on(CREATE, errorResponse(409, "coupon_exists", "There is already a coupon with this code."));
    fillIn(dialog, {
      ...{ Code: "diwali20", "Discount in percent": "20", "For stalls of type": "Premium", "Uses in all": "5" },
      ...{ Ends: "2099-12-04T23:59", Reason: "For Diwali" },
    });
    expect(dialog).toHaveTextContent("knows DIWALI20 gets 20% off");
    await user.click(make);
    expect(await within(dialog).findByText(/There is already a coupon with this code/)).toBeVisible();
    expect(within(dialog).getByLabelText("Code")).toHaveValue("DIWALI20");

    server.on(CREATE, () => {
      const created = aCoupon({ code: "DIWALI20", percentage: 20 });
      server.coupons = [aCoupon(), created];
      return { status: 201, json: created };
    });
    await user.click(make);
    expect(await screen.findByText("DIWALI20 can be used")).toBeVisible();
    expect(bodies(server, CREATE).at(-1)).toEqual({
      ...{ code: "DIWALI20", percentage: 20, active: true, reason: "For Diwali", event: "the-mela-2099" },
      ...{ startsAt: null, endsAt: "2099-12-04T23:59:00+05:30", maxUses: 5, stallType: "Premium" },
    });
    expect(await screen.findByRole("button", { name: "Change DIWALI20" })).toBeVisible();
  });

  test("changes a coupon in a prefilled form that keeps untouched terms", async () => {
    const server = new AdminServer();
    const coupon = aCoupon({ stallType: "General", endsAt: "2099-12-04T18:29:59.000Z" });
    server.coupons = [coupon];
    const { ask, press } = await open(server);
    server.on(CHANGE, { json: coupon });
    const dialog = await ask("Change SAKHI25", "Change SAKHI25");
    expect(within(dialog).getByLabelText(/^Ends/)).toHaveValue("2099-12-04T23:59:59.000");
    expect(within(dialog).getByLabelText("For stalls of type")).toHaveValue("General");
    fillIn(dialog, { "Uses in all": "", Reason: "No limit from now on" });
    await press(dialog, "Save");
    expect(await screen.findByText("SAKHI25 is changed")).toBeVisible();
    expect(bodies(server, CHANGE)).toEqual([
      {
        ...{ percentage: 25, active: true, version: 7, reason: "No limit from now on" },
        ...{ startsAt: null, endsAt: "2099-12-04T23:59:59+05:30", maxUses: null, stallType: "General" },
      },
    ]);
  });

  test("switches a coupon off without changing other terms", async () => {
    const { server, ask, press } = await open();
    server.on(CHANGE, () => {
      const json = aCoupon({ active: false, status: "inactive" });
      server.coupons = [json];
      return { json };
    });
    const dialog = await ask("Switch SAKHI25 off", "Switch SAKHI25 off?");
    expect(dialog).toHaveTextContent("can't be used for new registrations");
    fillIn(dialog, { Reason: "Found on a forum" });
    await press(dialog, "Switch off");
    expect(await screen.findByText("SAKHI25 is switched off")).toBeVisible();
    expect(bodies(server, CHANGE)).toEqual([
      {
        ...{ percentage: 25, active: false, version: 7, reason: "Found on a forum" },
        ...{ startsAt: null, endsAt: null, maxUses: 5, stallType: null },
      },
    ]);
    const back = await screen.findByRole("button", { name: "Switch SAKHI25 on" });
    // The same button: the focus returned to it when the dialog closed.
    await waitFor(() => expect(back).toHaveFocus());
  });
});

test("the privacy view finds a person's records, shows why some are kept, and erases the others", async () => {
  const CONTACT = "meena@example.com";
  const RECORDS: ReadPersonRecordsApiResponse = {
    readAt: "2026-11-22T06:00:00.000Z",
    records: [
      {
        ...{ kind: "registration", id: "1", createdAt: "2026-11-01T06:00:00.000Z", title: "B12, sold" },
        keptBecause: "A tax record: the law keeps it until 2033-12-31.",
        data: { Name: "Meena Devi", Phone: "9876543210" },
      },
      {
        ...{ kind: "enquiry", id: "2", createdAt: "2026-10-01T06:00:00.000Z", title: "Message to support" },
        data: { Message: "How do I change the picture?" },
      },
      {
        ...{ kind: "mail", id: "3", createdAt: "2026-11-01T06:05:00.000Z", title: "booking-confirmed, sent" },
        keptBecause: "Erased together with its booking or application.",
        data: { To: CONTACT, "Content: Amount": "₹27,000" },
      },
    ],
  };
  const server = new AdminServer();
  server.on("POST /mela/admin/person/records", { json: RECORDS });
  server.on("POST /mela/admin/person/erase", { json: { changed: 1, kept: 1 } });
  const { user, address } = await openDashboard("?view=privacy", server);
  const find = await screen.findByRole("button", { name: "Find records" });
  await user.click(find);
  expect(await screen.findByText("Enter an e-mail address or a phone number of 10 digits")).toBeVisible();
  fillIn(screen.getByRole("main"), { "Phone number or e-mail": CONTACT });
  await user.click(find);
  expect(await screen.findByText("3 records")).toBeVisible();
  for (const text of [
    ...["B12, sold", "Meena Devi", "9876543210", "How do I change the picture?"],
    ...["Content: Amount", "₹27,000"],
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByText(/the law keeps it until 2033-12-31/)).toBeVisible();
  // Kept out of the URL and the browser's history.
  expect(address()).toBe(`${PATHS.dashboard}?view=privacy`);

  await user.click(screen.getByRole("button", { name: "Erase" }));
  const dialog = await settledDialog("alertdialog");
  // Names the contact: the search field may hold another one by now.
  expect(dialog).toHaveTextContent(`1 of the records of ${CONTACT} is erased for good. 2 are kept`);
  const erase = within(dialog).getByRole("button", { name: "Erase" });
  await user.click(erase);
  expect(await within(dialog).findByText("Please say why, in at least 3 characters")).toBeVisible();
  fillIn(dialog, { Reason: "asked by letter" });
  const reads = server.callsTo("GET /mela/admin/issues").length;
  await user.click(erase);
  await waitFor(() => expect(server.callsTo("POST /mela/admin/person/records")).toHaveLength(2));
  expect(server.callsTo("POST /mela/admin/person/erase").map(({ body }) => body)).toEqual([
    { contact: CONTACT, reason: "asked by letter" },
  ]);
  // Refetches the other views' data.
  await waitFor(() => expect(server.callsTo("GET /mela/admin/issues").length).toBeGreaterThan(reads));
});

describe("the operations view", () => {
  type Verification = NonNullable<OperationsFigures["verification"]>;

  async function open(server = new AdminServer()) {
    const site = await openView("?view=operations", server);
    await screen.findByRole("table", { name: "Queues" });
    return site;
  }

  test("shows health, queues with late entries, and the sweep's findings", async () => {
    await open();
    const region = (name: string) => screen.getByRole("region", { name });
    for (const text of ["Databaseup", "Temporaldown", "Open issues1"])
      expect(region("System status")).toHaveTextContent(text);
    for (const [table, row] of [
      ["Queues", "Nudges for Temporal 0 –"],
      ["Queues", "Mails 3 7 min late"],
      ["The sweep", "Expired holds 0 2"],
    ] as const) {
      expect(within(screen.getByRole("table", { name: table })).getByRole("row", { name: row })).toBeVisible();
    }
    expect(screen.getByRole("link", { name: "Temporal UI" })).toHaveAttribute("href", "http://127.0.0.1:8233");
    for (const text of [
      "Database can writeup",
      "Mail serverdown",
      "Payment providernot checked",
      "Api processes2 running",
      "Jobs processesnone runninglast seen 10 min ago",
    ])
      expect(region("System status")).toHaveTextContent(text);
    expect(region("Nightly verification")).toHaveTextContent("It has not run yet.");
    expect(await screen.findByText("There is no such entry.")).toBeVisible();
  });

  test("shows the audit log with reasons and changed values, by page and by subject", async () => {
    const server = new AdminServer();
    server.read("GET /mela/admin/audit", () => ({
      json: [
        {
          ...{ id: "9", at: "2026-11-21T08:33:09.000Z", administrator: "operator", action: "stall_price_changed" },
          ...{ subjectType: "stall", subjectId: "B12", event: "the-mela-2099", reason: "Pillar in front" },
          before: { pricePaise: 2_700_000, until: "2026-11-21T08:00:00.000Z" },
          after: { pricePaise: 2_500_000, until: "2026-11-21T08:30:00.000Z" },
        },
      ],
      headers: { "x-total-count": "60" },
    }));
    const { user } = await open(server);
    const log = within(screen.getByRole("region", { name: "Audit log" }));
    const entry = await log.findByRole("listitem");
    expect(entry).toHaveTextContent(
      "Stall price changedstall B12, The Mela 2099operator, 21 Nov 2026, 14:03:09Reason: Pillar in frontPrice: ₹27,000 → ₹25,000Until: 21 Nov 2026, 13:30 → 21 Nov 2026, 14:00",
    );
    expect(within(entry).getByRole("link", { name: "stall B12, The Mela 2099" })).toHaveAttribute(
      "href",
      "/paid-events/mela/dashboard?view=plan&event=the-mela-2099&stall=B12",
    );
    const lastQuery = () => Object.fromEntries(server.callsTo("GET /mela/admin/audit").at(-1)?.query ?? []);
    await user.click(log.getByRole("button", { name: "Next page" }));
    await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", offset: "25" }));
    await user.selectOptions(log.getByLabelText("About"), "Coupon");
    await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", subjectType: "coupon" }));
    await user.selectOptions(log.getByLabelText("Person"), "lata");
    await user.selectOptions(log.getByLabelText("Kind"), "Reads and exports");
    fireEvent.change(log.getByLabelText("From"), { target: { value: "2026-11-20" } });
    fireEvent.change(log.getByLabelText("Until"), { target: { value: "2026-11-21" } });
    const filter = {
      subjectType: "coupon",
      administrator: "lata",
      kind: "reads",
      from: "2026-11-20",
      to: "2026-11-21",
    };
    await waitFor(() => expect(lastQuery()).toEqual({ limit: "25", ...filter }));
  });

  test("shows the last page of the audit log for an address past it", async () => {
    const server = new AdminServer();
    server.read("GET /mela/admin/audit", () => ({ json: [], headers: { "x-total-count": "60" } }));
    const { address } = await openView("?view=operations&page=9", server);
    await waitFor(() => expect(address()).toBe(`${PATHS.dashboard}?view=operations&page=3`));
  });

  test("shows what the settings say and nobody can check, in production", async () => {
    let believed: string[] = [];
    const server = new AdminServer();
    server.read("GET /mela/admin/operations", () => ({ json: { ...OPERATIONS_FIGURES, believed } }));
    const { user } = await open(server);
    expect(screen.queryByRole("region", { name: "Settings taken on trust" })).toBeNull();
    believed = ["TRUST_PROXY (1) is what is in front of the site, and nothing reaches it otherwise."];
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    const panel = await screen.findByRole("region", { name: "Settings taken on trust" });
    expect(within(panel).getByRole("listitem")).toHaveTextContent("TRUST_PROXY (1) is what is in front of the site");
  });

  test("shows the nightly verification: all rules held, or findings with rows and resolutions", async () => {
    let verification: Verification = { finishedAt: "2026-11-21T21:40:00.000Z", held: 38, findings: [] };
    const server = new AdminServer();
    server.read("GET /mela/admin/operations", () => ({ json: { ...OPERATIONS_FIGURES, verification } }));
    const { user } = await open(server);
    const panel = screen.getByRole("region", { name: "Nightly verification" });
    expect(panel).toHaveTextContent("All 38 rules held 22 Nov 2026, 03:10.");
    const broken: Verification["findings"][number] = {
      ...{ name: "stall-live-once", description: "A stall has at most one live booking." },
      ...{ resolution: "Cancel one of the two bookings.", outcome: "broken", count: 2 },
      violations: [{ id: "6f2c", detail: "stall B1 has 2 live bookings" }],
    };
    const unchecked = { ...broken, name: "provider-ledger", outcome: "not_checked", reason: "Error" } as const;
    verification = { ...verification, held: 36, findings: [broken, unchecked] };
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(panel).toHaveTextContent("36 rules held 22 Nov 2026, 03:10. These did not:"));
    expect(panel).toHaveTextContent(
      "A stall has at most one live booking. 2 rows6f2c: stall B1 has 2 live bookingsWhat to do: Cancel one of the two bookings.",
    );
    expect(panel).toHaveTextContent("could not be checked (Error)");
  });
});

describe("the event view", () => {
  const { salesOpenAt: _from, salesCloseAt: _until, days, ...seed } = EXAMPLE_EVENT;
  const { phone: _none, ...organisation } = SEED_ORGANISATION;
  const event = { ...seed, version: 3, days: typedDays(days), salesCloseAt: "2099-12-02T12:30:00.000Z" };

  const edition = {
    ...{ ...seed, id: 2, version: 1, edition: "2027", days: "2027-12-02 10:00 to 20:00" },
    path: "/events/The%20Mela%202027",
  };

  async function open(server = new AdminServer(), unnotified?: ManagedFacts["unnotified"], view = "event") {
    server.on("GET /mela/admin/event-facts", {
      json: {
        ...{
          event,
          arrival: { ...NO_ARRIVAL, setup: [] },
          translations: { version: 0, texts: [] },
          organisation: { ...organisation, version: 0 },
          editions: [edition],
        },
        ...(unnotified === undefined ? {} : { unnotified }),
      },
    });
    return openView(`?view=${view}`, server);
  }
  const closed = () => waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());

  test("shows the Mela, and the organisation on its page; offers viewers no actions", async () => {
    await open(new AdminServer().asViewer());
    const mela = await screen.findByRole("region", { name: "The Mela 2099" });
    for (const fact of [
      "Bangalore",
      "Thursday, 3 December 2099, 10:00 to 20:00",
      "Karnataka (29)",
      "2 Dec 2099, 18:00",
    ])
      expect(mela).toHaveTextContent(fact);
    expect(screen.queryByRole("button", { name: /Change|Add|Remove/ })).toBeNull();
    await open(new AdminServer().asViewer(), undefined, "organisation");
    expect(await screen.findByRole("region", { name: "Who runs it" })).toHaveTextContent(
      SEED_ORGANISATION.supportEmail,
    );
    expect(screen.queryByRole("button", { name: /Change/ })).toBeNull();
  });

  test("shows a change's old and new values, and sends it with its version", async () => {
    const { server, ask, press } = await open();
    server.on("PUT /mela/admin/event", ({ body }) => ({ json: { ...event, ...(body as object) } as never }));
    const dialog = await ask("Change The Mela 2099", "Change The Mela 2099");
    expect(dialog).toHaveTextContent("Nothing is different yet.");
    fillIn(dialog, { City: "Mysuru", "PIN code": "5700", Reason: "new venue" });
    expect(dialog).toHaveTextContent("City: Bangalore → Mysuru");
    // Some browsers accept a year of six digits.
    fillIn(dialog, { "Stall sales close": "209918-12-02T18:00" });
    expect(dialog).toHaveTextContent("Stall sales close (India's time): 2 Dec 2099, 18:00 → 209918-12-02T18:00");
    fillIn(dialog, { "Stall sales close": "2099-12-02T18:00" });
    await press(dialog, "Save the event");
    expect(await within(dialog).findByText("A PIN code has 6 digits and does not begin with 0")).toBeVisible();
    fillIn(dialog, { "PIN code": "570001" });
    await press(dialog, "Save the event");
    expect(await screen.findByText("The event is changed everywhere")).toBeVisible();
    expect(server.callsTo("PUT /mela/admin/event").at(-1)?.body).toEqual({
      ...event,
      ...{ city: "Mysuru", pin: "570001", reason: "new venue" },
      ...{ salesOpenAt: null, salesCloseAt: "2099-12-02T18:00:00+05:30" },
    });
  });

  const unnotified = { version: 3, what: "new dates", since: "2026-11-20T08:00:00.000Z", holders: 41 };

  test.each([
    [
      "Mail it to 41 holders",
      "Notify the holders of stalls at The Mela 2099",
      "Send the mails",
      true,
      41,
      "41 mails are on the way",
    ],
    ["Don't notify", "Notify nobody at The Mela 2099", "Notify nobody", false, 0, "Nobody is notified"],
  ])("%s, once, after it is confirmed with a reason", async (button, title, confirm, notify, notified, toast) => {
    const { server, ask, press } = await open(new AdminServer(), unnotified);
    server.on("POST /mela/admin/event/notify-holders", { json: { notified } });
    const panel = await screen.findByRole("region", { name: "Holders of stalls do not know this yet" });
    expect(panel).toHaveTextContent("The Mela 2099 has new dates since 20 Nov 2026, 13:30. 41 holders booked before");
    const dialog = await ask(button, title);
    expect(dialog).toHaveTextContent(
      notify ? "41 holders get one mail: The Mela 2099 has new dates" : "No mail is sent",
    );
    fillIn(dialog, { Reason: "the hall is closed" });
    await press(dialog, confirm);
    expect(await screen.findByText(toast)).toBeVisible();
    expect(server.callsTo("POST /mela/admin/event/notify-holders").map(({ body }) => body)).toEqual([
      { version: 3, notify, reason: "the hall is closed" },
    ]);
  });

  test("offers no mail if nobody had booked before, and viewers no decision", async () => {
    await open(new AdminServer(), { ...unnotified, holders: 0 });
    const panel = await screen.findByRole("region", { name: "Holders of stalls do not know this yet" });
    expect(panel).toHaveTextContent("Nobody had booked before");
    expect(
      within(panel)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Don't notify"]);
  });

  test("keeps the input and shows the server's message after a concurrent change", async () => {
    const { server, ask, press } = await open(undefined, undefined, "organisation");
    const sentence = "Somebody else has changed this in the meantime. Please look at it again before you save.";
    server.on("PUT /mela/admin/organisation", errorResponse(409, "facts_changed", sentence));
    const dialog = await ask("Change who runs the events", "Change who runs the events");
    fillIn(dialog, { "Support phone": "+91 80 5555 0100", Reason: "a number at last" });
    await press(dialog, "Save the organisation");
    expect(await within(dialog).findByText(new RegExp(sentence))).toBeVisible();
    expect(within(dialog).getByLabelText(/^Support phone/)).toHaveValue("+91 80 5555 0100");
  });

  test("adds an edition with the present venue, and changes and removes it by id", async () => {
    const { server, ask, press } = await open();
    server.on("POST /mela/admin/event-editions", { json: edition });
    server.on("PUT /mela/admin/event-editions/2", { json: edition });
    server.on("POST /mela/admin/event-editions/2/remove", { json: { message: "Removed" } });
    expect(await screen.findByRole("region", { name: "To come: The Mela 2027" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Its page: edition 2027" })).toHaveAttribute("href", edition.path);

    const add = await ask("Add an edition", "Add an edition to come");
    expect(add).toHaveTextContent("no stall can be booked for this edition yet");
    expect(within(add).getByLabelText("City")).toHaveValue("Bangalore");
    fillIn(add, { Edition: "2028", Reason: "announced" });
    await press(add, "Add the edition");
    expect(await within(add).findByText("Please enter the days of the event")).toBeVisible();
    fillIn(add, { "Day 1": "2028-12-01" });
    await press(add, "Add the edition");
    expect(await screen.findByText("The edition is announced")).toBeVisible();
    expect(server.callsTo("POST /mela/admin/event-editions").at(-1)?.body).toEqual({
      ...seed,
      ...{ edition: "2028", days: "2028-12-01 10:00 to 20:00", reason: "announced" },
      ...{ salesOpenAt: null, salesCloseAt: null },
    });
    await closed();

    const change = await ask("Change edition 2027", "Change edition 2027");
    fillIn(change, { Reason: "looked at" });
    await press(change, "Save the edition");
    expect(await screen.findByText("The edition is changed")).toBeVisible();
    expect(server.callsTo("PUT /mela/admin/event-editions/2")[0]?.body).toMatchObject({ version: 1, edition: "2027" });
    await closed();

    const remove = await ask("Remove edition 2027", "Remove edition 2027?");
    fillIn(remove, { Reason: "a mistake" });
    await press(remove, "Remove the edition");
    expect(await screen.findByText("The edition is removed")).toBeVisible();
  });
});
