import { describe, expect, it } from "@jest/globals";
import {
  BOOKING_INITIAL_STATES,
  BOOKING_STATES,
  BOOKING_TRANSITIONS,
  HOLD_STATES,
  LIVE_STATES,
  RELEASE_REASONS,
  canChange,
  canTransition,
  isEnded,
  isLive,
} from "./booking.states.js";
import type { BookingChange, BookingState, BookingTransition } from "./booking.states.js";

const NAMES = Object.keys(BOOKING_TRANSITIONS) as BookingTransition[];

describe("BOOKING_TRANSITIONS", () => {
  it.each<[BookingState, BookingTransition[]]>([
    ["held", ["registered", "hold_released"]],
    ["registered", ["registered", "payment_started", "sold", "hold_released"]],
    ["paying", ["payment_not_opened", "sold", "payment_released"]],
    ["sold", ["cancelled"]],
    ["released", ["sold_late"]],
    ["blocked", ["unblocked"]],
  ])("allows from %s: %j", (from, allowed) => {
    expect(NAMES.filter((name) => canTransition(name, from))).toEqual(allowed);
  });

  it("reaches every state from an initial state", () => {
    const reached = new Set<BookingState>(Object.values(BOOKING_INITIAL_STATES));
    for (let size = -1; size !== reached.size;) {
      size = reached.size;
      for (const name of NAMES) {
        const { from, to } = BOOKING_TRANSITIONS[name];
        if (from.some((state) => reached.has(state))) reached.add(to);
      }
    }
    expect([...reached].toSorted()).toEqual([...BOOKING_STATES].toSorted());
  });

  it("has reasons on exactly the transitions to released, and uses every reason", () => {
    const releasing = NAMES.filter((name) => BOOKING_TRANSITIONS[name].to === "released");
    const reasoned = NAMES.filter((name) => "reasons" in BOOKING_TRANSITIONS[name]);
    expect(reasoned).toEqual(releasing);
    const used = releasing.flatMap((name) => {
      const transition = BOOKING_TRANSITIONS[name];
      return "reasons" in transition ? transition.reasons : [];
    });
    expect(new Set(used)).toEqual(new Set(RELEASE_REASONS));
  });

  it("never resells a cancelled booking", () => {
    expect(BOOKING_TRANSITIONS.sold_late.neverAfter).toEqual(BOOKING_TRANSITIONS.cancelled.reasons);
  });

  it("limits each operator change to certain states", () => {
    const states = (change: BookingChange) => BOOKING_STATES.filter((state) => canChange(change, state));
    expect(states("moved")).toEqual(["held", "registered", "sold"]);
    expect(states("hold_extended")).toEqual(["held", "registered"]);
    expect(states("corrected")).toEqual(["registered", "paying", "sold"]);
  });

  it("classifies states as live, hold and ended", () => {
    expect(BOOKING_STATES.filter(isLive)).toEqual([...LIVE_STATES]);
    expect(BOOKING_STATES.filter(isEnded)).toEqual(["sold", "released"]);
    expect(HOLD_STATES.every((state) => canTransition("hold_released", state))).toBe(true);
    expect(BOOKING_STATES.filter((state) => canTransition("hold_released", state))).toEqual([...HOLD_STATES]);
  });
});
