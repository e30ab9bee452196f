import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { BrandName } from "@sakhi/domain/catalogue/suggestions";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import type { SearchReply } from "../../api/catalogue-api";
import { AppProviders } from "../../app/providers";
import { createStore } from "../../app/store";
import { catalogueServer, listing, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass } from "../../test/clock";
import type { FakeServer } from "../../test/fake-server";
import { loadHome } from "../../test/lazy-parts";
import { openSite } from "../../test/render-site";
import { guarded, SiteRouter } from "../../ui/navigation";
import { type OptionSection, resultSections, suggestionSections } from "./results";
import { SearchBox } from "./search-box";
import { IDLE, SearchSession, type SearchState } from "./search-session";

describe("SearchBox", () => {
  const SEARCH = "GET /search";
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

  // Before the clock is faked: modules load in real time.
  beforeAll(async () => {
    await import("./search-parts");
    await loadHome();
  });

  function searchServer(): FakeServer {
    const server = catalogueServer(LISTINGS);
    server.on(SEARCH, { json: FOUND });
    return server;
  }
  /** Renders the box alone, below a heading. */
  function open(prepare: (server: FakeServer) => void = () => undefined) {
    const user = fakeClock();
    const server = searchServer();
    prepare(server);
    globalThis.fetch = server.fetch;
    const history = guarded(createMemoryHistory({ initialEntries: ["/about"], v5Compat: true }));
    render(
      <AppProviders store={createStore()}>
        <SiteRouter history={history}>
          <h1>About</h1>
          <SearchBox />
        </SiteRouter>
      </AppProviders>,
    );
    return { user, server, history, box: screen.getByRole("combobox") };
  }

  async function search(user: UserEvent, box: HTMLElement, text: string) {
    await user.type(box, text);
    await pass(1);
  }

  const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
  const highlighted = (box: HTMLElement) =>
    document.getElementById(box.getAttribute("aria-activedescendant") ?? "")?.textContent;

  test("shows suggestions without a search call for one character, then results in sections with the match highlighted", async () => {
    const { user, server, box } = open();
    const respond = server.withhold(SEARCH, { json: FOUND });
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    await search(user, box, "b");
    expect(server.callsTo(SEARCH)).toHaveLength(0);
    expect(server.callsTo("GET /api/public/brand-names")).toHaveLength(1);
    expect(options()).toEqual(expect.arrayContaining(["BagsShops", "Bag BazaarShops · Bags"]));
    expect(document.querySelector("mark")).toBeNull();
    expect(box).toHaveAttribute("aria-expanded", "true");
    await search(user, box, "ag");
    expect(screen.getByText("Searching...")).toBeVisible();
    expect(options()).toContain("BagsShops");
    respond();
    await pass(0.1);
    expect(server.callsTo(SEARCH)).toHaveLength(1);
    expect(screen.queryByText("Searching...")).not.toBeInTheDocument();
    expect(screen.getByText("Brands")).toBeVisible();
    expect(options()).not.toContain("BagsShops");
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toContain("Bag");
    expect(screen.getByText("3 results")).toBeInTheDocument();
  });

  test("shows three skeleton rows while brand names are loading and nothing matches yet", async () => {
    const { user, server, box } = open();
    const respond = server.withhold("GET /api/public/brand-names", {
      json: [{ name: "Quilt House", module: "shops", category: "Gifts" }],
    });
    await search(user, box, "q");
    expect(screen.getAllByTestId("search-skeleton")).toHaveLength(3);
    respond();
    await pass(0.1);
    expect(screen.queryByTestId("search-skeleton")).not.toBeInTheDocument();
    expect(options()).toEqual(["Quilt HouseShops · Gifts"]);
  });

  test("wraps the highlight at both ends, clears it on a filter change, and on Enter opens the option and stores the search", async () => {
    const { user, box, history } = open();
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
    await user.keyboard("{ArrowDown}{Enter}");
    await pass(0.1);
    expect(history.location.pathname).toBe("/brands/Bag%20Bazaar");
    expect(box).toHaveValue("");
    expect(screen.queryByRole("listbox")).not.toBeInTheDocument();
    expect(localStorage.getItem("recentSearches")).toBe('["bag"]');
  });

  test("resets on Enter without a highlight, Escape, its button, a click outside and a navigation", async () => {
    const { user, box, history } = open();
    for (const [leave, focused] of [
      [() => user.keyboard("{Enter}"), true],
      [() => user.keyboard("{Escape}"), true],
      [() => user.click(screen.getByRole("button", { name: "Clear search" })), true],
      [() => user.click(screen.getByRole("heading", { level: 1 })), false],
      [() => act(async () => history.push("/paid-events")), true],
      // From within the panel the focus returns to the input.
      [
        async () => {
          await user.tab();
          await user.tab();
          expect(screen.getByRole("button", { name: "All" })).toHaveFocus();
          await user.keyboard("{Escape}");
        },
        true,
      ],
    ] as const) {
      await search(user, box, "bag");
      expect(screen.getByRole("listbox")).toBeVisible();
      await leave();
      expect(box).toHaveValue("");
      expect(options()).not.toContain("Tote bag");
      expect(screen.queryByRole("button", { name: "All" })).not.toBeInTheDocument();
      expect(document.activeElement === box).toBe(focused);
    }
  });

  test("clears a text without matches on a click outside, and resets the filter on a navigation within the page", async () => {
    const { user, box, history } = open();
    await search(user, box, "ॐ");
    expect(screen.queryByRole("button", { name: "All" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("heading", { level: 1 }));
    expect(box).toHaveValue("");
    await user.type(box, "one{Enter}");
    await search(user, box, "bag");
    await user.click(screen.getByRole("button", { name: "NGOs" }));
    act(() => history.push("/about?category=bags"));
    await pass(0.1);
    expect(options()).toEqual([]);
    await search(user, box, "bag");
    expect(screen.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
  });

  test("ignores Escape and Enter while a word is being composed", async () => {
    const { user, box } = open();
    await search(user, box, "bag");
    for (const key of ["Escape", "Enter"]) fireEvent.keyDown(box, { key, isComposing: true });
    expect(box).toHaveValue("bag");
  });

  test("shows hints if nothing is found, and a separate text under NGOs", async () => {
    const { user, box } = open((fake) => fake.on(SEARCH, { json: searchReply() }));
    await search(user, box, "zzq");
    expect(screen.getByText('No results found for "zzq"')).toBeVisible();
    expect(screen.getByText("Product names and descriptions")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "NGOs" }));
    expect(screen.getByText('No results found for "zzq"')).toBeVisible();
    expect(
      screen.getByText('NGO listings are being added. Try searching in "All" or "Products" for available content.'),
    ).toBeVisible();
  });

  test("retries after a failure, returns the focus to the input, and reports a network error", async () => {
    const { user, box, server } = open((fake) => fake.on(SEARCH, { status: 500, text: "x" }));
    await search(user, box, "bag");
    expect(screen.getByRole("alert")).toHaveTextContent("Failed to fetch results. Please try again.");
    server.on(SEARCH, "offline");
    act(() => screen.getByRole("button", { name: "Retry" }).focus());
    await user.keyboard("{Enter}");
    await pass(0.1);
    expect(server.callsTo(SEARCH).map(({ query }) => query.get("q"))).toEqual(["bag", "bag"]);
    expect(box).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent("Network error. Please check your connection.");
    server.on(SEARCH, { json: FOUND });
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await pass(0.1);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    expect(options()).toHaveLength(3);
  });

  test("aborts the call in flight on a key", async () => {
    const { user, box, server } = open((fake) =>
      fake.on(
        SEARCH,
        ({ signal }) =>
          new Promise((_, fail) => (signal.onabort = () => fail(new DOMException("given up", "AbortError")))),
      ),
    );
    await search(user, box, "ba");
    const [first] = server.callsTo(SEARCH);
    expect(first?.signal.aborted).toBe(false);
    await user.type(box, "g");
    expect(first?.signal.aborted).toBe(true);
    await pass(0.2);
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  test("offers the five most recent searches in an empty box and repeats a chosen one", async () => {
    const { user, box, server } = open();
    for (const text of ["one", "two", "three", "four", "five", "one", "six"]) {
      await user.type(box, `${text}{Enter}`);
    }
    expect(JSON.parse(localStorage.getItem("recentSearches") ?? "")).toEqual(["six", "one", "five", "four", "three"]);
    await user.click(box);
    expect(options()).toEqual(["six", "one", "five", "four", "three"]);
    await user.click(screen.getByRole("option", { name: "five" }));
    await pass(1);
    expect(box).toHaveValue("five");
    expect(server.callsTo(SEARCH).at(-1)?.query.get("q")).toBe("five");
  });

  test("does not offer stored searches that are blank, too short, not strings or duplicates", async () => {
    localStorage.setItem("recentSearches", JSON.stringify(["saree", "", " ", "b", 7, null, "saree", "jute bag"]));
    const { user, box } = open();
    await user.click(box);
    await pass(0.1);
    expect(options()).toEqual(["saree", "jute bag"]);
  });

  test("logs and ignores invalid stored searches", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    localStorage.setItem("recentSearches", "{not json");
    const { user, box } = open();
    await user.click(box);
    expect(warn).toHaveBeenCalled();
    await search(user, box, "bag");
    expect(options()).toHaveLength(3);
    warn.mockRestore();
  });

  test("opens from its icon on a phone, and opens a product's dialog over the current page", async () => {
    const user = fakeClock();
    const site = await openSite("/paid-events/policies", searchServer());
    await user.click(screen.getByRole("button", { name: "Search" }));
    await search(user, screen.getByRole("combobox", { name: /^Search/ }), "bag");
    await user.click(screen.getByRole("option", { name: /Tote bag/ }));
    jest.useRealTimers();
    const dialog = await screen.findByRole("dialog", { name: "Tote bag" });
    expect(within(dialog).getByRole("link", { name: /Visit Shop/ })).toHaveAttribute("href", "https://jhola.example");
    expect(site.address()).toBe("/paid-events/policies");
  });

  test("navigates to / and fires openListing for a product without a handler", async () => {
    const { user, box, history } = open();
    const received: unknown[] = [];
    const listener = (event: Event) => received.push((event as CustomEvent).detail, history.location.pathname);
    globalThis.addEventListener("openListing", listener);
    await search(user, box, "bag");
    await user.click(screen.getByRole("option", { name: /Tote bag/ }));
    await pass(0.1);
    await waitFor(() => expect(received).toEqual([expect.objectContaining({ name: "Tote bag" }), "/"]));
    globalThis.removeEventListener("openListing", listener);
  });

  test("opens and searches for the ?q= of the first page, on phones too", async () => {
    fakeClock();
    const server = searchServer();
    await openSite("/?q=zzz", server);
    await pass(1);
    expect(screen.getByRole("button", { name: "Close search" })).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByRole("combobox", { name: /^Search/ })).toHaveFocus();
    expect(server.callsTo(SEARCH).map(({ query }) => query.get("q"))).toEqual(["zzz"]);
    expect(options()).toHaveLength(3);
  });
});

describe("search results and suggestions", () => {
  const brand = (name: string, module: "shops" | "services" | "ngos", category: string | null) => ({
    name,
    module,
    category,
    logo: null,
    description: "",
  });
  const EVERYTHING = searchReply({
    brands: [
      brand("Pots & Co", "shops", "Artisanal"),
      brand("Seekho", "services", "Training"),
      brand("Moonj Samiti", "ngos", "Handicrafts"),
      brand("Hunar", "ngos", "Skilling"),
      brand("Without", "ngos", null),
    ],
    products: [listing({ name: "Tote" })],
    services: [{ name: "Tailoring", brandName: "Seekho", category: "Training", image: null }],
    categories: [
      { name: "Food & Food Products", module: "shops", count: 11 },
      { name: "Transport & Delivery", module: "services", count: 1 },
      { name: "Handicrafts", module: "ngos", count: 2 },
    ],
    ngos: [{ name: "Baskets", brand: "Moonj Samiti", logo: null, description: "Grass." }],
    events: [
      { id: "1", title: "Marketplace award", awardedBy: "UN", date: "2023", kind: "award" },
      { id: "2", title: "Diwali Sales Fair", awardedBy: "Sakhi Bazaar", date: "October 2024", kind: "sales_fair" },
      { id: "3", title: "The Mela 2025", awardedBy: "Sakhi Bazaar", date: "December 2025", kind: "past_mela" },
      { id: "5", title: "The Mela 2027", awardedBy: "Sakhi Bazaar", date: "December 2027", kind: "coming_mela" },
      { id: "4", title: "The Mela 2026", awardedBy: "Sakhi Bazaar", date: "December 2026", kind: "mela" },
    ],
  });

  const lines = (sections: readonly OptionSection[]) =>
    sections.flatMap(({ heading, options }) =>
      options.map(({ name, detail, action }) => [
        heading,
        name,
        detail,
        action.kind === "go" ? action.to : action.kind,
      ]),
    );

  test("resultSections describes each kind of result and links it to its screen", () => {
    expect(lines(resultSections(EVERYTHING, "all"))).toEqual([
      ["Brands", "Pots & Co", "Shops · Artisanal", "/brands/Pots%20%26%20Co"],
      ["Brands", "Seekho", "Services · Training", "/services/brands/Seekho"],
      ["Brands", "Moonj Samiti", "NGOs · Handicrafts", "/categories/handicrafts/moonj-samiti"],
      ["Brands", "Hunar", "NGOs · Skilling", "/brands/Hunar?module=ngos"],
      ["Brands", "Without", "NGOs", "/ngo?brand=Without"],
      ["Products", "Tote", "Jhola Junction · Bags · Pune, Maharashtra", "listing"],
      ["Services", "Tailoring", "Seekho · Training", "/services/brands/Seekho"],
      ["Categories", "Food & Food Products", "Shops · 11 items", "/products/food-products"],
      ["Categories", "Transport & Delivery", "Services · 1 item", "/services/transport-delivery"],
      ["Categories", "Handicrafts", "NGOs · 2 items", "/categories/handicrafts"],
      ["NGOs", "Baskets", "Moonj Samiti · Grass.", "/ngo?brand=Moonj%20Samiti"],
      ["Awards & Events", "Marketplace award", "UN · 2023", "/awards"],
      ["Awards & Events", "Diwali Sales Fair", "Sakhi Bazaar · October 2024", "/events/Diwali%20Sales%20Fair"],
      ["Awards & Events", "The Mela 2025", "Sakhi Bazaar · December 2025", "/events/The%20Mela%202025"],
      ["Awards & Events", "The Mela 2027", "Sakhi Bazaar · December 2027", "/events/The%20Mela%202027"],
      ["Awards & Events", "The Mela 2026", "Sakhi Bazaar · December 2026", "/paid-events"],
    ]);
  });

  test.each([
    ["shops", ["Pots & Co", "Tote", "Food & Food Products"]],
    ["services", ["Seekho", "Tailoring", "Transport & Delivery"]],
    ["ngos", ["Moonj Samiti", "Hunar", "Without", "Handicrafts", "Baskets"]],
  ] as const)("resultSections filtered by %s contains only that module", (filter, names) => {
    expect(lines(resultSections(EVERYTHING, filter)).map(([, name]) => name)).toEqual(names);
  });

  const BRANDS: BrandName[] = ["Zari Bags", "Bagru Bloom", "Jute Bag Co", "Bag Bazaar", "The Bagwalis"].map((name) => ({
    name,
    module: "shops",
    category: "Bags",
  }));

  test("suggestionSections lists categories before brands, at most four each, prefix matches first", () => {
    const found = suggestionSections("BAG", BRANDS, "all");
    expect(found.map(({ heading }) => heading)).toEqual(["Categories", "Brands"]);
    expect(found[0]?.options.map(({ name }) => name)).toEqual(["Bags"]);
    expect(found[1]?.options.map(({ name }) => name)).toEqual([
      "Bag Bazaar",
      "Bagru Bloom",
      "Jute Bag Co",
      "The Bagwalis",
    ]);
    expect(suggestionSections("bag", BRANDS, "all")).toEqual(found);
  });

  test("suggestionSections links an alternative spelling to its category's page", () => {
    const [categories] = suggestionSections("stationary", [], "all");
    expect(categories?.options[0]?.action).toEqual({ kind: "go", to: "/products/stationery" });
  });
});

describe("SearchSession", () => {
  interface Request {
    readonly query: string;
    readonly resolve: (reply: SearchReply) => void;
    readonly reject: (error: unknown) => void;
    aborted: boolean;
  }

  let requests: Request[];
  let session: SearchSession;
  let state: SearchState;

  beforeEach(() => {
    jest.useFakeTimers();
    requests = [];
    state = IDLE;
    const send = (query: string) => {
      const reply = new Promise<SearchReply>((resolve, reject) => {
        requests.push({ query, resolve, reject, aborted: false });
      });
      const request = requests.at(-1)!;
      return { reply, abort: () => (request.aborted = true) };
    };
    session = new SearchSession(send, (next) => (state = next));
  });
  afterEach(() => session.reset());

  const typeAndWait = (text: string) => {
    session.type(text);
    jest.advanceTimersByTime(300);
  };
  const respond = async (at: number, reply: SearchReply) => requests[at]!.resolve(reply);
  const fail = async (at: number, error: unknown) => requests[at]!.reject(error);
  const queries = () => requests.map(({ query }) => query);
  const found = searchReply({ events: [{ id: "1", title: "Award", awardedBy: "UN", date: "2023", kind: "award" }] });

  test("sends one request 300 ms after the last key and updates suggestions after 150 ms", () => {
    for (const text of ["b", "ba", "bag", "bags"]) {
      session.type(text);
      jest.advanceTimersByTime(100);
    }
    jest.advanceTimersByTime(49);
    expect(state.debounced).toBe("");
    jest.advanceTimersByTime(1);
    expect(state.debounced).toBe("bags");
    jest.advanceTimersByTime(149);
    expect(queries()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(queries()).toEqual(["bags"]);
    expect(state.phase).toBe("loading");
  });

  test("does not send one character but suggests for it, and truncates the text to 200 characters", () => {
    for (const text of ["b", " b ", "  ", "क"]) {
      session.type(text);
      jest.advanceTimersByTime(5000);
      expect([text, state.debounced, queries()]).toEqual([text, text.trim(), []]);
    }
    typeAndWait("x".repeat(10_000));
    expect(queries()).toEqual(["x".repeat(200)]);
    expect(state).toMatchObject({ text: "x".repeat(200), failure: undefined });
  });

  test("aborts the request in flight on a key and ignores its result", async () => {
    typeAndWait("bag");
    session.type("bags");
    expect(requests[0]?.aborted).toBe(true);
    await fail(0, { status: 0, message: "0: No response" });
    expect(state).toMatchObject({ phase: "typing", failure: undefined });
    jest.advanceTimersByTime(300);
    session.type("pots");
    await respond(1, found);
    expect(state.reply).toBeUndefined();
  });

  test("keeps results while the next are loading, and drops them for a short text or after a failure", async () => {
    typeAndWait("award");
    await respond(0, found);
    expect(state).toMatchObject({ phase: "done", query: "award" });
    session.type("awards");
    expect(state.reply).toBe(found);
    session.type("a");
    expect(state.reply).toBeUndefined();
    typeAndWait("award");
    await respond(1, found);
    typeAndWait("awards");
    await fail(2, { status: 0, message: "0: No response" });
    const failure = "Network error. Please check your connection.";
    expect(state).toMatchObject({ failure, reply: undefined });
  });

  test("reports an error response, repeats the query on retry, and cancels timers and request on reset", async () => {
    typeAndWait("bag");
    await fail(0, { status: 500, message: "500: x" });
    expect(state.failure).toBe("Failed to fetch results. Please try again.");
    session.search();
    expect(queries()).toEqual(["bag", "bag"]);
    session.type("bags");
    session.reset();
    jest.advanceTimersByTime(1000);
    expect(queries()).toEqual(["bag", "bag"]);
    expect(state).toMatchObject({ text: "", phase: "idle" });
  });
});
