import { describe, expect, it } from "@jest/globals";
import { canChange, canTransition, isEnded } from "../payments/lifecycle.states.js";
import { APPLICATION_LIFECYCLE, APPLICATION_STATES } from "./listing.states.js";
import type { ApplicationState, ApplicationTransition } from "./listing.states.js";

const names = Object.keys(APPLICATION_LIFECYCLE.transitions) as ApplicationTransition[];

describe("APPLICATION_LIFECYCLE", () => {
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
    expect(names.filter((name) => canTransition(APPLICATION_LIFECYCLE, name, state))).toEqual(allowed);
  });

  it("allows corrections once it is paid or granted", () => {
    expect(APPLICATION_STATES.filter((state) => canChange(APPLICATION_LIFECYCLE, "corrected", state))).toEqual([
      "under_review",
      "live",
      "expired",
    ]);
  });

  it("has ended states that only a payment or a withdrawal can leave", () => {
    expect(APPLICATION_STATES.filter((state) => isEnded(APPLICATION_LIFECYCLE, state))).toEqual([
      "lapsed",
      "expired",
      "rejected",
      "withdrawn",
      "joined",
    ]);
  });
});
