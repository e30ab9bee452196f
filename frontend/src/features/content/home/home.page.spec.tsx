import { setImmediate } from "node:timers";
import { expect, jest, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { QueryStatus } from "@reduxjs/toolkit/query";
import { catalogueApi } from "../../../api/catalogue-api";
import { catalogueServer, highlights } from "../../../test/catalogue-server";
import { fakeClock, pass, quickUser } from "../../../test/clock";
import { openScreen } from "../../../test/render-site";
import { learnFacts, mela } from "../../../ui/mela";

async function openHome() {
  fakeClock();
  await openScreen("/", catalogueServer([]));
  // The answer comes by real time, its way through the store by the clock: a thousandth of a second each turn.
  for (let turn = 0; turn < 90; turn += 1) {
    await pass(0.001);
    for (let step = 0; step < 20; step += 1) {
      await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
      if (document.querySelector("[aria-roledescription=carousel]") !== null) return;
    }
  }
}

/** The number of the slide that is shown. */
function shownSlide(carousel: HTMLElement): number {
  return within(carousel)
    .getAllByRole("button", { name: /^Go to slide/ })
    .findIndex((dot) => dot.getAttribute("aria-current") === "true");
}

test("both carousels advance every 5 seconds; the counters run to their targets in 2 after 100 ms, slower at the end", async () => {
  await openHome();
  const shown = () =>
    ["Featured Products", "Offers & Events"].map((name) => shownSlide(screen.getByRole("region", { name })));
  const community = () => Number(screen.getByText("Community").nextElementSibling?.textContent.replace(/\D/g, ""));
  expect(community()).toBe(0);
  expect(shown()).toEqual([0, 0]);
  await pass(1.09);
  expect(community()).toBeGreaterThan(750_000);
  expect(community()).toBeLessThan(1_001_397);
  await pass(1.1);
  expect(screen.getByText("10,01,397+")).toBeVisible();
  expect(screen.getAllByText("100+")).toHaveLength(2);
  expect(screen.getByText("100%")).toBeVisible();
  await pass(2.7);
  expect(shown()).toEqual([0, 0]);
  await pass(0.2);
  expect(shown()).toEqual([1, 1]);
});

test("the counters stand at their targets for those who ask for less motion", async () => {
  const asked = jest
    .spyOn(globalThis, "matchMedia")
    .mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as never);
  await openScreen("/", catalogueServer([]));
  expect(screen.getByText("10,01,397+")).toBeVisible();
  asked.mockRestore();
});

test("four brands, four bestsellers, three past events, each leading where it should; title, description and data for search engines", async () => {
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
  for (const text of ["1 July 2024", "10 am to 8 pm", "Hall 1", "About Sales Fair."]) {
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
  ["2026-12-04T19:59:59+05:30", {}, "Coming up in Bangalore, 3rd and 4th December", "Choose your stall"],
  ["2026-12-04T20:00:00+05:30", {}, "In Bangalore, 3rd and 4th December", "See the floor plan"],
  ["2026-11-01T12:00:00+05:30", { salesOpenAt: "2026-11-02T00:00:00.000Z" }, /^Coming up/, "See the floor plan"],
  ["2026-11-01T12:00:00+05:30", { salesCloseAt: "2026-11-01T06:00:00.000Z" }, /^Coming up/, "See the floor plan"],
])("at %s, with %j, the Mela is %s, and its plan is there to %s", async (now, sales, kicker, action) => {
  fakeClock();
  jest.setSystemTime(new Date(now));
  const before = mela();
  await openScreen("/", catalogueServer([]));
  act(() => learnFacts({ ...before, ...sales, updatedAt: `${before.updatedAt}1` }));
  expect(screen.getByText(kicker)).toBeVisible();
  expect(screen.getByRole("link", { name: action })).toHaveAttribute("href", "/paid-events/mela");
  expect(screen.queryAllByText(/pay online/)).toHaveLength(action === "Choose your stall" ? 1 : 0);
  act(() => learnFacts({ ...before, updatedAt: `${before.updatedAt}2` }));
});

test("a failed call says so, and the page comes whole when tried again", async () => {
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

test("what is there stays when it can't be fetched again, as on the way back off line", async () => {
  const { server, store } = await openScreen("/", catalogueServer([]));
  const best = await screen.findByRole("region", { name: "Our Bestsellers" });
  await waitFor(() => expect(within(best).getAllByRole("link")).toHaveLength(4));
  server.on("GET /listings/highlights", "offline");
  const again = catalogueApi.endpoints.highlights.initiate(undefined, { forceRefetch: true });
  const failed = new Promise<void>((resolve) => {
    store.subscribe(() => {
      if (Object.values(store.getState().api.queries).some((query) => query?.status === QueryStatus.rejected))
        resolve();
    });
  });
  await act(async () => {
    void store.dispatch(again);
    await failed;
  });
  expect(best).toBeVisible();
});

test("what there is nothing of is left out: a new bazaar has no carousel without slides, no heading without cards", async () => {
  const server = catalogueServer([]);
  server.on("GET /listings/highlights", { json: { featured: [], spotlight: [], bestsellers: [], pastEvents: [] } });
  await openScreen("/", server);
  await waitFor(() => expect(screen.queryByText("Our Bestsellers")).not.toBeInTheDocument());
  expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
    "A bazaar of a thousand hands.",
    "The Mela: seventy stalls, every one run by a woman.",
  ]);
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
