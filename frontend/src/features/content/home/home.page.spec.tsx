import { setImmediate } from "node:timers";
import { beforeAll, expect, jest, test } from "@jest/globals";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { catalogueServer, highlights } from "../../../test/catalogue-server";
import { fakeClock, pass } from "../../../test/clock";
import { loadSearch } from "../../../test/lazy-parts";
import { openScreen, openSite } from "../../../test/render-site";

// Loaded before any clock is faked: modules come by real time.
beforeAll(async () => {
  await loadSearch();
});

async function openHome() {
  const user = fakeClock();
  await openScreen("/", catalogueServer([]));
  // The answer comes by real time, its way through the store by the clock: a thousandth of a second each turn.
  for (let turn = 0; turn < 90; turn += 1) {
    await pass(0.001);
    for (let step = 0; step < 20; step += 1) {
      await act(() => new Promise<void>((resolve) => setImmediate(resolve)));
      if (document.querySelector("[aria-roledescription=carousel]") !== null) return user;
    }
  }
  return user;
}

/** The number of the slide that is shown. */
function shownSlide(carousel: HTMLElement): number {
  return within(carousel)
    .getAllByRole("button", { name: /^Go to slide/ })
    .findIndex((dot) => dot.getAttribute("aria-current") === "true");
}

test.each(["Featured Products", "Offers & Events"])("%s advances every 5 seconds, in a loop of 3", async (name) => {
  await openHome();
  const carousel = screen.getByRole("region", { name });
  const seen = [shownSlide(carousel)];
  for (let turn = 0; turn < 3; turn += 1) {
    await pass(4.9);
    expect(shownSlide(carousel)).toBe(seen.at(-1));
    await pass(0.1);
    seen.push(shownSlide(carousel));
  }
  expect(seen).toEqual([0, 1, 2, 0]);
});

test("a carousel waits while it is pointed at, focused or paused, and its dots jump", async () => {
  const user = await openHome();
  const carousel = screen.getByRole("region", { name: "Featured Products" });
  await user.hover(carousel);
  await pass(20);
  expect(shownSlide(carousel)).toBe(0);
  await user.unhover(carousel);
  await pass(5);
  expect(shownSlide(carousel)).toBe(1);
  await user.click(within(carousel).getByRole("button", { name: "Go to slide 3" }));
  expect(shownSlide(carousel)).toBe(2);
  await pass(20);
  expect(shownSlide(carousel)).toBe(2);
  await user.click(within(carousel).getByRole("button", { name: "Pause the slides" }));
  await user.click(document.body);
  await pass(20);
  expect(shownSlide(carousel)).toBe(2);
});

test("after a press of a dot or an arrow the slides go on once the pointer has left", async () => {
  const user = await openHome();
  const carousel = screen.getByRole("region", { name: "Featured Products" });
  await user.click(within(carousel).getByRole("button", { name: "Go to slide 2" }));
  await user.click(within(carousel).getByRole("button", { name: "Next slide" }));
  expect(shownSlide(carousel)).toBe(2);
  await user.hover(document.body);
  await pass(5.1);
  expect(shownSlide(carousel)).toBe(0);
  // By keyboard they wait.
  await user.tab();
  act(() => within(carousel).getByRole("button", { name: "Previous slide" }).focus());
  await pass(20);
  expect(shownSlide(carousel)).toBe(0);
});

test("a finger drawn over the slides goes on and back; a short one, or a mouse, does not", async () => {
  await openHome();
  const carousel = screen.getByRole("region", { name: "Featured Products" });
  const draw = (by: number, pointerType = "touch") => {
    const slide = within(carousel).getByRole("group", { name: /^Slide 1|^Slide 2|^Slide 3/ });
    // jsdom has no pointer events with places; a mouse event of the same name has.
    const point = (type: string, clientX: number) =>
      fireEvent(slide, Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerType }));
    point("pointerdown", 200);
    point("pointerup", 200 + by);
  };
  draw(-60);
  expect(shownSlide(carousel)).toBe(1);
  draw(60);
  expect(shownSlide(carousel)).toBe(0);
  draw(60);
  expect(shownSlide(carousel)).toBe(2);
  draw(-39);
  draw(-300, "mouse");
  expect(shownSlide(carousel)).toBe(2);
});

test("slides stand still for those who ask for less motion, and the counters at their targets", async () => {
  const asked = jest
    .spyOn(globalThis, "matchMedia")
    .mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as never);
  await openHome();
  expect(screen.getByText("10,01,397+")).toBeVisible();
  await pass(30);
  expect(shownSlide(screen.getByRole("region", { name: "Featured Products" }))).toBe(0);
  asked.mockRestore();
});

test("the counters run from 0 to their targets in 2 seconds after 100 ms, slower at the end", async () => {
  await openHome();
  const community = () => Number(screen.getByText("Community").nextElementSibling?.textContent.replace(/\D/g, ""));
  expect(community()).toBe(0);
  await pass(1.09);
  expect(community()).toBeGreaterThan(750_000);
  expect(community()).toBeLessThan(1_001_397);
  await pass(1.1);
  expect(screen.getByText("10,01,397+")).toBeVisible();
  expect(screen.getAllByText("100+")).toHaveLength(2);
  expect(screen.getByText("100%")).toBeVisible();
});

test("four brands, four bestsellers and three past events, each leading where it should", async () => {
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
});

test("a failed call says so, and the page comes whole when tried again", async () => {
  const user = userEvent.setup();
  const server = catalogueServer([]);
  server.on("GET /listings/highlights", { status: 500, text: "" });
  await openScreen("/", server);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Failed to fetch listings");
  server.on("GET /listings/highlights", { json: highlights() });
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("region", { name: "Our Bestsellers" })).toBeVisible();
});

test("the page carries title, description, organisation, search and breadcrumbs", async () => {
  await openScreen("/", catalogueServer([]));
  expect(document.title).toMatch(/ · Sakhi Bazaar$/);
  expect(document.querySelector("meta[name=description]")?.getAttribute("content")).not.toBe("");
  const types = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => (JSON.parse(textContent) as { "@type": string })["@type"],
  );
  expect(types).toEqual(["BreadcrumbList", "Organization", "WebSite"]);
});
