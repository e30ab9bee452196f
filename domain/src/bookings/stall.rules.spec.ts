import { describe, expect, it } from "@jest/globals";
import { BOOKING_STATES } from "./booking.states.js";
import type { BookingState } from "./booking.states.js";
import { similarStalls, stallStatus } from "./stall.rules.js";
import type { StallPlace } from "./stall.rules.js";
import { stallTypeLabel } from "../stalls/stall.types.js";
import type { StallStatus } from "../stalls/stall.types.js";

describe("a stall's public status", () => {
  it.each<[BookingState | undefined, StallStatus]>([
    [undefined, "Available"],
    ["released", "Available"],
    ["held", "Reserved"],
    ["registered", "Reserved"],
    ["paying", "Reserved"],
    ["blocked", "Reserved"],
    ["sold", "Sold"],
  ])("%s: %s", (state, status) => {
    expect(stallStatus(state)).toBe(status);
  });

  it("is known for every state", () => {
    expect(BOOKING_STATES.map(stallStatus)).not.toContain(undefined);
  });

  it("shows General as Standard", () => {
    expect([stallTypeLabel("General"), stallTypeLabel("Premium")]).toEqual(["Standard", "Premium"]);
  });
});

describe("similar stalls", () => {
  const at = (stallId: string, type: "Premium" | "General", x: number, y: number): StallPlace => ({
    stallId,
    type,
    x,
    y,
  });
  const taken = at("B12", "General", 0, 80);

  it.each<[string, StallPlace[], string[]]>([
    ["nothing free", [], []],
    ["never the stall itself", [taken], []],
    [
      "the nearest first",
      [at("B20", "General", 10, 160), at("B13", "General", 0, 90), at("B10", "General", 0, 60)],
      ["B13", "B10", "B20"],
    ],
    [
      "the same type before a nearer one of the other",
      [at("A5", "Premium", 40, 75), at("B31", "General", 120, 160)],
      ["B31", "A5"],
    ],
    [
      "equally near ones by number, not by letter order of digits",
      [at("B13", "General", 0, 90), at("B9", "General", 0, 70)],
      ["B9", "B13"],
    ],
    [
      "at most three",
      [5, 6, 7, 8].map((number) => at(`B${number}`, "General", 0, number * 10)),
      ["B8", "B7", "B6"],
    ],
  ])("%s", (_what, free, expected) => {
    expect(similarStalls(taken, free).map((stall) => stall.stallId)).toEqual(expected);
  });
});
