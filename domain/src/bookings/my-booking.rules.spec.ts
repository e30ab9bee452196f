import { describe, expect, it } from "@jest/globals";
import { BOOKING_STATES, type BookingState } from "./booking.states.js";
import { type OwnCorrection, ownCorrection } from "./my-booking.rules.js";

describe("ownCorrection", () => {
  it.each<[BookingState, OwnCorrection]>([
    ["held", "booking_ended"],
    ["registered", "allowed"],
    ["paying", "allowed"],
    ["sold", "invoice_issued"],
    ["released", "booking_ended"],
    ["blocked", "booking_ended"],
  ])("returns for a %s booking: %s", (state, verdict) => {
    expect(ownCorrection(state, { expired: false, invoiced: false })).toBe(verdict);
  });

  it("is refused once the hold has expired", () => {
    expect(ownCorrection("registered", { expired: true, invoiced: false })).toBe("hold_expired");
  });

  it.each(BOOKING_STATES)("is refused once an invoice is issued, for a %s booking", (state) => {
    expect(ownCorrection(state, { expired: false, invoiced: true })).toBe("invoice_issued");
  });
});
