import { describe, expect, it } from "@jest/globals";
import type { LatePlace } from "../payments/settlement.rules.js";
import { stallTypeLabel } from "../stalls/stall.types.js";
import type { StallStatus } from "../stalls/stall.types.js";
import type { BookingState } from "./booking.states.js";
import {
  latePlace,
  onStallFor,
  releaseVerdict,
  reserveVerdict,
  similarStalls,
  stallForLateMoney,
  stallStatus,
} from "./stall.rules.js";
import type { BookingOnStall, LateStall, ReleaseVerdict, ReserveVerdict, StallPlace } from "./stall.rules.js";

describe("stallStatus", () => {
  it.each<[BookingState | undefined, StallStatus]>([
    [undefined, "Available"],
    ["released", "Available"],
    ["held", "Reserved"],
    ["registered", "Reserved"],
    ["paying", "Reserved"],
    ["blocked", "Reserved"],
    ["sold", "Sold"],
  ])("returns for %s: %s", (state, status) => {
    expect(stallStatus(state)).toBe(status);
  });

  it("labels General as Standard", () => {
    expect([stallTypeLabel("General"), stallTypeLabel("Premium")]).toEqual(["Standard", "Premium"]);
  });
});

describe("similarStalls", () => {
  const at = (stallId: string, type: "Premium" | "General", x: number, y: number): StallPlace => ({
    stallId,
    type,
    x,
    y,
  });
  const taken = at("B12", "General", 0, 80);

  it.each<[string, StallPlace[], string[]]>([
    ["nothing when none is free", [], []],
    ["never the stall itself", [taken], []],
    [
      "the nearest first",
      [at("B20", "General", 10, 160), at("B13", "General", 0, 90), at("B10", "General", 0, 60)],
      ["B13", "B10", "B20"],
    ],
    [
      "the same type before a nearer stall of the other type",
      [at("A5", "Premium", 40, 75), at("B31", "General", 120, 160)],
      ["B31", "A5"],
    ],
    ["equally near stalls in numeric order", [at("B13", "General", 0, 90), at("B9", "General", 0, 70)], ["B9", "B13"]],
    ["at most three", [5, 6, 7, 8].map((number) => at(`B${number}`, "General", 0, number * 10)), ["B8", "B7", "B6"]],
  ])("returns %s", (_what, free, expected) => {
    expect(similarStalls(taken, free).map((stall) => stall.stallId)).toEqual(expected);
  });
});

const on = (state: BookingState, whose: "own" | "other", time: "live" | "expired" = "live"): BookingOnStall => ({
  state,
  own: whose === "own",
  expired: time === "expired",
});

describe("reserveVerdict", () => {
  it.each<[string, BookingOnStall | undefined, ReserveVerdict]>([
    ["a free stall", undefined, "free"],
    ["a released stall", on("released", "other"), "free"],
    ["a stall the visitor released before", on("released", "own"), "free"],
    ["the visitor's own hold", on("held", "own"), "own"],
    ["the visitor's own registration", on("registered", "own"), "own"],
    ["the visitor's own expired hold", on("held", "own", "expired"), "overdue"],
    ["another visitor's expired registration", on("registered", "other", "expired"), "overdue"],
    ["another visitor's hold", on("held", "other"), "stall_reserved"],
    ["another visitor's registration", on("registered", "other"), "stall_reserved"],
    ["the visitor's own payment in progress", on("paying", "own"), "payment_in_progress"],
    ["another visitor's payment in progress", on("paying", "other"), "stall_reserved"],
    ["a stall sold to another visitor", on("sold", "other"), "stall_sold"],
    ["a stall sold to this visitor", on("sold", "own"), "stall_sold"],
    ["a blocked stall", on("blocked", "other"), "stall_reserved"],
  ])("judges %s", (_what, onStall, verdict) => {
    expect(reserveVerdict(onStall, "open")).toBe(verdict);
    // While sales are closed, the visitor who holds or pays for the stall can continue; every other visitor is refused.
    for (const sales of ["sales_not_open", "sales_closed"] as const) {
      const mayContinue = verdict === "own" || verdict === "payment_in_progress";
      expect(reserveVerdict(onStall, sales)).toBe(mayContinue ? verdict : sales);
    }
  });
});

describe("reserveVerdict with a waiting list", () => {
  const kept = { isKept: true, isOfferedToHer: false };
  const hers = { isKept: true, isOfferedToHer: true };
  it.each<[string, BookingOnStall | undefined, typeof kept, ReserveVerdict]>([
    ["a free stall that others wait for", undefined, kept, "stall_reserved"],
    ["an expired hold of a stall that others wait for", on("held", "own", "expired"), kept, "stall_reserved"],
    ["the visitor's own hold, while others wait", on("held", "own"), kept, "own"],
    ["the visitor's own payment, while others wait", on("paying", "own"), kept, "payment_in_progress"],
    ["a stall that is offered to somebody else", on("blocked", "other"), kept, "stall_reserved"],
    ["the stall that is offered to her", on("blocked", "other"), hers, "offered"],
    ["her offered stall, which she holds already", on("held", "own"), hers, "own"],
    ["her offered stall, held in another browser", on("held", "other"), hers, "stall_reserved"],
    ["her offered stall after her ten minutes", on("held", "own", "expired"), hers, "overdue"],
    ["her offered stall after its release", undefined, hers, "free"],
    ["her offered stall, sold", on("sold", "other"), hers, "stall_sold"],
  ])("judges %s", (_what, onStall, queue, verdict) => {
    expect(reserveVerdict(onStall, "open", queue)).toBe(verdict);
    const mayContinue = verdict === "own" || verdict === "payment_in_progress";
    expect(reserveVerdict(onStall, "sales_closed", queue)).toBe(mayContinue ? verdict : "sales_closed");
  });
});

describe("releaseVerdict", () => {
  it.each<[string, BookingOnStall | undefined, ReleaseVerdict]>([
    ["a free stall", undefined, "nothing"],
    ["a stall the visitor released before", on("released", "own"), "nothing"],
    ["the visitor's own hold", on("held", "own"), "left"],
    ["the visitor's own registration", on("registered", "own"), "left"],
    ["the visitor's own expired hold", on("held", "own", "expired"), "hold_expired"],
    ["the visitor's own expired registration", on("registered", "own", "expired"), "hold_expired"],
    ["the visitor's own payment in progress", on("paying", "own"), "payment_in_progress"],
    ["a stall sold to this visitor", on("sold", "own"), "nothing"],
    ["another visitor's hold", on("held", "other"), "not_yours"],
    ["another visitor's expired hold", on("held", "other", "expired"), "nothing"],
    ["another visitor's payment in progress", on("paying", "other"), "not_yours"],
    ["a stall sold to another visitor", on("sold", "other"), "not_yours"],
    ["a blocked stall", on("blocked", "other"), "not_yours"],
  ])("judges %s", (_what, onStall, verdict) => {
    expect(releaseVerdict(onStall)).toBe(verdict);
  });
});

describe("onStallFor", () => {
  const booking = { state: "held", expired: false } as const;
  it.each<[string | null | undefined, string | null, boolean]>([
    ["a", "a", true],
    ["a", "b", false],
    ["a", null, false],
    [undefined, null, false],
    [null, null, false],
    [undefined, "b", false],
  ])("for visitor %s, a booking of %s is her own: %s", (visitorId, of, own) => {
    expect(onStallFor(visitorId, { ...booking, visitorId: of })).toEqual({ ...booking, own });
  });

  it("is nothing without a booking", () => {
    expect(onStallFor("a", undefined)).toBeUndefined();
  });
});

describe("stallForLateMoney", () => {
  it.each<[BookingState, own: boolean, expired: boolean, "free" | "own_hold" | "taken"]>([
    ["held", true, false, "own_hold"],
    ["registered", true, false, "own_hold"],
    ["held", false, false, "taken"],
    ["registered", false, false, "taken"],
    ["held", true, true, "free"],
    ["registered", false, true, "free"],
    ["paying", true, false, "taken"],
    ["paying", false, false, "taken"],
    ["sold", true, false, "taken"],
    ["blocked", false, false, "taken"],
    ["released", false, false, "free"],
  ])("%s, own %s, expired %s: %s", (state, own, expired, place) => {
    expect(stallForLateMoney({ state, own, expired })).toBe(place);
  });

  it("is free without a booking", () => {
    expect(stallForLateMoney(undefined)).toBe("free");
  });
});

describe("latePlace", () => {
  const free: LateStall = {
    eventCancelled: false,
    bought: undefined,
    salesClosed: false,
    removed: false,
    onStall: undefined,
  };
  const others: BookingOnStall = { state: "sold", own: false, expired: false };
  it.each<[string, Partial<LateStall>, LatePlace]>([
    ["free", {}, "free"],
    ["taken", { onStall: others }, "taken"],
    ["held by the payer", { onStall: { state: "held", own: true, expired: false } }, "own_hold"],
    ["removed from the plan", { removed: true }, "taken"],
    ["of an event whose sales ended", { salesClosed: true, onStall: others }, "closed"],
    ["bought by the payer with another order", { bought: "this", salesClosed: true, onStall: others }, "bought_again"],
    ["free, but the payer has another stall", { bought: "other" }, "bought_other"],
    ["of a cancelled event", { eventCancelled: true, bought: "this", salesClosed: true }, "event_cancelled"],
  ])("of a stall that is %s", (_, stall, place) => {
    expect(latePlace({ ...free, ...stall })).toBe(place);
  });
});
