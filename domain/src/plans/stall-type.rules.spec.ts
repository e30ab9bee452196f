import { expect, it } from "@jest/globals";
import { stallTypeLabel } from "../stalls/stall.types.js";
import { stallTypeKey } from "./stall-type.rules.js";

it.each([
  ["Premium", "Premium"],
  ["Standard", "General"],
  ["Food", "Food"],
  ["Food court", "FoodCourt"],
  ["Zone 2", "Zone2"],
  ["Corner of 3 sides", "CornerOf3Sides"],
])("the label %p has the key %p, and the key the label", (label, key) => {
  expect(stallTypeKey(label)).toBe(key);
  expect(stallTypeLabel(key)).toBe(label);
});

it.each(["", "food", "Food Court", "MSME", "General", "Food-court", "Food  court", "खाना", "2 sides", "=1+1"])(
  "no key stands for the label %p",
  (label) => {
    expect(stallTypeKey(label)).toBeUndefined();
  },
);
