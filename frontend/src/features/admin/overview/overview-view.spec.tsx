import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import { AdminServer, anEvent } from "../../../test/admin-server";
import { fakeClock, pass } from "../../../test/clock";
import { openDashboard, openView } from "../../../test/open-dashboard";

const NONE = {
  ...{ applications: 0, pageChanges: 0, enquiries: 0, requests: 0, refunds: 0, refundsAmount: 0 },
  papers: [] as { readonly event: string; readonly stalls: number }[],
};
const LAST = anEvent({
  ...{ slug: "the-mela-2025", title: "The Mela 2025", current: false, status: "archived", sold: 60, unpaid: 0 },
  days: { start: "2025-12-03", end: "2025-12-04" },
});
const DRAFT = anEvent({
  ...{ slug: "the-mela-2027", title: "The Mela 2027", current: false, status: "draft", sold: 0, stalls: 0 },
  ...{ days: { start: "2099-12-03", end: "2099-12-04" }, missing: ["It has no stalls."] },
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
    }),
  );
  const tasks = within(await part("What needs you"));
  const links = (await tasks.findAllByRole("link")).map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual(
    expect.arrayContaining([
      ["2 applications to review", "/paid-events/mela/dashboard?view=listings&state=under_review"],
      ["1 changed page to review", "/paid-events/mela/dashboard?view=listings"],
      ["3 stalls of The Mela 2099 lack papers", "/paid-events/mela/dashboard?view=event&event=the-mela-2099"],
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

test("an event that is over is closed and archived from the overview in one press, confirmed", async () => {
  const server = overviewServer();
  const over = anEvent({ over: true, obstacles: [], days: { start: "2020-12-03", end: "2020-12-04" } });
  server.events = [over];
  server.issues = { ...server.issues, entries: [] };
  server.on(`POST /mela/admin/events/${over.slug}/archive`, () => {
    const archived = { ...over, status: "archived" } as const;
    server.events = [archived];
    return { json: archived };
  });
  const { user } = await openView("?view=overview", server);
  const tasks = within(await part("What needs you"));
  await user.click(await tasks.findByRole("button", { name: `Close and archive ${over.title}` }));
  const dialog = await screen.findByRole("alertdialog", { name: `Archive ${over.title}?` });
  expect(dialog).toHaveTextContent("its sales have ended with it");
  await user.click(within(dialog).getByRole("button", { name: "Archive the event" }));
  expect(await tasks.findByText("Nothing waits for you.")).toBeVisible();
  expect(server.callsTo(`POST /mela/admin/events/${over.slug}/archive`)[0]?.body).toEqual({
    reason: "The event is over",
  });
});
