import { TextEncoder } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import { servedFacts } from "../api/event-facts";
import type * as FirstView from "../server/first-view";
import { catalogueServer, listing } from "../test/catalogue-server";
import { fakeClock, pass } from "../test/clock";
import { FakeServer } from "../test/fake-server";
import { openScreen, type Site } from "../test/render-site";

const MARKUP = "</script><script>alert(1)</script>\u2028";
let firstView: typeof FirstView.firstView;

beforeAll(async () => {
  // React's server module needs it at import time for streaming, which we do not use; jsdom has none.
  class MessageChannel {
    readonly port1 = {};
    readonly port2 = {};
  }
  Object.assign(globalThis, { MessageChannel, TextEncoder });
  ({ firstView } = await import("../server/first-view"));
  Reflect.deleteProperty(globalThis, "MessageChannel");
});

let served: Element;

beforeEach(() => {
  served = document.createElement("div");
  document.body.append(served);
});
afterEach(() => {
  served.remove();
  jest.useRealTimers();
});

/** Puts the server-rendered HTML of an address into the document, with responses from this server. */
async function serve(address: string, server: FakeServer): Promise<void> {
  const { html } = await firstView(address, servedFacts(), true, async (path, params) => {
    const url = new URL(path, globalThis.location.origin);
    for (const [name, value] of Object.entries(params)) {
      if (typeof value === "string" || typeof value === "number") url.searchParams.set(name, `${value}`);
    }
    const response = await server.fetch(new Request(url));
    if (!response.ok) return undefined;
    return { json: await response.text(), headers: Object.fromEntries(response.headers) };
  });
  served.innerHTML = html;
}

/** Starts the site on the served document. @param transferSize in bytes; 0 means from the browser's cache */
function start(address: string, server: FakeServer, transferSize = 12_000): Promise<Site> {
  served.replaceChildren(...served.querySelectorAll("script"));
  const navigation = { getEntriesByType: () => [{ transferSize }] };
  Object.defineProperty(Object.assign(performance, navigation), "timeOrigin", {
    configurable: true,
    value: Date.now(),
  });
  return openScreen(address, server);
}

const calls = (server: FakeServer) =>
  (["GET /listings/live", "GET /listings/categories", "GET /listings/highlights"] as const).map(
    (name) => server.callsTo(name).length,
  );

test.each([
  ["/", "Our Bestsellers", [0, 0, 1]],
  ["/products", "Bags", [1, 1, 0]],
  ["/products?category=Bags", "Bags", [1, 1, 0]],
  ["/services", "Training", [1, 1, 0]],
  ["/ngo", "Handicrafts", [1, 1, 0]],
  ["/products/bags", "Jhola Junction", [1, 0, 0]],
  ["/services/training", "Jhola Junction", [1, 0, 0]],
  ["/categories/handicrafts", "Jhola Junction", [1, 0, 0]],
  ["/brands/jhola%20junction", "Jhola Junction", [1, 0, 0]],
  ["/brands/Jhola%20Junction?module=services", "Jhola Junction", [1, 0, 0]],
  ["/services/brands/Jhola%20Junction", "Jhola Junction", [1, 0, 0]],
])(
  "%s is rendered with its API responses, and the site does not fetch them again",
  async (address, text, callCounts) => {
    const server = catalogueServer([
      listing({ name: "Sling" }),
      listing({ name: "Lesson", module: "services", category: "Training" }),
      listing({ name: "Basket", module: "ngos", category: "Handicrafts" }),
    ]);
    await serve(address, server);
    expect(served).toHaveTextContent(text);
    expect(served.querySelector("[data-testid=skeleton]")).toBeNull();
    expect(calls(server)).toEqual(callCounts);
    await start(address, server);
    expect(screen.queryByTestId("skeleton")).toBeNull();
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    expect(calls(server)).toEqual(callCounts);
  },
);

test("preloaded responses are refetched after a minute, like any other", async () => {
  const server = catalogueServer([listing({ name: "Sling" })]);
  await serve("/products", server);
  fakeClock();
  const { navigate } = await start("/products", server);
  expect(calls(server)).toEqual([1, 1, 0]);
  await navigate("/about");
  await pass(45);
  await navigate("/products");
  await pass(1);
  expect(calls(server)).toEqual([1, 1, 0]);
  await navigate("/about");
  // With the maximum age of a document added, they are a minute old by now.
  await pass(5);
  await navigate("/products");
  await pass(1);
  expect(calls(server)).toEqual([2, 2, 0]);
});

test("responses in a document from the browser's cache are ignored", async () => {
  const server = catalogueServer([listing({ name: "Sling" })]);
  await serve("/products", server);
  await start("/products", server, 0);
  expect(calls(server)).toEqual([2, 2, 0]);
});

test("a failed call renders a skeleton, not an error, and is left to the browser", async () => {
  const server = catalogueServer([listing({ name: "Sling" })]);
  server.on("GET /listings/live", { status: 500, text: "" });
  await serve("/products", server);
  expect(served.querySelector("[role=alert]")).toBeNull();
  expect(served.querySelectorAll("[data-testid=skeleton]").length).toBeGreaterThan(0);
});

test("a brand name with markup cannot close the script element that contains it", async () => {
  const server = catalogueServer([listing({ name: MARKUP, brand: MARKUP, brandName: MARKUP })]);
  const address = `/brands/${encodeURIComponent(MARKUP)}`;
  await serve(address, server);
  expect(served.querySelectorAll("script")).toHaveLength(1);
  expect(served.querySelector("script")?.textContent).not.toMatch(/[<\u2028]/);
  expect(served.querySelector("main")).toHaveTextContent("</script><script>alert(1)</script>");
  await start(address, server);
  expect(calls(server)).toEqual([1, 0, 0]);
  expect(screen.getByRole("main")).toHaveTextContent("</script><script>alert(1)</script>");
});

test("the floor plan is rendered with its states, and the site takes it over and follows its changes", async () => {
  const opened: string[] = [];
  class Source extends EventTarget {
    constructor(url: string) {
      super();
      opened.push(url);
    }
    close(): void {}
  }
  const server = new FakeServer();
  server.layout = server.layout.filter(({ stallId }) => ["A1", "B12"].includes(stallId));
  await serve("/paid-events/mela", server);
  const statusOf = (root: ParentNode, stallId: string) =>
    root.querySelector(`[data-stall=${stallId}]`)?.getAttribute("data-status");
  expect([statusOf(served, "A1"), statusOf(served, "B12")]).toEqual(["Sold", "Available"]);
  expect(served).toHaveTextContent("1 of 2 Stalls Available");
  Object.assign(globalThis, { EventSource: Source });
  // The browser's own first call is slow: until then it shows the document's states.
  server.on("GET /mela/layout", () => new Promise(() => undefined));
  await start("/paid-events/mela", server);
  expect(statusOf(document, "A1")).toBe("Sold");
  expect(opened).toEqual(["/api/v1/mela/layout/events"]);
  Reflect.deleteProperty(globalThis, "EventSource");
});

test.each([
  ["/paid-events/mela/payment-success", "Verifying Payment..."],
  ["/paid-events/mela/payment-failure", "Checking the payment"],
  ["/payment-success", "Verifying"],
  ["/payment-failure", "Checking"],
])("%s is rendered as waiting for the payment", async (path, text) => {
  await serve(`${path}?order_id=-`, new FakeServer());
  expect(served).toHaveTextContent(text);
  expect(served.querySelector("a[href*=order_id]")).toBeNull();
});
