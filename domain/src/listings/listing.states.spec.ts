import { describe, expect, it } from "@jest/globals";
import {
  APPLICATION_INITIAL_STATES,
  APPLICATION_STATES,
  APPLICATION_TRANSITIONS,
  canTransition,
  isEnded,
} from "./listing.states.js";
import type { ApplicationState, ApplicationTransition } from "./listing.states.js";

const names = Object.keys(APPLICATION_TRANSITIONS) as ApplicationTransition[];

describe("APPLICATION_TRANSITIONS", () => {
  it("reaches every state from an initial state", () => {
    const reached = new Set<ApplicationState>(Object.values(APPLICATION_INITIAL_STATES));
    for (let before = -1; before < reached.size;) {
      before = reached.size;
      for (const name of names) {
        if ([...reached].some((state) => canTransition(name, state))) reached.add(APPLICATION_TRANSITIONS[name].to);
      }
    }
    expect([...reached].sort()).toEqual([...APPLICATION_STATES].sort());
  });

  it.each<[ApplicationState, ApplicationTransition[]]>([
    ["submitted", ["payment_started", "lapsed", "paid", "withdrawn"]],
    ["lapsed", ["paid"]],
    ["paying", ["payment_not_opened", "payment_ended", "paid"]],
    ["under_review", ["approved", "rejected", "withdrawn"]],
    ["live", ["renewed", "expired", "withdrawn"]],
    ["expired", ["renewed", "withdrawn"]],
    ["rejected", []],
    ["withdrawn", []],
    ["joined", []],
  ])("allows from %s: %j", (state, allowed) => {
    expect(names.filter((name) => canTransition(name, state))).toEqual(allowed);
  });

  it("has ended states that only a payment or a withdrawal can leave", () => {
    expect(APPLICATION_STATES.filter(isEnded)).toEqual(["lapsed", "expired", "rejected", "withdrawn", "joined"]);
  });
});
