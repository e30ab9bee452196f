import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { UNSAFE_createMemoryHistory as createMemoryHistory } from "react-router-dom";
import { AppProviders } from "../../app/providers";
import { createStore } from "../../app/store";
import { catalogueServer, listing, searchReply } from "../../test/catalogue-server";
import { fakeClock, pass } from "../../test/clock";
import { type FakeServer, gate } from "../../test/fake-server";
import { loadBrand, loadHome } from "../../test/lazy-parts";
import { openSite } from "../../test/render-site";
import { guarded, SiteRouter } from "../../ui/navigation";
import { SearchBox } from "./search-box";
import type { SearchReply } from "../../api/catalogue-api";
import { SearchSession } from "./search-session";

describe("the search box", () => {
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
    await act(() => site.navigate("/paid-events"));
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
      screen.getByText('NGO listings are being added. Try searching in "All" or "Products" for available content.'),
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
    expect(JSON.parse(localStorage.getItem("recentSearches") ?? "")).toEqual(["six", "one", "five", "four", "three"]);
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
    expect(within(dialog).getByRole("link", { name: /Visit Shop/ })).toHaveAttribute("href", "https://jhola.example");
    expect(site.address()).toBe("/paid-events/policies");
  });

  test("without a handler a product goes to / and fires openListing there", async () => {
    const user = fakeClock();
    const server = catalogueServer(LISTINGS);
    server.on("GET /search", { json: FOUND });
    globalThis.fetch = server.fetch;
    const history = guarded(createMemoryHistory({ initialEntries: ["/about"], v5Compat: true }));
    render(
      <AppProviders store={createStore()}>
        <SiteRouter history={history}>
          <SearchBox />
        </SiteRouter>
      </AppProviders>,
    );
    const heard: unknown[] = [];
    const hear = (event: Event) => heard.push((event as CustomEvent).detail, history.location.pathname);
    globalThis.addEventListener("openListing", hear);
    await search(user, screen.getByRole("combobox"), "bag");
    await user.click(screen.getByRole("option", { name: /Tote bag/ }));
    await pass(0.1);
    await waitFor(() => expect(heard).toEqual([expect.objectContaining({ name: "Tote bag" }), "/"]));
    globalThis.removeEventListener("openListing", hear);
  });
});

describe("the focus of a search", () => {
  // Loaded before the clock is faked: modules come by real time.
  beforeAll(async () => {
    await import("./search-parts");
    await loadHome();
  });

  /** The site at an address, with a search that is answered as it is said. */
  async function open(address: string, answer: Parameters<FakeServer["on"]>[1]) {
    const user = fakeClock();
    const server = catalogueServer([]);
    server.on("GET /search", answer);
    await openSite(address, server);
    return { user, server };
  }

  test("the focus comes back to the box when the panel goes from under it", async () => {
    const { user } = await open("/paid-events/policies", { json: searchReply({}) });
    await user.click(screen.getByRole("button", { name: "Search" }));
    const box = screen.getByRole("combobox", { name: /^Search/ });
    await user.type(box, "zzz");
    await pass(1);
    await user.tab();
    await user.tab();
    expect(screen.getByRole("button", { name: "All" })).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("button", { name: "All" })).not.toBeInTheDocument();
    expect(box).toHaveValue("");
    expect(box).toHaveFocus();
  });

  test("the focus stays with the search when a failed one is tried again", async () => {
    const { user, server } = await open("/paid-events/policies", { status: 500, text: "x" });
    await user.click(screen.getByRole("button", { name: "Search" }));
    const box = screen.getByRole("combobox", { name: /^Search/ });
    await user.type(box, "zzz");
    await pass(1);
    screen.getByRole("button", { name: "Retry" }).focus();
    await user.keyboard("{Enter}");
    await pass(1);
    expect(server.callsTo("GET /search")).toHaveLength(2);
    expect(box).toHaveFocus();
  });

  test("an address that asks for a search shows its box, on phones too", async () => {
    const { server } = await open("/?q=zzz", { json: searchReply({}) });
    await pass(1);
    expect(screen.getByRole("button", { name: "Close search" })).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByRole("combobox", { name: /^Search/ })).toHaveFocus();
    expect(server.callsTo("GET /search").map(({ query }) => query.get("q"))).toEqual(["zzz"]);
    expect(screen.getByText('No results found for "zzz"')).toBeVisible();
  });
});

describe("a search session", () => {
  interface Question {
    readonly query: string;
    readonly answer: (answer: SearchReply) => Promise<void>;
    readonly fail: (error: unknown) => Promise<void>;
    aborted: boolean;
  }

  let questions: Question[];
  let session: SearchSession;

  beforeEach(() => {
    jest.useFakeTimers();
    questions = [];
    session = new SearchSession(
      (query) => {
        let resolve: (answer: SearchReply) => void = () => undefined;
        let reject: (error: unknown) => void = () => undefined;
        const promise = new Promise<SearchReply>((yes, no) => {
          resolve = yes;
          reject = no;
        });
        const settled = promise.then(
          () => undefined,
          () => undefined,
        );
        const question: Question = {
          query,
          answer: (answer) => (resolve(answer), settled),
          fail: (error) => (reject(error), settled),
          aborted: false,
        };
        questions.push(question);
        return { answer: promise, abort: () => (question.aborted = true) };
      },
      (error) => error as { status: number },
    );
  });
  afterEach(() => session.reset());

  const asked = () => questions.map(({ query }) => query);
  const found = searchReply({ events: [{ id: "1", title: "Award", awardedBy: "UN", date: "2023", kind: "award" }] });

  test("fast typing of a word sends one request, 300 ms after the last key", () => {
    for (const text of ["b", "ba", "bag", "bags"]) {
      session.type(text);
      jest.advanceTimersByTime(100);
    }
    jest.advanceTimersByTime(199);
    expect(asked()).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(asked()).toEqual(["bags"]);
    expect(session.current().phase).toBe("loading");
  });

  test("suggestions follow after 150 ms, from 1 character", () => {
    session.type("b");
    jest.advanceTimersByTime(149);
    expect(session.current().settled).toBe("");
    jest.advanceTimersByTime(1);
    expect(session.current().settled).toBe("b");
  });

  test.each(["b", " b ", "  ", "क"])("%p is too short for the server", (text) => {
    session.type(text);
    jest.advanceTimersByTime(5000);
    expect(asked()).toEqual([]);
  });

  test("a key ends the request under way, silently", async () => {
    session.type("bag");
    jest.advanceTimersByTime(300);
    session.type("bags");
    expect(questions[0]?.aborted).toBe(true);
    await questions[0]?.fail({ status: 0 });
    expect(session.current()).toMatchObject({ phase: "typing", failure: undefined });
  });

  test("an answer that comes after its question was called back is not shown", async () => {
    session.type("bag");
    jest.advanceTimersByTime(300);
    session.type("pots");
    await questions[0]?.answer(found);
    expect(session.current().answer).toBeUndefined();
  });

  test("results stay while the next are on their way, and go when the box is too short again", async () => {
    session.type("award");
    jest.advanceTimersByTime(300);
    await questions[0]?.answer(found);
    expect(session.current()).toMatchObject({ phase: "answered", answered: "award" });
    session.type("awards");
    expect(session.current().answer).toBe(found);
    session.type("a");
    expect(session.current().answer).toBeUndefined();
  });

  test("an answer that is not OK says so, and trying again asks the same", async () => {
    session.type("bag");
    jest.advanceTimersByTime(300);
    await questions[0]?.fail({ status: 500 });
    expect(session.current().failure).toBe("Failed to fetch results. Please try again.");
    session.search();
    expect(asked()).toEqual(["bag", "bag"]);
  });

  test("no answer at all is a network error, and clears the earlier results", async () => {
    session.type("award");
    jest.advanceTimersByTime(300);
    await questions[0]?.answer(found);
    session.type("awards");
    jest.advanceTimersByTime(300);
    await questions[1]?.fail({ status: 0 });
    expect(session.current()).toMatchObject({
      failure: "Network error. Please check your connection.",
      answer: undefined,
    });
  });

  test("over 200 characters are cut off, and searched for", () => {
    session.type("x".repeat(10_000));
    jest.advanceTimersByTime(1000);
    expect(asked()).toEqual(["x".repeat(200)]);
    expect(session.current()).toMatchObject({ text: "x".repeat(200), failure: undefined });
  });

  test("a reset ends timers and the request", () => {
    session.type("bag");
    jest.advanceTimersByTime(300);
    session.type("bags");
    session.reset();
    jest.advanceTimersByTime(1000);
    expect(asked()).toEqual(["bag"]);
    expect(session.current()).toMatchObject({ text: "", phase: "idle" });
  });
});
