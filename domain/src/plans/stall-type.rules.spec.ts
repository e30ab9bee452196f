import { expect, it } from "@jest/globals";
import { stallTypeLabel } from "../stalls/stall.types.js";
import { namedStallType, stallTypeKey } from "./stall-type.rules.js";

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

it.each<[string, string | undefined]>([
  ["General", "General"],
  ["Standard", "General"],
  ["standard", "General"],
  ["GENERAL", "General"],
  ["Food court", "FoodCourt"],
  ["food  court ", "FoodCourt"],
  ["FOOD-COURT", "FoodCourt"],
  ["FoodCourt", "FoodCourt"],
  ["foodcourt", "FoodCourt"],
  ["Zone 2", "Zone2"],
  ["", undefined],
  ["Gold", undefined],
  ["Food", undefined],
  ["खाना", undefined],
  // Two types differ in their blanks only.
  ["tea stall", undefined],
  ["Tea stall", "TeaStall"],
  ["Teastall", "Teastall"],
])("%j names the type %p", (text, key) => {
  const keys = ["Premium", "General", "FoodCourt", "Zone2", "TeaStall", "Teastall"];
  expect(namedStallType(text, keys)).toBe(key);
});
