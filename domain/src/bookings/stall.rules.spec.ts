import { describe, expect, it } from "@jest/globals";
import { BOOKING_STATES } from "./booking.states.js";
import type { BookingState } from "./booking.states.js";
import { releaseVerdict, reserveVerdict, similarStalls, stallStatus } from "./stall.rules.js";
import type { BookingOnStall, ReleaseVerdict, ReserveVerdict, StallPlace } from "./stall.rules.js";
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
    ["at most three", [5, 6, 7, 8].map((number) => at(`B${number}`, "General", 0, number * 10)), ["B8", "B7", "B6"]],
  ])("%s", (_what, free, expected) => {
    expect(similarStalls(taken, free).map((stall) => stall.stallId)).toEqual(expected);
  });
});

const on = (state: BookingState, whose: "own" | "other", time: "live" | "expired" = "live"): BookingOnStall => ({
  state,
  own: whose === "own",
  expired: time === "expired",
});

describe("who wants to reserve a stall", () => {
  it.each<[string, BookingOnStall | undefined, ReserveVerdict]>([
    ["gets a free one", undefined, "free"],
    ["gets one that was released", on("released", "other"), "free"],
    ["gets one that was their own and released", on("released", "own"), "free"],
    ["has their hold already", on("held", "own"), "own"],
    ["has their registration already", on("registered", "own"), "own"],
    ["gets their own again that ran out", on("held", "own", "expired"), "overdue"],
    ["gets another's that ran out", on("registered", "other", "expired"), "overdue"],
    ["does not get another's hold", on("held", "other"), "stall_reserved"],
    ["does not get another's registration", on("registered", "other"), "stall_reserved"],
    ["is sent on to their payment", on("paying", "own"), "payment_in_progress"],
    ["does not get what another pays for", on("paying", "other"), "stall_reserved"],
    ["does not get what is sold", on("sold", "other"), "stall_sold"],
    ["does not get what they bought", on("sold", "own"), "stall_sold"],
    ["does not get what is blocked", on("blocked", "other"), "stall_reserved"],
  ])("%s", (_what, onStall, verdict) => {
    expect(reserveVerdict(onStall, "open")).toBe(verdict);
    // While no sales are open, who has the stall or pays for it goes on, and nobody else gets any.
    for (const sales of ["sales_not_open", "sales_closed"] as const) {
      const goesOn = verdict === "own" || verdict === "payment_in_progress";
      expect(reserveVerdict(onStall, sales)).toBe(goesOn ? verdict : sales);
    }
  });
});

describe("who gives a stall up", () => {
  it.each<[string, BookingOnStall | undefined, ReleaseVerdict]>([
    ["has nothing to give up", undefined, "nothing"],
    ["has given it up before", on("released", "own"), "nothing"],
    ["leaves their hold", on("held", "own"), "left"],
    ["leaves their registration", on("registered", "own"), "left"],
    ["ends their hold that ran out", on("held", "own", "expired"), "hold_expired"],
    ["ends their registration that ran out", on("registered", "own", "expired"), "hold_expired"],
    ["cannot while paying", on("paying", "own"), "payment_in_progress"],
    ["keeps what they bought", on("sold", "own"), "nothing"],
    ["cannot end another's hold", on("held", "other"), "not_yours"],
    ["need not end another's hold that ran out", on("held", "other", "expired"), "nothing"],
    ["cannot end another's payment", on("paying", "other"), "not_yours"],
    ["cannot end another's sale", on("sold", "other"), "not_yours"],
    ["cannot end a block", on("blocked", "other"), "not_yours"],
  ])("%s", (_what, onStall, verdict) => {
    expect(releaseVerdict(onStall)).toBe(verdict);
  });
});
