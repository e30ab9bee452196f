import { afterEach, beforeAll, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import type { StallOffer, WaitingPlace } from "../../api/mela-api";
import { fakeClock, pass } from "../../test/clock";
import { type CallName, errorResponse, type FakeFailure, FakeServer } from "../../test/fake-server";
import { myBooking } from "../../test/my-booking";
import { REGISTER } from "../../test/registering";
import { openScreen } from "../../test/render-site";
import { rememberHold } from "./seen-hold";

const TOKEN = `${"ab".repeat(16)}.${"c".repeat(43)}`;
const { booking } = myBooking();
const STATUS = `GET /mela/payment-status/${booking.orderId}` as CallName;
const MY_HOLD = "GET /mela/my-hold";

const offer: StallOffer = {
  ...{ state: "open", orderId: booking.orderId, event: "the-mela-2099", lostStallId: "B12", stallType: "General" },
  ...{ amount: 27_000, serverTime: "2099-01-01T00:00:00.000Z", expiresAt: "2099-01-02T00:00:00.000Z" },
  freeStalls: ["B13"],
};
const place: WaitingPlace = {
  ...{ event: "the-mela-2099", stallType: "Premium", state: "waiting", place: 3, confirmed: true, language: "en" },
  serverTime: "2099-01-01T00:00:00.000Z",
};

/** What a page shows without an answer, and with one. */
interface Page {
  readonly address: string;
  readonly call: CallName;
  readonly failed: string | RegExp;
  readonly answer: object;
  readonly shown: string | RegExp;
}
const PAGES: Readonly<Record<string, Page>> = {
  registration: {
    ...{ address: REGISTER, call: MY_HOLD, failed: "We could not load your reservation" },
    ...{ answer: new FakeServer().holds("B12", 3_000), shown: "Time Remaining" },
  },
  offer: {
    ...{ address: `/paid-events/mela/offer#${TOKEN}`, call: "POST /mela/offer/view", answer: offer },
    ...{ failed: "We could not look up your offer", shown: "Choose another stall" },
  },
  "place on the waiting list": {
    ...{ address: `/paid-events/mela/waiting-list#${TOKEN}`, call: "POST /mela/waiting/view", answer: place },
    ...{ failed: "We could not look up your place", shown: "You are number 3 in the queue" },
  },
  "my booking": {
    ...{ address: "/my-booking", call: "GET /mela/my-booking", answer: myBooking() },
    ...{ failed: "We could not open your booking.", shown: "Invoice and credit notes" },
  },
  "payment that failed": {
    ...{ address: `/paid-events/mela/payment-failure?order_id=${booking.orderId}`, call: STATUS },
    ...{ answer: { ...booking, paymentStatus: "payment_failed", outcome: { kind: "failed_attempt" } } },
    ...{ failed: "We could not check your payment", shown: "Payment Failed" },
  },
};
const UNANSWERED: readonly FakeFailure[] = ["offline", { status: 502, text: "<html>Bad Gateway</html>" }];

// Import before the clock is faked: dynamic imports need real time.
beforeAll(async () => {
  // One after another: jest links modules that are imported at once in the wrong order.
  await import("./register.page");
  await import("./unchecked-hold");
  await import("./offer.page");
  await import("./my-booking.page");
  await import("./payment-failure.page");
  await import("./waiting-place");
  await import("./kept-booking");
  await import("./kept-booking-page");
});
afterEach(() => sessionStorage.clear());

test.each(Object.entries(PAGES).flatMap(([name, page]) => UNANSWERED.map((failure) => [name, failure, page] as const)))(
  "asks again by itself, until there is an answer: %s, %j",
  async (_name, failure, page) => {
    fakeClock();
    const server = new FakeServer();
    server.on(page.call, failure);
    await openScreen(page.address, server);
    await pass(2);
    expect(screen.getByText(page.failed)).toBeVisible();
    const asked = server.callsTo(page.call).length;
    const respond = server.withhold(page.call, failure);
    await pass(3);
    expect(server.callsTo(page.call).length).toBeGreaterThan(asked);
    // What the page says does not come and go with each try.
    expect(screen.getByText(page.failed)).toBeVisible();
    respond();
    server.on(page.call, { json: page.answer });
    await pass(10);
    expect((await screen.findAllByText(page.shown))[0]).toBeVisible();
    expect(screen.queryByText(page.failed)).not.toBeInTheDocument();
  },
);

test("asks at growing pauses, at once when the browser is connected again, and no more once there is an answer", async () => {
  fakeClock();
  const { address, call } = PAGES["my booking"]!;
  const server = new FakeServer();
  server.on(call, "offline");
  await openScreen(address, server);
  await pass(1);
  const at: number[] = [];
  for (let second = 1; second <= 100; second += 1) {
    const before = server.callsTo(call).length;
    await pass(1);
    if (server.callsTo(call).length > before) at.push(second);
  }
  const pauses = at.map((second, index) => second - (at[index - 1] ?? 0));
  expect(pauses).toHaveLength(5);
  for (const [index, least] of [2, 6, 12, 24, 30].entries()) expect(pauses[index]).toBeGreaterThanOrEqual(least);
  server.on(call, { json: myBooking() });
  const before = server.callsTo(call).length;
  globalThis.dispatchEvent(new Event("online"));
  await pass(0.1);
  expect(server.callsTo(call)).toHaveLength(before + 1);
  await pass(120);
  expect(server.callsTo(call)).toHaveLength(before + 1);
});

test("what the server rejects for good is not asked again", async () => {
  fakeClock();
  const server = new FakeServer();
  server.on(MY_HOLD, errorResponse(400, "invalid_request", "No such event."));
  await openScreen(REGISTER, server);
  await pass(100);
  expect(server.callsTo(MY_HOLD)).toHaveLength(1);
});

test.each(Object.entries(PAGES))(
  "what was refused because many people are here is not asked again once she stops it: %s",
  async (_name, { address, call }) => {
    const user = fakeClock();
    const server = new FakeServer();
    server.on(call, {
      ...(errorResponse(503, "overloaded", "Many people are here.") as object),
      headers: { "retry-after": "3" },
    } as never);
    await openScreen(address, server);
    await pass(1);
    await user.click(screen.getByRole("button", { name: "Stop" }));
    await pass(1);
    const asked = server.callsTo(call).length;
    await pass(100);
    expect(server.callsTo(call)).toHaveLength(asked);
    expect(screen.getByRole("button", { name: /^(?:Try|Check) again$/i })).toBeVisible();
    expect(screen.queryByText(/This page tries again by itself/)).not.toBeInTheDocument();
  },
);

test("a hold whose time is over is not said to be kept, and its end is shown once there is an answer", async () => {
  fakeClock();
  const server = new FakeServer();
  rememberHold(server.holds("B12", 4), 0);
  server.on(MY_HOLD, "offline");
  const { address } = await openScreen(REGISTER, server);
  await pass(5);
  const over = "Your ten minutes for B12 are over.";
  await waitFor(() => expect(screen.getByRole("timer")).toHaveTextContent(over));
  expect(screen.queryByText(/still kept for you/)).not.toBeInTheDocument();
  expect(screen.getByText(/This page tries again by itself\./)).toBeVisible();
  server.on(MY_HOLD, { json: null });
  await pass(10);
  expect(address()).toBe("/paid-events/mela");
});
