import { expect, it } from "@jest/globals";
import { canChange, canTransition, isEnded } from "../payments/lifecycle.states.js";
import {
  BRAND_CHANGE_LIFECYCLE,
  BRAND_CHANGE_STATES,
  type BrandChangeState,
  type BrandChangeTransition,
  OPEN_BRAND_CHANGES,
} from "./brand-change.states.js";

const names = Object.keys(BRAND_CHANGE_LIFECYCLE.transitions) as BrandChangeTransition[];

it.each<[BrandChangeState, BrandChangeTransition[], boolean]>([
  ["draft", ["sent", "trusted", "discarded"], true],
  ["sent", ["withdrawn", "accepted", "returned"], false],
  ["returned", ["sent", "trusted", "discarded"], true],
  ["accepted", [], false],
  ["discarded", [], false],
])("a %s change can be %j", (state, allowed, editable) => {
  expect(names.filter((name) => canTransition(BRAND_CHANGE_LIFECYCLE, name, state))).toEqual(allowed);
  expect(canChange(BRAND_CHANGE_LIFECYCLE, "edited", state)).toBe(editable);
});

it("the states that are not over are the open ones", () => {
  expect(BRAND_CHANGE_STATES.filter((state) => !isEnded(BRAND_CHANGE_LIFECYCLE, state))).toEqual([
    ...OPEN_BRAND_CHANGES,
  ]);
});
