import { describe, expect, it } from "@jest/globals";
import type { BookingState, ReleaseReason } from "../bookings/booking.states.js";
import {
  nextOfPlace,
  type NextOfPlace,
  offerSeconds,
  turnOf,
  WAITING_STATES,
  type WaitingState,
} from "./waiting.rules.js";

const HOUR = 3600;
const DAY = 24 * HOUR;

describe("offerSeconds", () => {
  it.each([
    ["far from the end: the operator's hours", 24, 60 * DAY, 24 * HOUR],
    ["a short choice stays", 2, 60 * DAY, 2 * HOUR],
    ["ten days left", 24, 10 * DAY, 24 * HOUR],
    ["five days left: half a day", 24, 5 * DAY, 12 * HOUR],
    ["a day left", 24, DAY, 8640],
    ["five hours left: an hour", 24, 5 * HOUR, HOUR],
    ["less than an hour left: until the end", 24, HOUR / 2, HOUR / 2],
    ["a quarter of an hour left", 1, HOUR / 4, HOUR / 4],
    ["too late for anyone to read a mail", 24, HOUR / 4 - 1, 0],
    ["the sale has ended", 24, -5, 0],
    ["parts of a second count for nobody", 72, 100_000.7, 10_000],
  ])("%s", (_, hours, left, expected) => {
    expect(offerSeconds(hours, left)).toBe(expected);
  });

  it("is never longer than the sale, and never longer for less time", () => {
    let before = Infinity;
    for (let left = 30 * DAY; left > -HOUR; left -= 977) {
      const seconds = offerSeconds(48, left);
      expect(seconds).toBeLessThanOrEqual(Math.max(0, left));
      expect(seconds).toBeLessThanOrEqual(before);
      before = seconds;
    }
  });
});

it.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [9, 1],
  [10, 2],
])("with %d open places of an address, the next is in round %d", (places, turn) => {
  expect(turnOf(places)).toBe(turn);
});

describe("nextOfPlace", () => {
  type Case = [
    what: string,
    state: WaitingState,
    booking: [BookingState, (ReleaseReason | null)?] | undefined,
    is: "" | "over" | "closed" | "over and closed",
    next: NextOfPlace | undefined,
  ];
  it.each<Case>([
    ["she waits", "waiting", undefined, "", undefined],
    ["the sale ended while she waits", "waiting", undefined, "closed", "close"],
    ["her stall is kept", "offered", ["blocked"], "", undefined],
    ["her offer is over", "offered", ["blocked"], "over", "lapse"],
    ["her offer ended with the sale", "offered", ["blocked"], "over and closed", "lapse"],
    ["the event was cancelled during her offer", "offered", ["blocked"], "closed", "close"],
    ["somebody unblocked her stall", "offered", ["released", "operator"], "", "wait"],
    ["she holds it", "taken", ["held"], "", undefined],
    ["she holds it beyond the offer's end", "taken", ["registered"], "over", undefined],
    ["she pays beyond the sale's end", "taken", ["paying"], "over and closed", undefined],
    ["she has bought it", "taken", ["sold"], "over and closed", "bought"],
    ["her ten minutes ended", "taken", ["released", "hold_expired"], "", "offer_again"],
    ["her payment failed", "taken", ["released", "payment_failed"], "", "offer_again"],
    ["her payment's time ended", "taken", ["released", "payment_expired"], "", "offer_again"],
    ["an operator ended her hold", "taken", ["released", "operator"], "", "offer_again"],
    ["her ten minutes ended after the offer", "taken", ["released", "hold_expired"], "over", "lapse"],
    ["she let it go", "taken", ["released", "left"], "", "lapse"],
    ["she took another stall", "taken", ["released", "replaced"], "", "lapse"],
    ["her hold ended with the sale", "taken", ["released", "hold_expired"], "closed", "close"],
    ["her hold was lost with the database", "taken", undefined, "", "offer_again"],
  ])("%s: %s, %j, %s", (_, state, booking, is, next) => {
    const facts = booking && { state: booking[0], releaseReason: booking[1] ?? null };
    const [isOver, isClosed] = [is.includes("over"), is.includes("closed")];
    expect(nextOfPlace({ state, booking: facts, isOver, isClosed })).toBe(next);
  });

  it("changes nothing that has ended", () => {
    const ended = WAITING_STATES.filter((state) => !["waiting", "offered", "taken"].includes(state));
    for (const state of ended) {
      expect(nextOfPlace({ state, booking: undefined, isOver: true, isClosed: true })).toBeUndefined();
    }
  });
});
