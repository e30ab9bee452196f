import { afterEach, expect, jest, test } from "@jest/globals";
import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { type EventFacts, type PublicFacts, publicFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { PATHS } from "@sakhi/domain/site/routes";
import { act, screen } from "@testing-library/react";
import { factsReceived } from "../api/site-state";
import { catalogueServer } from "../test/catalogue-server";
import { fakeClock, pass } from "../test/clock";
import { embedFacts } from "../test/embedded-facts";
import { EXAMPLE_EVENT } from "../test/example-event";
import type { FakeServer } from "../test/fake-server";
import { BOOKED_AT, myBooking } from "../test/my-booking";
import { openScreen, openSite, type Site } from "../test/render-site";
import { keepFactsFresh } from "./fresh-facts";

// An open page updates every place that shows a fact which an operator has changed.

const BEFORE: EventFacts = {
  slug: "the-mela-2099",
  status: "published",
  event: { id: 1, version: 0, ...EXAMPLE_EVENT },
  organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
  calendar: SEED_CALENDAR,
  arrival: NO_ARRIVAL,
  updatedAt: "",
};
const AFTER: EventFacts = {
  slug: "the-mela-2099",
  status: "published",
  event: {
    ...BEFORE.event,
    name: "The Winter Mela",
    edition: "2094",
    days: [
      { date: "2094-01-21", opens: "09:30", closes: "18:30" },
      { date: "2094-01-23", opens: "11:00", closes: "17:00" },
    ],
    venueName: "Palace Grounds",
    venueDescription: "On the Palace Grounds in Kothrud",
    street: "7 Karve Road",
    locality: "Kothrud",
    city: "Pune",
    pin: "411038",
    stateCode: "27",
    mapUrl: "https://maps.example.org/winter-mela",
  },
  organisation: {
    ...BEFORE.organisation,
    name: "Sakhi Haat",
    street: "12 Loom Street",
    locality: "Indiranagar",
    city: "Bengaluru",
    pin: "560038",
    region: "Karnataka",
    supportEmail: "help@sakhi-haat.example",
    phone: "+91 80 5555 0100",
  },
  calendar: { sequence: 1, droppedDays: [], formerStart: null },
  arrival: NO_ARRIVAL,
  updatedAt: "",
};

let changes = 0;
/** The facts with a newer version than all before. */
const changedTo = (facts: EventFacts): PublicFacts => {
  changes += 1;
  return publicFacts({ ...facts, updatedAt: new Date(Date.UTC(2026, 10, 1, 0, 0, changes)).toISOString() });
};

/** The page receives facts. */
const receive = ({ store }: Site, facts: PublicFacts): void => act(() => void store.dispatch(factsReceived(facts)));

let site: Site | undefined;
afterEach(() => {
  site?.unmount();
});

/** The page's text, link addresses and meta contents. */
function pageContent(): string {
  const links = [...document.querySelectorAll("a")].map(({ href }) => decodeURIComponent(href));
  // Personal pages and the plan have a title and no description.
  const described = !new Set<string>([PATHS.plan, PATHS.myBooking]).has(site?.address() ?? "");
  const head = described ? [...document.querySelectorAll("meta")].map(({ content }) => content) : [];
  return [document.body.textContent, ...links, ...head].join("\n");
}

const FOOTER = [
  ...["help@sakhi-haat.example", "mailto:help@sakhi-haat.example"],
  ...["Sakhi Haat, 12 Loom Street", "Indiranagar, Bengaluru 560038", "Karnataka, India"],
];
const OLD = [
  ...["3rd and 4th December", "3 December 2099", "10:00 to 20:00", "Whitefield", "Bangalore", "560066", "EPIP"],
  ...[SEED_ORGANISATION.supportEmail, SEED_ORGANISATION.street, SEED_ORGANISATION.locality, "400030"],
  ...[EXAMPLE_EVENT.mapUrl, "20991203"],
];

test("a page fetches changed facts once, after a response with a newer facts-version, and none while nothing changes", async () => {
  fakeClock();
  const embedded = changedTo(BEFORE);
  embedFacts(embedded);
  const server: FakeServer = catalogueServer([]);
  server.layout = [server.stall("B12")];
  let current = embedded;
  server.on("GET /mela/layout", () => ({ json: server.layout, headers: { "facts-version": current.updatedAt } }));
  server.on("GET /mela/facts", () => ({ json: { ...current, sales: "open", serverTime: BOOKED_AT } as never }));
  // Without the plan's own, which asks once whether booking is paused.
  const factsCalls = () => server.callsTo("GET /mela/facts").length - 1;
  site = await openScreen(PATHS.plan, server);
  await pass(30);
  expect(screen.getByText(/^3rd and 4th December, Industrial area/)).toBeInTheDocument();
  expect([server.callsTo("GET /mela/layout").length > 2, factsCalls()]).toEqual([true, 0]);

  current = changedTo(AFTER);
  await pass(15);
  expect(screen.getByText(/^21 and 23 January, Palace Grounds, Pune\./)).toBeInTheDocument();
  expect(factsCalls()).toBe(1);
  await pass(30);
  expect(factsCalls()).toBe(1);

  // A stale response out of some cache changes nothing.
  receive(site, publicFacts({ ...BEFORE, updatedAt: "2026-10-01T00:00:00.000Z" }));
  expect(site.store.getState().site.facts).toMatchObject({ city: "Pune" });

  // A failed fetch is retried after a later response.
  current = changedTo(BEFORE);
  server.on("GET /mela/facts", "offline");
  await pass(10);
  expect(factsCalls()).toBeGreaterThan(1);
  expect(screen.getByText(/^21 and 23 January/)).toBeInTheDocument();
  server.on("GET /mela/facts", () => ({ json: { ...current, sales: "open", serverTime: BOOKED_AT } as never }));
  await pass(15);
  expect(screen.getByText(/^3rd and 4th December/)).toBeInTheDocument();
});

test("a page without API calls refreshes its facts after five visible minutes, and at once when it becomes visible again", async () => {
  fakeClock();
  const embedded = changedTo(BEFORE);
  embedFacts(embedded);
  const server: FakeServer = catalogueServer([]);
  let current = changedTo(AFTER);
  server.on("GET /mela/facts", () => ({ json: { ...current, sales: "open", serverTime: BOOKED_AT } as never }));
  const factsCalls = () => server.callsTo("GET /mela/facts").length;
  site = await openScreen(PATHS.privacy, server);
  await screen.findByRole("heading", { level: 1 });
  const end = keepFactsFresh(site.store);
  try {
    await pass(240);
    expect([factsCalls(), document.body.textContent.includes("headquarters in Bengaluru")]).toEqual([0, false]);
    await pass(300);
    expect(factsCalls()).toBe(1);
    expect(document.body).toHaveTextContent("headquarters in Bengaluru");

    current = changedTo(BEFORE);
    const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
    await pass(900);
    expect(factsCalls()).toBe(1);
    hidden.mockRestore();
    const becomeVisible = () => document.dispatchEvent(new Event("visibilitychange"));
    becomeVisible();
    becomeVisible();
    await pass(0);
    expect(factsCalls()).toBe(2);
    expect(document.body).toHaveTextContent("headquarters in Mumbai");
  } finally {
    end();
  }
});

test("every page that shows a fact updates it and keeps no old value", async () => {
  embedFacts(changedTo(BEFORE));
  const server = catalogueServer([]);
  server.layout = [server.stall("B12")];
  server.on("GET /mela/my-booking", { json: myBooking() });
  site = await openSite(PATHS.about, server);
  const { navigate } = site;
  const pages: readonly [string, RegExp, readonly string[]][] = [
    [PATHS.home, /^A bazaar of/, ["Coming up in Pune, 21 and 23 January", "a stall at the Mela in Pune"]],
    [
      PATHS.events,
      /^Paid Events/,
      [
        ...["The Winter Mela", "21 and 23 January", "Saturday, 23 January 2094, 11:00 to 17:00"],
        ...["On the Palace Grounds in Kothrud, Pune", "7 Karve Road, Kothrud, Pune 411038"],
        AFTER.event.mapUrl,
      ],
    ],
    [PATHS.plan, /floor plan/, ["21 and 23 January, Palace Grounds, Pune. Pick a stall"]],
    [PATHS.policies, /Policies/, ["Sakhi Haat, Event Office", "tel:+918055550100"]],
    [PATHS.support, /help\?/, ["tel:+918055550100"]],
    [PATHS.privacy, /Privacy/, ["headquarters in Bengaluru"]],
    [
      PATHS.myBooking,
      /^My booking/,
      [
        ...["The Winter Mela", "21 and 23 January", "Palace Grounds, Pune"],
        ...["Saturday, 23 January 2094, 11:00 to 17:00", "dates=20940123T053000Z/20940123T113000Z"],
        ...["7 Karve Road, Kothrud, Pune 411038", `Map: ${AFTER.event.mapUrl}`],
        "at the Winter Mela, 21 and 23 January, Palace Grounds, Pune.",
      ],
    ],
  ];
  for (const [path, heading, expected] of pages) {
    await act(() => navigate(path));
    await screen.findByRole("heading", { level: 1, name: heading });
    await screen.findAllByText(SEED_ORGANISATION.supportEmail);
    if (path === PATHS.myBooking) await screen.findByText("Add to Google Calendar or Outlook");
    receive(site, changedTo(AFTER));
    const text = pageContent();
    for (const value of [...expected, ...FOOTER]) expect([path, text]).toEqual([path, expect.stringContaining(value)]);
    for (const value of OLD) expect([path, text]).not.toEqual([path, expect.stringContaining(value)]);
    receive(site, changedTo(BEFORE));
  }
});
