import { describe, expect, it } from "@jest/globals";
import { canChange, canTransition, isEnded } from "../payments/lifecycle.states.js";
import type { ChangeOf, TransitionOf } from "../payments/lifecycle.states.js";
import {
  BOOKING_LIFECYCLE,
  BOOKING_STATES,
  HOLD_STATES,
  LIVE_STATES,
  RELEASE_REASONS,
  isLive,
} from "./booking.states.js";
import type { BookingState } from "./booking.states.js";

type Name = TransitionOf<typeof BOOKING_LIFECYCLE>;
const { transitions } = BOOKING_LIFECYCLE;
const NAMES = Object.keys(transitions) as Name[];
const may = (name: Name, state: BookingState) => canTransition(BOOKING_LIFECYCLE, name, state);

describe("BOOKING_LIFECYCLE", () => {
  it.each<[BookingState, Name[]]>([
    ["held", ["registered", "hold_released"]],
    ["registered", ["registered", "payment_started", "sold", "hold_released"]],
    ["paying", ["payment_not_opened", "sold", "payment_released"]],
    ["sold", ["cancelled"]],
    ["released", ["sold_late"]],
    ["blocked", ["unblocked"]],
  ])("allows from %s: %j", (from, allowed) => {
    expect(NAMES.filter((name) => may(name, from))).toEqual(allowed);
  });

  it("has reasons on exactly the transitions to released, and uses every reason", () => {
    const releasing = NAMES.filter((name) => transitions[name].to === "released");
    const reasoned = NAMES.filter((name) => "reasons" in transitions[name]);
    expect(reasoned).toEqual(releasing);
    const used = releasing.flatMap((name) => {
      const transition = transitions[name];
      return "reasons" in transition ? transition.reasons : [];
    });
    expect(new Set(used)).toEqual(new Set(RELEASE_REASONS));
  });

  it("never resells a cancelled booking", () => {
    expect(transitions.sold_late.neverAfter).toEqual(transitions.cancelled.reasons);
  });

  it("limits each operator change to certain states", () => {
    const states = (change: ChangeOf<typeof BOOKING_LIFECYCLE>) =>
      BOOKING_STATES.filter((state) => canChange(BOOKING_LIFECYCLE, change, state));
    expect(states("moved")).toEqual(["held", "registered", "sold"]);
    expect(states("hold_extended")).toEqual(["held", "registered"]);
    expect(states("corrected")).toEqual(["registered", "paying", "sold"]);
  });

  it("classifies states as live, hold and ended", () => {
    expect(BOOKING_STATES.filter(isLive)).toEqual([...LIVE_STATES]);
    expect(BOOKING_STATES.filter((state) => isEnded(BOOKING_LIFECYCLE, state))).toEqual(["sold", "released"]);
    expect(HOLD_STATES.every((state) => may("hold_released", state))).toBe(true);
    expect(BOOKING_STATES.filter((state) => may("hold_released", state))).toEqual([...HOLD_STATES]);
  });
});
