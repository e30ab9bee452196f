import { beforeAll, expect, jest, test } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { AppProviders } from "../../app/providers";
import { createStore } from "../../app/store";
import { catalogueServer, listing, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass } from "../../test/clock";
import { type FakeServer, gate } from "../../test/fake-server";
import { loadBrand } from "../../test/lazy-parts";
import { openSite } from "../../test/render-site";
import { SearchBox } from "./search-box";

const LISTINGS = [
  listing({ name: "Tote" }),
  listing({ name: "Potli", brand: "Bag Bazaar" }),
  listing({ name: "Course", brand: "Seekho", module: "services", category: "Training" }),
];
const FOUND = searchReply({
  brands: [
    { name: "Bag Bazaar", module: "shops", category: "Bags", logo: null, description: "" },
    { name: "Seekho Bag School", module: "services", category: "Training", logo: null, description: "" },
  ],
  products: [listing({ name: "Tote bag" })],
});

// Loaded before the clock is faked: modules come by real time.
beforeAll(async () => {
  await import("./search-parts");
  await loadBrand();
});

async function open(prepare: (server: FakeServer) => void = () => undefined) {
  const user = fakeClock();
  const server = catalogueServer(LISTINGS);
  server.on("GET /search", { json: FOUND });
  prepare(server);
  const site = await openSite("/paid-events/policies", server);
  // jsdom knows no screen widths: the box stands behind its sign, as on phones.
  await user.click(screen.getByRole("button", { name: "Search" }));
  return { user, server, site, box: screen.getByRole("combobox", { name: /^Search/ }) };
}

async function search(user: UserEvent, box: HTMLElement, text: string) {
  await user.type(box, text);
  await pass(1);
}

const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const highlighted = (box: HTMLElement) =>
  document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("one character brings suggestions and no call; nothing in them is highlighted", async () => {
  const { user, server, box } = await open();
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  await search(user, box, "b");
  expect(server.callsTo("GET /search")).toHaveLength(0);
  expect(server.callsTo("GET /api/public/brand-names")).toHaveLength(1);
  expect(options()).toContain("BagsShops");
  expect(options()).toContain("Bag BazaarShops · Bags");
  expect(document.querySelector("mark")).toBeNull();
  expect(box).toHaveAttribute("aria-expanded", "true");
});

test("results take the suggestions' place, in sections, with the match highlighted", async () => {
  const held = gate();
  const { user, server, box } = await open((fake) =>
    fake.on("GET /search", async () => {
      await held.opened;
      return { json: FOUND };
    }),
  );
  await search(user, box, "bag");
  expect(screen.getByText("Searching...")).toBeVisible();
  expect(options()).toContain("BagsShops");
  held.open();
  await pass(0.1);
  expect(server.callsTo("GET /search")).toHaveLength(1);
  expect(screen.queryByText("Searching...")).not.toBeInTheDocument();
  expect(screen.getByText("Brands")).toBeVisible();
  expect(options()).not.toContain("BagsShops");
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toContain("Bag");
  expect(screen.getByText("3 results")).toBeInTheDocument();
});

test("three grey rows stand while brand names are on their way and nothing fits yet", async () => {
  const held = gate();
  const { user, box } = await open((fake) =>
    fake.on("GET /api/public/brand-names", async () => {
      await held.opened;
      return { json: [{ name: "Quilt House", module: "shops", category: "Gifts" }] };
    }),
  );
  await search(user, box, "q");
  expect(screen.getAllByTestId("search-skeleton")).toHaveLength(3);
  held.open();
  await pass(0.1);
  expect(screen.queryByTestId("search-skeleton")).not.toBeInTheDocument();
  expect(options()).toEqual(["Quilt HouseShops · Gifts"]);
});

test("arrows move through the results and wrap at both ends; a chip takes the highlight away", async () => {
  const { user, box } = await open();
  await search(user, box, "bag");
  await user.keyboard("{ArrowDown}");
  expect(highlighted(box)).toMatch(/^Bag Bazaar/);
  await user.keyboard("{ArrowUp}");
  expect(highlighted(box)).toMatch(/^Tote bag/);
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(highlighted(box)).toMatch(/^Seekho/);
  await user.click(screen.getByRole("button", { name: "Products" }));
  expect(box).not.toHaveAttribute("aria-activedescendant");
  expect(options().map((text) => text.slice(0, 4))).toEqual(["Bag ", "Tote"]);
});

test("Enter opens the highlighted result, keeps the search and closes", async () => {
  const { user, box, site } = await open();
  await search(user, box, "bag");
  await user.keyboard("{ArrowDown}{Enter}");
  await pass(0.1);
  expect(site.address()).toBe("/brands/Bag%20Bazaar");
  expect(box).toHaveValue("");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
  expect(localStorage.getItem("recentSearches")).toBe('["bag"]');
});

test("Enter without a highlight and Escape close and empty", async () => {
  const { user, box, site } = await open();
  for (const key of ["{Enter}", "{Escape}"]) {
    await search(user, box, "bag");
    expect(screen.getByRole("listbox")).toBeVisible();
    await user.keyboard(key);
    expect(box).toHaveValue("");
    expect(screen.queryByRole("option", { name: /Bag Bazaar/ })).not.toBeInTheDocument();
  }
  expect(site.address()).toBe("/paid-events/policies");
});

test("a click outside closes and empties, and so does another page", async () => {
  const { user, box, site } = await open();
  await search(user, box, "bag");
  await user.click(screen.getByRole("heading", { level: 1 }));
  expect(box).toHaveValue("");
  await search(user, box, "bag");
  await act(() => site.router.navigate("/paid-events"));
  expect(box).toHaveValue("");
  expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
});

test("the clear button empties the box and keeps the focus in it", async () => {
  const { user, box } = await open();
  await search(user, box, "bag");
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(box).toHaveValue("");
  expect(box).toHaveFocus();
});

test("nothing found is said with hints, and under NGOs with its own sentence", async () => {
  const { user, box } = await open((fake) => fake.on("GET /search", { json: searchReply() }));
  await search(user, box, "zzq");
  expect(screen.getByText('No results found for "zzq"')).toBeVisible();
  expect(screen.getByText("Product names and descriptions")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "NGOs" }));
  expect(screen.getByText('No results found for "zzq"')).toBeVisible();
  expect(
    screen.getByText(
      'NGO listings are being added. Try searching in "All" or "Products" for available content.',
    ),
  ).toBeVisible();
});

test("a failure can be tried again; a lost network says so", async () => {
  const { user, box, server } = await open((fake) => fake.on("GET /search", { status: 500, text: "x" }));
  await search(user, box, "bag");
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to fetch results. Please try again.");
  server.on("GET /search", "offline");
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await pass(0.1);
  expect(server.callsTo("GET /search").map(({ query }) => query.get("q"))).toEqual(["bag", "bag"]);
  expect(screen.getByRole("alert")).toHaveTextContent("Network error. Please check your connection.");
  server.on("GET /search", { json: FOUND });
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await pass(0.1);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  expect(options()).toHaveLength(3);
});

test("a key aborts the call under way", async () => {
  const { user, box, server } = await open((fake) =>
    fake.on(
      "GET /search",
      ({ signal }) =>
        new Promise((_, fail) => (signal.onabort = () => fail(new DOMException("given up", "AbortError")))),
    ),
  );
  await search(user, box, "ba");
  const [first] = server.callsTo("GET /search");
  expect(first?.signal.aborted).toBe(false);
  await user.type(box, "g");
  expect(first?.signal.aborted).toBe(true);
  await pass(0.2);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("recent searches are offered on an empty box, five at most, newest first; one is searched for again", async () => {
  const { user, box, server } = await open();
  for (const text of ["one", "two", "three", "four", "five", "one", "six"]) {
    await user.type(box, `${text}{Enter}`);
  }
  expect(JSON.parse(localStorage.getItem("recentSearches") ?? "")).toEqual([
    "six",
    "one",
    "five",
    "four",
    "three",
  ]);
  await user.click(box);
  expect(options()).toEqual(["six", "one", "five", "four", "three"]);
  await user.click(screen.getByRole("option", { name: "five" }));
  await pass(1);
  expect(box).toHaveValue("five");
  expect(server.callsTo("GET /search").at(-1)?.query.get("q")).toBe("five");
});

test("broken recent searches are ignored and logged; searching goes on", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.setItem("recentSearches", "{not json");
  const { user, box } = await open();
  await user.click(box);
  expect(warn).toHaveBeenCalled();
  await search(user, box, "bag");
  expect(options()).toHaveLength(3);
  warn.mockRestore();
});

test("a product opens the listing dialog over the page in view", async () => {
  const { user, box, site } = await open();
  await search(user, box, "bag");
  await user.click(screen.getByRole("option", { name: /Tote bag/ }));
  jest.useRealTimers();
  const dialog = await screen.findByRole("dialog", { name: "Tote bag" });
  expect(within(dialog).getByRole("link", { name: /Visit Shop/ })).toHaveAttribute(
    "href",
    "https://jhola.example",
  );
  expect(site.address()).toBe("/paid-events/policies");
});

test("without a handler a product goes to / and fires openListing there", async () => {
  const user = fakeClock();
  const server = catalogueServer(LISTINGS);
  server.on("GET /search", { json: FOUND });
  globalThis.fetch = server.fetch;
  const router = createMemoryRouter([{ path: "*", element: <SearchBox /> }], { initialEntries: ["/about"] });
  render(
    <AppProviders store={createStore()}>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  const heard: unknown[] = [];
  const hear = (event: Event) => heard.push((event as CustomEvent).detail, router.state.location.pathname);
  globalThis.addEventListener("openListing", hear);
  await search(user, screen.getByRole("combobox"), "bag");
  await user.click(screen.getByRole("option", { name: /Tote bag/ }));
  await pass(0.1);
  await waitFor(() => expect(heard).toEqual([expect.objectContaining({ name: "Tote bag" }), "/"]));
  globalThis.removeEventListener("openListing", hear);
});
