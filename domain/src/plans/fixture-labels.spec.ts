import { expect, test } from "@jest/globals";
import english from "../generated/messages/en/fixture-labels.js";
import hindi from "../generated/messages/hi/fixture-labels.js";
import { fixtureLabel } from "./fixture-labels.js";
import { STANDARD_GROUND } from "./plan.types.js";

test("the standard hall's texts are among the usual ones, which have a label in Hindi each", () => {
  for (const { text } of STANDARD_GROUND.fixtures) expect(english.texts).toContain(text);
  expect(hindi.texts).toHaveLength(english.texts.length);
  for (const label of hindi.texts) expect(label).toMatch(/^[\u0900-\u097f ]+$/);
});

test("in English a text is shown as it was written", () => {
  for (const text of [...english.texts, "stage", "Asha's corner", ""]) expect(fixtureLabel(text)).toBe(text);
});
