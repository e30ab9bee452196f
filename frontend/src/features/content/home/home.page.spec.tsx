import { setImmediate } from "node:timers";
import { expect, jest, test } from "@jest/globals";
import { QueryStatus } from "@reduxjs/toolkit/query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { catalogueApi } from "../../../api/catalogue-api";
import { servedFacts } from "../../../api/event-facts";
import { factsReceived } from "../../../api/site-state";
import { catalogueServer, highlights } from "../../../test/catalogue-server";
import { fakeClock, pass, quickUser } from "../../../test/clock";
import { openScreen } from "../../../test/render-site";

async function openHome() {
  fakeClock();
  await openScreen("/", catalogueServer([]));
  // The response arrives in real time, but passes through the store by the fake clock: 1 ms per round.
  for (let round = 0; round < 90; round += 1) {
    await pass(0.001);
    for (let step = 0; step < 20; step += 1) {
      await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
      if (document.querySelector("[aria-roledescription=carousel]") !== null) return;
    }
  }
}

/** Index of the visible slide. */
function shownSlide(carousel: HTMLElement): number {
  return within(carousel)
    .getAllByRole("button", { name: /^Go to slide/ })
    .findIndex((dot) => dot.getAttribute("aria-current") === "true");
}

test("the carousels advance every 5 seconds, and the counters start after 100 ms and ease out to their targets within 2 seconds", async () => {
  await openHome();
  const shownSlides = () =>
    ["Featured Products", "Offers & Events"].map((name) => shownSlide(screen.getByRole("region", { name })));
  const community = () => Number(screen.getByText("Community").nextElementSibling?.textContent.replace(/\D/g, ""));
  expect(community()).toBe(0);
  expect(shownSlides()).toEqual([0, 0]);
  await pass(1.09);
  expect(community()).toBeGreaterThan(750_000);
  expect(community()).toBeLessThan(1_001_397);
  await pass(1.1);
  expect(screen.getByText("10,01,397+")).toBeVisible();
  expect(screen.getAllByText("100+")).toHaveLength(2);
  expect(screen.getByText("100%")).toBeVisible();
  await pass(2.7);
  expect(shownSlides()).toEqual([0, 0]);
  await pass(0.2);
  expect(shownSlides()).toEqual([1, 1]);
});

test("the counters show their targets at once if the visitor prefers reduced motion", async () => {
  const query = jest
    .spyOn(globalThis, "matchMedia")
    .mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as never);
  await openScreen("/", catalogueServer([]));
  expect(screen.getByText("10,01,397+")).toBeVisible();
  query.mockRestore();
});

test("the home page links four brands, four bestsellers and three past events, and has a title, a description and structured data", async () => {
  await openScreen("/", catalogueServer([]));
  const spotlight = await screen.findByRole("region", { name: "Diwali Spotlight" });
  await waitFor(() => expect(within(spotlight).getAllByRole("link")).toHaveLength(4));
  expect(within(spotlight).getByRole("link", { name: /Brand One/ })).toHaveAttribute("href", "/brands/Brand%20One");
  const best = screen.getByRole("region", { name: "Our Bestsellers" });
  expect(within(best).getAllByRole("link")).toHaveLength(4);
  expect(within(best).getByRole("link", { name: /Best Two/ })).toHaveAttribute("href", "/brands/Maker%20%26%20Two");
  const past = screen.getByRole("region", { name: "Past Events Highlights" });
  const events = within(past).getAllByRole("article");
  expect(events).toHaveLength(3);
  for (const text of ["1 July 2024", "11:00 to 19:00", "Hall 1", "About Sales Fair."]) {
    expect(within(events[0]!).getByText(text)).toBeVisible();
  }
  expect(document.title).toMatch(/ · Sakhi Bazaar$/);
  expect(document.querySelector("meta[name=description]")?.getAttribute("content")).not.toBe("");
  const types = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => (JSON.parse(textContent) as { "@type": string })["@type"],
  );
  expect(types).toEqual(["BreadcrumbList", "Organization", "WebSite"]);
});

test.each([
  ["2099-12-04T19:59:59+05:30", {}, "Coming up in Bangalore, 3rd and 4th December", "Choose your stall"],
  ["2099-12-04T20:00:00+05:30", {}, "In Bangalore, 3rd and 4th December", "See the floor plan"],
  [
    "2026-11-01T12:00:00+05:30",
    { status: "cancelled" as const },
    /^Cancelled: in Bangalore, 3rd/,
    "See the floor plan",
  ],
  ["2026-11-01T12:00:00+05:30", { salesOpenAt: "2026-11-02T00:00:00.000Z" }, /^Coming up/, "See the floor plan"],
  ["2026-11-01T12:00:00+05:30", { salesCloseAt: "2026-11-01T06:00:00.000Z" }, /^Coming up/, "See the floor plan"],
])("at %s with %j, the Mela's band shows %s and the link %s", async (now, sales, kicker, action) => {
  fakeClock();
  jest.setSystemTime(new Date(now));
  const before = servedFacts();
  const { store } = await openScreen("/", catalogueServer([]));
  act(() => void store.dispatch(factsReceived({ ...before, ...sales, updatedAt: `${before.updatedAt}1` })));
  expect(screen.getByText(kicker)).toBeVisible();
  // While stalls are on sale, the first screen leads there too.
  const onSale = action === "Choose your stall";
  const links = screen.getAllByRole("link", { name: action });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(onSale ? 2 : 1).fill("/paid-events/mela"));
  expect(screen.queryAllByText(/pay online/)).toHaveLength(onSale ? 1 : 0);
});

test("a failed call shows an error, and a retry the whole page", async () => {
  const user = quickUser();
  const server = catalogueServer([]);
  server.on("GET /listings/highlights", { status: 500, text: "" });
  await openScreen("/", server);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to fetch listings");
  server.on("GET /listings/highlights", { json: highlights() });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Our Bestsellers" })).toBeVisible();
});

test("a failed refetch keeps the sections", async () => {
  const { server, store } = await openScreen("/", catalogueServer([]));
  const best = await screen.findByRole("region", { name: "Our Bestsellers" });
  await waitFor(() => expect(within(best).getAllByRole("link")).toHaveLength(4));
  server.on("GET /listings/highlights", "offline");
  const refetch = catalogueApi.endpoints.highlights.initiate(undefined, { forceRefetch: true });
  const failed = new Promise<void>((resolve) => {
    store.subscribe(() => {
      if (Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.rejected))
        resolve();
    });
  });
  await act(async () => {
    void store.dispatch(refetch);
    await failed;
  });
  expect(best).toBeVisible();
});

test("an empty catalogue renders no carousel and no section heading", async () => {
  const server = catalogueServer([]);
  server.on("GET /listings/highlights", { json: { featured: [], spotlight: [], bestsellers: [], pastEvents: [] } });
  await openScreen("/", server);
  await waitFor(() => expect(screen.queryByText("Our Bestsellers")).not.toBeInTheDocument());
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "A bazaar of a thousand hands.",
    "The Mela: a hall of stalls, every one run by a woman.",
  ]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
