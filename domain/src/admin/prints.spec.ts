import { describe, expect, it } from "@jest/globals";
import { PRINT_KINDS, printed, type PrintedStall } from "./prints.js";

const stall = (stallId: string, name: string, more: Partial<PrintedStall> = {}): PrintedStall => ({
  ...{ stallId, name, type: "Standard", brand: `Brand ${stallId}`, missing: 1 },
  ...more,
});
const STALLS = [
  stall("B10", "asha Rao"),
  stall("B2", "Zeenat Ali", { type: "Premium" }),
  stall("A1", "Meena Devi"),
  // Sold offline to somebody whose name was not asked.
  stall("B1", "", { brand: "Bela Pickles" }),
  stall("C1", "Asha Rao", { type: "Food court" }),
  stall("C2", "सुनीता देवी"),
];

describe("what is printed of an event's stalls", () => {
  it.each([
    ["by-stall", ["A1", "B1", "B2", "B10", "C1", "C2"]],
    // Case does not count, equal names are by stall, and a holder without a name is filed under her brand.
    ["by-name", ["B10", "C1", "B1", "A1", "B2", "C2"]],
    ["by-type", ["C1", "B2", "A1", "B1", "B10", "C2"]],
    ["door-signs", ["A1", "B1", "B2", "B10", "C1", "C2"]],
    ["name-boards", ["A1", "B1", "B2", "B10", "C1", "C2"]],
    ["plan", ["A1", "B1", "B2", "B10", "C1", "C2"]],
  ] as const)("%s has its order", (kind, order) => {
    expect(printed(kind, STALLS).map(({ stallId }) => stallId)).toEqual(order);
  });

  it.each(PRINT_KINDS)("has persons' names and missing papers only in lists for operators: %s", (kind) => {
    const isForOperators = kind.startsWith("by-");
    const text = JSON.stringify(printed(kind, STALLS));
    for (const name of ["asha Rao", "Zeenat Ali", "सुनीता देवी"]) expect(text.includes(name)).toBe(isForOperators);
    expect(printed(kind, STALLS).every(({ missing }) => missing === (isForOperators ? 1 : 0))).toBe(true);
    expect(text).toContain("Bela Pickles");
  });
});
