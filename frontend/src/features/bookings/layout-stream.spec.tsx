import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { act, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { servedFacts } from "../../api/event-facts";
import type { LayoutStall } from "../../api/mela-api";
import { fakeClock, pass } from "../../test/clock";
import { errorResponse, FakeServer } from "../../test/fake-server";
import { openScreen, type Site } from "../../test/render-site";

const PLAN = "/paid-events/mela";
const ETAG = 'W/"aaaaaaaaaaaaaaaaaaaaaaaaaaa"';

/** Test double of the browser's EventSource. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  /** The page's open connection. */
  static get current(): FakeEventSource | undefined {
    return FakeEventSource.opened.findLast(({ readyState }) => readyState !== FakeEventSource.CLOSED);
  }

  async send(type: "plan" | "changes" | "alive", stalls: readonly LayoutStall[], lastEventId = "v"): Promise<void> {
    this.readyState = 1;
    const event = new MessageEvent(type, { data: JSON.stringify(stalls), lastEventId });
    await act(async () => this.dispatchEvent(event));
    // The store notifies its subscribers at the next frame.
    await pass(0.05);
  }

  async fail(readyState: 0 | 2): Promise<void> {
    this.readyState = readyState;
    await act(async () => this.dispatchEvent(new Event("error")));
    await pass(0);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

let visibility: DocumentVisibilityState = "visible";
async function setVisibility(state: DocumentVisibilityState): Promise<void> {
  visibility = state;
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  await pass(0);
}

beforeEach(() => {
  FakeEventSource.opened = [];
  visibility = "visible";
  Object.assign(globalThis, { EventSource: FakeEventSource });
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => visibility });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "EventSource");
  Reflect.deleteProperty(document, "visibilityState");
});

let site: Site;
let user: UserEvent;

/** A test on the open plan. Afterwards the plan unmounts; its cache entry, and the stream with it, lives for a minute. */
function planTest(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    await open();
    try {
      await work();
    } finally {
      site.unmount();
      await pass(61);
    }
    expect(FakeEventSource.current).toBeUndefined();
  });
}

const polls = (): number => site.server.callsTo("GET /mela/layout").length;
const nameOf = (stallId: string): string | null =>
  document.querySelector(`[data-stall="${stallId}"]`)?.getAttribute("aria-label") ?? null;
/** Stalls that have changed at the server. */
const changed = new Map<string, LayoutStall>();
const as = (stallId: string, status: LayoutStall["status"]): LayoutStall => ({ ...site.server.stall(stallId), status });

async function open(): Promise<void> {
  user = fakeClock();
  const server = new FakeServer();
  server.layout = [server.stall("B11"), server.stall("B12")];
  changed.clear();
  server.on("GET /mela/layout", () => ({
    json: server.layout.map((stall) => changed.get(stall.stallId) ?? stall),
    headers: { etag: ETAG },
  }));
  site = await openScreen(PLAN, server);
  await pass(0);
}

/** Changes a stall at the server, which pushes the change. */
async function push(stall: LayoutStall): Promise<void> {
  changed.set(stall.stallId, stall);
  await FakeEventSource.current?.send("changes", [stall]);
}

planTest("shows pushed changes between the polls, which continue as specified (T-152)", async () => {
  const source = FakeEventSource.current;
  expect(source?.url).toBe("/api/v1/mela/layout/events?since=aaaaaaaaaaaaaaaaaaaaaaaaaaa");
  await source?.send("changes", []);
  const before = polls();
  await push(as("B12", "Sold"));
  expect(nameOf("B12")).toMatch(/Sold$/);
  expect(screen.getByText("B12 is now sold. 1 of 2 Stalls Available.")).toBeInTheDocument();
  expect(polls()).toBe(before);
  await pass(20.5);
  expect(polls()).toBe(before + 2);
  expect(nameOf("B12")).toMatch(/Sold$/);
});

planTest("announces pushed changes together, at most as often as a poll would", async () => {
  await FakeEventSource.current?.send("changes", []);
  await push(as("B12", "Reserved"));
  const first = "B12 is now reserved. 1 of 2 Stalls Available.";
  expect(screen.getByText(first)).toBeInTheDocument();
  await pass(3);
  await push(as("B11", "Reserved"));
  await push(as("B12", "Sold"));
  expect(nameOf("B12")).toMatch(/Sold$/);
  expect(screen.getByText(first)).toBeInTheDocument();
  await pass(7);
  expect(screen.getByText(/^B1[12] is now .*0 of 2 Stalls Available\.$/)).toHaveTextContent(/B11 is now reserved\./);
});

planTest(
  "polls every 10 seconds when the stream is refused, and retries the stream after a minute or two",
  async () => {
    await FakeEventSource.current?.fail(2);
    const before = polls();
    await pass(30.5);
    expect(polls()).toBe(before + 3);
    expect(FakeEventSource.opened).toHaveLength(1);
    await pass(90);
    expect(FakeEventSource.opened.length).toBeGreaterThan(1);
  },
);

planTest(
  "shows the polled plan while the stream is broken, and the stream's plan once it has reconnected",
  async () => {
    const source = FakeEventSource.current;
    await source?.send("changes", [as("B12", "Sold")]);
    await source?.fail(0);
    const before = polls();
    // The poll's response does not include the sale.
    await pass(10.5);
    expect(polls()).toBe(before + 1);
    expect(nameOf("B12")).toMatch(/Available$/);
    // Nothing has changed on the stream since: the sale still stands.
    await source?.send("changes", []);
    expect(nameOf("B12")).toMatch(/Sold$/);
  },
);

planTest("closes and reopens a stream that sends no heartbeat", async () => {
  await FakeEventSource.current?.send("changes", []);
  const before = polls();
  await pass(39);
  expect(polls()).toBe(before + 3);
  await pass(1.5);
  expect(FakeEventSource.current).toBeUndefined();
  await pass(5);
  expect(FakeEventSource.opened).toHaveLength(2);
});

planTest("closes the stream while the page is hidden, and resumes from its version", async () => {
  await FakeEventSource.current?.send("changes", [], "bbbbbbbbbbbbbbbbbbbbbbbbbbb");
  await setVisibility("hidden");
  expect(FakeEventSource.current).toBeUndefined();
  const before = polls();
  await pass(10.5);
  expect(polls()).toBe(before + 1);
  await setVisibility("visible");
  expect(FakeEventSource.current?.url).toBe("/api/v1/mela/layout/events?since=bbbbbbbbbbbbbbbbbbbbbbbbbbb");
});

/** The server's plan is another event's from the next poll on, with another stall B12. */
async function turn(event: string): Promise<void> {
  site.server.on("GET /mela/facts", () => ({
    json: { ...servedFacts(), slug: event, name: "The Winter Mela", city: "Nashik", sales: "open" } as never,
  }));
  site.server.on("GET /mela/layout", () => ({
    json: site.server.layout,
    headers: { etag: ETAG, "plan-event": event },
  }));
  await pass(10.5);
  await pass(1);
}

planTest(
  "follows the plan of another event once that is current, says so, and reserves on the one it shows",
  async () => {
    const [opened, event] = [servedFacts().slug, "the-winter-mela"];
    expect(FakeEventSource.opened).toHaveLength(1);
    await turn(event);
    const notice = screen.getByText(/^Another Mela is shown here now: The Winter Mela, .*Nashik\.$/);
    expect(notice).toBeVisible();
    expect(screen.getByText(/^You were looking at The Mela, 3rd and 4th December/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Back to its floor plan" })).toHaveAttribute(
      "href",
      `/paid-events/${opened}`,
    );
    // What the former event's stream says is not about this plan.
    await FakeEventSource.current?.send("changes", [as("B12", "Sold")]);
    expect(nameOf("B12")).toMatch(/Available$/);
    expect(FakeEventSource.current?.url).toBe("/api/v1/mela/layout/events?event=the-winter-mela");
    await FakeEventSource.current?.send("plan", [as("B11", "Sold"), as("B12", "Available")]);
    expect([nameOf("B11"), nameOf("B12")]).toEqual([
      expect.stringMatching(/Sold$/),
      expect.stringMatching(/Available$/),
    ]);
    await user.click(document.querySelector('[data-stall="B12"]') ?? document.body);
    expect(screen.getByRole("dialog")).toHaveTextContent(/The Winter Mela, .*, Nashik/);
    await user.click(screen.getByRole("button", { name: "Yes, Reserve" }));
    await pass(1);
    expect(site.server.callsTo("POST /mela/reserve").map(({ body }) => body)).toEqual([
      { stallId: "B12", event, planEvent: event },
    ]);
  },
);

planTest("announces no other event's plan as changes of the former one", async () => {
  await pass(1);
  site.server.layout = site.server.layout.map((stall) => ({ ...stall, status: "Sold" }));
  await turn("the-winter-mela");
  expect(screen.getByText(/^Another Mela is shown here now/)).toBeVisible();
  expect(nameOf("B12")).toMatch(/Sold$/);
  expect(screen.queryByText(/ is now |stalls changed/)).toBeNull();
});

planTest("does not reserve a stall of another event than the one it was chosen from", async () => {
  const [opened, event] = [servedFacts().slug, "the-winter-mela"];
  await pass(1);
  await user.click(document.querySelector('[data-stall="B12"]') ?? document.body);
  await pass(1);
  expect(screen.getByRole("dialog")).toHaveTextContent(/The Mela, 3rd and 4th December \d{4}, Bangalore/);
  await turn(event);
  // The open dialog keeps its event.
  expect(screen.getByRole("dialog")).toHaveTextContent(/The Mela, 3rd and 4th December \d{4}, Bangalore/);
  site.server.on("POST /mela/reserve", errorResponse(409, "event_changed", "Another event is shown here now"));
  await user.click(screen.getByRole("button", { name: "Yes, Reserve" }));
  await pass(1);
  expect(site.server.callsTo("POST /mela/reserve").map(({ body }) => body)).toEqual([
    { stallId: "B12", event, planEvent: opened },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Nothing was reserved")).toBeVisible();
  expect(screen.getByText(/^You chose B12 at The Mela, 3rd and 4th December/)).toHaveTextContent(
    /Another Mela is shown here now\.$/,
  );
  expect(screen.getByRole("link", { name: "Back to its floor plan" })).toBeVisible();
});

planTest("removes the notice of a failed poll once the stream delivers the plan", async () => {
  await FakeEventSource.current?.fail(0);
  site.server.on("GET /mela/layout", "offline");
  await pass(10.5);
  expect(screen.getByText(/trying again$/)).toBeVisible();
  site.server.on("GET /mela/layout", () => ({ json: site.server.layout, headers: { etag: ETAG } }));
  await FakeEventSource.current?.send("plan", site.server.layout);
  expect(screen.queryByText(/trying again$/)).not.toBeInTheDocument();
});
