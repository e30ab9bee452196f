import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { act, screen, waitFor, within } from "@testing-library/react";
import { servedFacts } from "../../api/event-facts";
import { keepSeen } from "../../app/keep-seen";
import { keptStore } from "../../app/kept-store";
import { keep, kept, keptOf } from "../../shared/kept/kept-values";
import { fakeClock, pass } from "../../test/clock";
import { embedFacts } from "../../test/embedded-facts";
import { errorResponse, FakeServer, floorPlan } from "../../test/fake-server";
import { myBooking } from "../../test/my-booking";
import { openScreen } from "../../test/render-site";
import { keepBooking } from "./kept-booking";
import { rememberHold } from "./seen-hold";

const PLAN = "/paid-events/mela";
const LAYOUT = "GET /mela/layout";
const EVENT = "the-mela-2099";
const HOUR = 3_600_000;

beforeAll(async () => {
  await Promise.all([import("./unchecked-hold"), import("./kept-booking-page"), import("./payment-success.page")]);
});
afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** A server that cannot be reached, from the beginning. */
function unreachable(...calls: Parameters<FakeServer["on"]>[0][]): FakeServer {
  const server = new FakeServer();
  for (const call of calls) server.on(call, "offline");
  return server;
}
/** Name of a stall on the plan. */
const stall = (id: string) => document.querySelector(`[data-stall="${id}"]`)?.getAttribute("aria-label");
const note = () => screen.queryByText(/as it was at .*, without network\.$/);
const keepPlan = (): void => keep("plan", EVENT, { event: EVENT, stalls: floorPlan() }, { at: Date.now() - HOUR });

test("the plan is shown as it was, says so, and is of now with the first answer", async () => {
  keepPlan();
  const server = unreachable(LAYOUT);
  const { store } = await openScreen(PLAN, server);
  await waitFor(() => expect(note()).toHaveTextContent(/^The plan as it was at/));
  expect(stall("B12")).toMatch(/Available$/);
  server.stall("B12").status = "Sold";
  server.on(LAYOUT, () => ({ json: server.layout }));
  await act(() => store.dispatch({ type: "__rtkq/online" }));
  await waitFor(() => expect(stall("B12")).toMatch(/Sold$/));
  expect(note()).toBeNull();
});

test.each([
  ["nothing is kept", (): void => undefined, "offline"],
  ["the server answers that it cannot", keepPlan, errorResponse(503, "service_unavailable", "Not now")],
] as const)("no plan is shown where %s", async (_where, prepare, answer) => {
  prepare();
  const server = new FakeServer();
  server.on(LAYOUT, answer);
  await openScreen(PLAN, server);
  expect(await screen.findByText("Availability unavailable")).toBeVisible();
  expect(note()).toBeNull();
});

test("a ticket is shown as it was, where no answer comes, and what belongs to an answer is not", async () => {
  const { booking } = myBooking();
  keep("ticket", booking.orderId, booking, { at: Date.now() - HOUR, lastDay: "2099-12-04" });
  const server = unreachable(`GET /mela/payment-status/${booking.orderId}` as never);
  await openScreen(`${PLAN}/payment-success?order_id=${booking.orderId}`, server);
  expect(await screen.findByRole("article", { name: "Stall ticket" })).toHaveTextContent(booking.orderId);
  expect(note()).toHaveTextContent(/^Your ticket as it was at/);
  expect(screen.queryByRole("region", { name: "Receipt" })).toBeNull();
});

test("my booking is shown as it was, without what is not kept", async () => {
  await keepBooking(myBooking(), { token: "", isNew: true });
  await openScreen("/my-booking", unreachable("GET /mela/my-booking"));
  expect(await screen.findByRole("article", { name: "Stall ticket" })).toBeVisible();
  expect(note()).toHaveTextContent(/^Your booking as it was at/);
  expect(screen.getByRole("region", { name: "Invoice and credit notes" })).toHaveTextContent("INV/26-27/000123");
  expect(screen.queryByText("asha@example.com")).toBeNull();
  expect(screen.queryByRole("link", { name: /^Download/ })).toBeNull();
});

test("a session that has ended leaves nothing of the booking", async () => {
  await keepBooking(myBooking(), { token: "", isNew: true });
  const server = new FakeServer();
  server.on("GET /mela/my-booking", errorResponse(404, "booking_link_invalid", "This link has ended."));
  await openScreen("/my-booking", server);
  await screen.findByRole("heading", { name: "This link no longer leads to a booking" });
  await waitFor(() => expect(keptOf("opened-booking")).toEqual([]));
});

const region = () => screen.findByRole("region", { name: "Your last reservation" });
/** A hold of B12 that was seen before the page was opened, by a device whose clock is behind the server's. */
function seen(seconds: number, clockAhead = 0, more: object = {}): void {
  const hold = new FakeServer().holds("B12", 600, more);
  const endsAt = new Date(Date.now() + clockAhead + seconds * 1000).toISOString();
  rememberHold({ ...hold, expiresAt: endsAt, payUntil: endsAt }, clockAhead);
}

test.each([
  ["runs", [90, 0, {}], "B12 is kept for you for 1:30 more.", /released elsewhere/],
  ["runs, by a clock that is behind", [90, 60_000, {}], "B12 is kept for you for 1:30 more.", /you can pay then/],
  ["is over", [-5, 0, {}], "Your ten minutes for B12 are over.", /free again/],
  [
    "is being paid for",
    [-5, 0, { state: "paying", orderId: "MELA1" }],
    "You started to pay for B12.",
    /do not pay again/,
  ],
] as const)(
  "without network, the plan says that a hold %s, and what it does not know",
  async (_how, hold, known, unknown) => {
    fakeClock();
    seen(...(hold as unknown as Parameters<typeof seen>));
    keepPlan();
    await openScreen(PLAN, unreachable(LAYOUT, "GET /mela/my-hold"));
    const line = await region();
    expect(within(line).getByRole("timer")).toHaveTextContent(known);
    expect(line).toHaveTextContent(unknown);
  },
);

test("without network, the clock of a hold continues to its end", async () => {
  fakeClock();
  seen(3);
  await openScreen(`${PLAN}/register?stallId=B12&type=General&price=27000`, unreachable(LAYOUT, "GET /mela/my-hold"));
  expect(within(await region()).getByRole("timer")).toHaveTextContent("for 0:03 more");
  await pass(4);
  expect(within(await region()).getByRole("timer")).toHaveTextContent("Your ten minutes for B12 are over.");
});

test("what the pages have seen is kept: the plan, the facts, and a ticket as long as it is one", async () => {
  fakeClock();
  const { booking } = myBooking();
  const server = new FakeServer();
  const status = `GET /mela/payment-status/${booking.orderId}` as never;
  server.on(status, { json: booking } as never);
  const { store, navigate } = await openScreen(PLAN, server);
  const end = keepSeen(store);
  await pass(5);
  expect(kept<{ stalls: unknown[] }>("plan", EVENT)?.value.stalls).toHaveLength(70);
  expect(kept("facts", "")?.value).toEqual(servedFacts());
  await act(() => navigate(`${PLAN}/payment-success?order_id=${booking.orderId}`));
  await screen.findByRole("article", { name: "Stall ticket" });
  await pass(5);
  expect(keptOf("ticket")).toEqual([booking.orderId]);
  server.on(status, { json: { ...booking, paymentStatus: "cancelled", outcome: { kind: "cancelled" } } } as never);
  await act(() => navigate(PLAN));
  await act(() => navigate(`${PLAN}/payment-success?order_id=${booking.orderId}`));
  await pass(8);
  expect(keptOf("ticket")).toEqual([]);
  end();
});

test("a document without facts starts with what is kept, and without that says that it keeps trying", () => {
  const facts = servedFacts();
  document.body.innerHTML = '<p id="not-started" hidden><button>Load it again</button></p>';
  try {
    expect(keptStore()).toBeUndefined();
    expect(document.getElementById("not-started")).not.toHaveAttribute("hidden");
    keep("facts", "", facts, { at: Date.now() });
    const query = { status: "fulfilled", endpointName: "getEventFacts", originalArgs: EVENT, data: facts };
    keep("facts", `getEventFacts("${EVENT}")`, query, { at: Date.now() });
    const { site, api } = keptStore()?.getState() ?? {};
    expect(site).toMatchObject({ facts, openedWithoutNetwork: true });
    expect(Object.keys(api?.queries ?? {})).toEqual([`getEventFacts("${EVENT}")`]);
  } finally {
    document.body.innerHTML = "";
    embedFacts(facts);
  }
});
