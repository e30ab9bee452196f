import { describe, expect, it } from "@jest/globals";
import { BOOKING_LIFECYCLE } from "../bookings/booking.states.js";
import { APPLICATION_LIFECYCLE } from "../listings/listing.states.js";
import { canChange, canTransition, isEnded } from "./lifecycle.states.js";
import type { Lifecycle } from "./lifecycle.states.js";

const LIFECYCLES: readonly [string, Lifecycle][] = [
  ["booking", BOOKING_LIFECYCLE],
  ["application", APPLICATION_LIFECYCLE],
];

describe.each(LIFECYCLES)("the lifecycle of a(n) %s", (_product, lifecycle) => {
  const { states, initial, transitions, changes, ended } = lifecycle;
  const names = Object.keys(transitions);

  it("reaches every state from an initial state", () => {
    const reached = new Set(Object.values(initial));
    for (let before = -1; before < reached.size;) {
      before = reached.size;
      for (const name of names) {
        const to = transitions[name]?.to;
        if (to !== undefined && [...reached].some((state) => canTransition(lifecycle, name, state))) reached.add(to);
      }
    }
    expect([...reached].toSorted()).toEqual([...states].toSorted());
  });

  it("uses known states only, and each kind of event for one thing", () => {
    const used = [
      ...Object.values(initial),
      ...Object.values(transitions).flatMap(({ from, to }) => [...from, to]),
      ...Object.values(changes).flat(),
      ...ended,
    ];
    expect(used.filter((state) => !states.includes(state))).toEqual([]);
    const kinds = [...Object.keys(initial), ...names, ...Object.keys(changes)];
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  it("forbids transitions only after reasons that exist", () => {
    const reasons = new Set(Object.values(transitions).flatMap(({ reasons: own = [] }) => own));
    const forbidding = Object.values(transitions).flatMap(({ neverAfter = [] }) => neverAfter);
    expect(forbidding.filter((reason) => !reasons.has(reason))).toEqual([]);
  });

  it("answers for each transition, change and end by its table alone", () => {
    for (const state of states) {
      for (const name of names) {
        expect(canTransition(lifecycle, name, state)).toBe(transitions[name]?.from.includes(state));
      }
      for (const name of Object.keys(changes)) {
        expect(canChange(lifecycle, name, state)).toBe(changes[name]?.includes(state));
      }
      expect(isEnded(lifecycle, state)).toBe(ended.includes(state));
    }
  });
});
