import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { HolderMessage, ManagedEvent } from "../../../api/admin-api";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fakeClock, pass } from "../../../test/clock";
import { openDashboard, openView } from "../../../test/open-dashboard";

const NONE = {
  ...{ applications: 0, pageChanges: 0, enquiries: 0, requests: 0, refunds: 0, refundsAmount: 0 },
  papers: [] as { readonly event: string; readonly stalls: number }[],
  waitingLists: [] as { readonly event: string; readonly waiting: number; readonly offered: number }[],
};
const LAST = anEvent({
  ...{ slug: "the-mela-2025", title: "The Mela 2025", current: false, status: "archived", sold: 60, unpaid: 0 },
  days: { start: "2025-12-03", end: "2025-12-04" },
});
const DRAFT = anEvent({
  ...{ slug: "the-mela-2027", title: "The Mela 2027", current: false, status: "draft", sold: 0, stalls: 0 },
  ...{ days: { start: "2099-12-03", end: "2099-12-04" }, missing: ["It has no stalls."] },
});

const NEXT = anEvent();

/** A thank-you to the holders. */
const aThanks = (more: Partial<HolderMessage>): HolderMessage => ({
  ...{ id: "33333333-0000-4000-8000-000000000001", template: "thank_you", subject: "Thank you", text: "Thanks." },
  ...{
    audience: "all",
    stallTypes: [],
    bookingIds: [],
    fileIds: [],
    timing: "days_after",
    days: 2,
    state: "done",
    version: 1,
  },
  ...{ automatic: false, createdAt: "2020-12-01T04:30:00.000Z" },
  progress: { waiting: 0, queued: 0, sent: 49, failed: 1, skipped: 0, refused: 0 },
  ...more,
});

function overviewServer(waiting = NONE): AdminServer {
  const server = new AdminServer();
  server.events = [anEvent({ days: { start: "2098-12-03", end: "2098-12-04" } }), DRAFT, LAST];
  server.read("GET /mela/admin/waiting", () => ({ json: waiting }));
  server.read("GET /mela/admin/summary", ({ query }) => ({
    json: {
      ...{ totalRegistrations: 4, paidBookings: 3, totalRevenue: 90_000, freeListingsClaimed: 0, keptFromCancelled: 0 },
      byDay:
        query.get("event") === LAST.slug
          ? [{ day: "2025-10-02", bookings: 5, revenue: 135_000 }]
          : [
              { day: "2026-11-01", bookings: 1, revenue: 27_000 },
              { day: "2026-11-03", bookings: 2, revenue: 63_000 },
            ],
      byType: [],
    },
  }));
  return server;
}

const part = (name: string) => screen.findByRole("region", { name });

test("the overview shows what waits with links, sales against the last event, money, the next dates, and all events", async () => {
  await openView(
    "?view=overview",
    overviewServer({
      ...{ ...NONE, applications: 2, pageChanges: 1, requests: 1, refunds: 1, refundsAmount: 27_000 },
      papers: [{ event: "the-mela-2099", stalls: 3 }],
      waitingLists: [{ event: "the-mela-2099", waiting: 2, offered: 1 }],
    }),
  );
  const tasks = within(await part("What needs you"));
  const links = (await tasks.findAllByRole("link")).map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual(
    expect.arrayContaining([
      ["2 applications to review", "/paid-events/mela/dashboard?view=listings&state=under_review"],
      ["1 changed page to review", "/paid-events/mela/dashboard?view=listings"],
      ["3 stalls of The Mela 2099 lack papers", "/paid-events/mela/dashboard?view=event&event=the-mela-2099"],
      [
        "The Mela 2099: 2 people wait for a stall, 1 with an offer",
        "/paid-events/mela/dashboard?view=waiting&event=the-mela-2099",
      ],
      ["1 payer's request to answer", "/paid-events/mela/dashboard?view=issues"],
      [
        "The Mela 2027 is a draft. Missing: It has no stalls.",
        "/paid-events/mela/dashboard?view=event&event=the-mela-2027",
      ],
    ]),
  );
  const sales = within(await part("Sales of The Mela 2099"));
  expect(await sales.findByRole("img", { name: "The Mela 2099: 3 stalls by day 3." })).toBeVisible();
  const rows = within(sales.getByRole("table", { hidden: true })).getAllByRole("row", { hidden: true });
  expect(rows.map(({ textContent }) => textContent)).toEqual(["DayThe Mela 2099The Mela 2025", "115", "335"]);
  const money = await part("Money");
  expect(money).toHaveTextContent(/₹90,000.*The Mela 2025: ₹90,000.*₹30,000.*₹27,000 \(1\)/);
  expect(await part("Next dates")).toHaveTextContent(/The Mela 2099 begins.*The Mela 2027 begins/);
  expect(await part("All events")).toHaveTextContent(/The Mela 2099, published17 of 702.*The Mela 2027, draft0 of 0/);
});

test("the overview says that nothing waits, and that nothing was sold", async () => {
  const server = overviewServer();
  server.events = [anEvent({ sold: 0 })];
  server.issues = { ...server.issues, entries: [] };
  server.read("GET /mela/admin/summary", () => ({
    json: {
      ...{ totalRegistrations: 0, paidBookings: 0, totalRevenue: 0, freeListingsClaimed: 0, keptFromCancelled: 0 },
      ...{ byDay: [], byType: [] },
    },
  }));
  await openView("?view=overview", server);
  expect(await screen.findByText("Nothing waits for you.")).toBeVisible();
  expect(await screen.findByText("Nothing has been sold yet.")).toBeVisible();
});

test("the open view refreshes automatically, without extending the session while nobody uses it, and not while somebody types", async () => {
  fakeClock();
  const server = new AdminServer();
  await openDashboard("", server);
  await pass(1);
  const LIST = "GET /mela/registrations";
  const count = () => server.callsTo(LIST).length;
  const before = count();
  await pass(30);
  expect(count()).toBeGreaterThan(before);
  expect(server.callsTo(LIST).at(-1)?.headers.has("automatic-request")).toBe(false);
  await pass(60);
  expect(server.callsTo(LIST).at(-1)?.headers.get("automatic-request")).toBe("1");
  const search = document.querySelector<HTMLElement>("input");
  search?.focus();
  const typing = count();
  await pass(60);
  expect(count()).toBe(typing);
});

const OVER = anEvent({
  ...{ slug: "the-mela-2020", title: "The Mela 2020", over: true, obstacles: [], sold: 50 },
  ...{ days: { start: "2020-12-03", end: "2020-12-04" }, dates: "3–4 December 2020" },
});
const BEFORE = {
  ...LAST,
  slug: "the-mela-2019",
  title: "The Mela 2019",
  days: { start: "2019-12-03", end: "2019-12-04" },
};

/** What is left to do of an event that is over. */
function afterServer(...events: ManagedEvent[]): AdminServer {
  const server = overviewServer();
  server.events = events;
  server.issues = { ...server.issues, entries: [] };
  const of = `/mela/admin/events/${OVER.slug}` as const;
  server.read(`GET ${of}/arrivals/figures`, () => ({ json: { sold: 50, arrived: 47, noShows: 3 } }));
  server.read(`GET /mela/admin/events/${BEFORE.slug}/arrivals/figures`, () => ({
    json: { sold: 60, arrived: 0, noShows: 60 },
  }));
  server.read(`GET ${of}/messages`, () => ({ json: [] }));
  server.read(`GET ${of}/holders`, () => ({ json: [] }));
  server.on(`POST ${of}/messages/preview`, { json: { recipients: 50, holders: 50, samples: [], unsaid: [] } });
  return server;
}

test("an event that is over is closed and archived from the overview in one press, confirmed", async () => {
  const server = afterServer(OVER);
  server.on(`POST /mela/admin/events/${OVER.slug}/archive`, () => {
    const archived = { ...OVER, status: "archived" } as const;
    server.events = [archived];
    return { json: archived };
  });
  const { user } = await openView("?view=overview", server);
  const after = within(await part("The Mela 2020 is over"));
  await user.click(await after.findByRole("button", { name: "Close and archive The Mela 2020" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Archive The Mela 2020?" });
  expect(dialog).toHaveTextContent("its sales have ended with it");
  await user.click(within(dialog).getByRole("button", { name: "Archive the event" }));
  expect(await after.findByText("It is archived.")).toBeVisible();
  expect(within(await part("What needs you")).getByText("Nothing waits for you.")).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/events/${OVER.slug}/archive`)[0]?.body).toEqual({
    reason: "The event is over",
  });
});

test("the overview of an event that is over has the thank-you, who did not come, the next event and the figures", async () => {
  const { ask } = await openView("?view=overview", afterServer(OVER, BEFORE));
  const after = within(await part("The Mela 2020 is over"));
  expect(await after.findByText("47 of 50 holders came. 3 holders were never seen.")).toBeVisible();
  expect(after.getByRole("link", { name: "At the gate" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard?view=gate&event=the-mela-2020",
  );
  expect(await after.findByText("They have not been thanked yet.")).toBeVisible();
  const table = within(await after.findByRole("table", { name: "In figures" }));
  expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "FigureThe Mela 2020The Mela 2019",
    "Stalls sold50 of 7060 of 70",
    "Revenue₹90,000₹90,000",
    "Per booking₹30,000₹30,000",
    // Nobody was ticked there.
    "Holders who came47not known",
    "No-shows3not known",
  ]);
  expect(after.getByRole("button", { name: "Duplicate The Mela 2020" })).toBeVisible();
  const dialog = await ask("Write the thank-you", "Write the thank-you");
  expect(within(dialog).getByRole("textbox", { name: "Subject" })).toHaveValue("Thank you for being there");
});

test.each([
  ["waiting", { dueAt: "2099-12-06T04:30:00.000Z" }, /The thank-you goes out on 6 Dec/],
  ["sending", {}, "The thank-you is being sent."],
  ["paused", {}, "The thank-you is paused."],
  ["draft", {}, "The thank-you is a draft."],
  ["done", {}, "The thank-you went to 49 holders."],
] as const)("says what became of the thank-you: %s", async (state, more, text) => {
  const server = afterServer({ ...OVER, status: "archived" }, NEXT);
  server.read(`GET /mela/admin/events/${OVER.slug}/messages`, () => ({
    json: [aThanks({ state: "stopped" }), aThanks({ state, ...more })],
  }));
  await openView(`?view=overview&event=${OVER.slug}`, server);
  const after = within(await part("The Mela 2020 is over"));
  expect(await after.findByText(text)).toBeVisible();
  expect(after.queryByRole("button", { name: "Write the thank-you" })).toBeNull();
  // Prepared already.
  expect(after.getByRole("link", { name: "The Mela 2099" })).toBeVisible();
  expect(after.queryByRole("button", { name: /Duplicate/ })).toBeNull();
  expect(after.queryByRole("button", { name: /archive/ })).toBeNull();
});

test("another event that is over is a task, with the way to its overview; a viewer only reads", async () => {
  const server = afterServer(NEXT, { ...OVER, current: false });
  server.session = { ...server.session, role: "viewer" };
  await openView("?view=overview", server);
  const tasks = within(await part("What needs you"));
  expect(await tasks.findByRole("link", { name: "The Mela 2020 is over: see what follows" })).toHaveAttribute(
    "href",
    "/paid-events/mela/dashboard?view=overview&event=the-mela-2020",
  );
  expect(screen.queryByRole("region", { name: "The Mela 2020 is over" })).toBeNull();
});
