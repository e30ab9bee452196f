import { describe, expect, it } from "@jest/globals";
import { BOOKING_STATES, type BookingState } from "./booking.states.js";
import { type OwnCorrection, ownCorrection } from "./my-booking.rules.js";

describe("a payer's own correction", () => {
  it.each<[BookingState, OwnCorrection]>([
    ["held", "booking_ended"],
    ["registered", "allowed"],
    ["paying", "allowed"],
    ["sold", "invoice_issued"],
    ["released", "booking_ended"],
    ["blocked", "booking_ended"],
  ])("of a booking that is %s: %s", (state, verdict) => {
    expect(ownCorrection(state, { expired: false, invoiced: false })).toBe(verdict);
  });

  it("ends with the hold", () => {
    expect(ownCorrection("registered", { expired: true, invoiced: false })).toBe("hold_expired");
  });

  it.each(BOOKING_STATES)("ends with the invoice, also of a booking that is %s", (state) => {
    expect(ownCorrection(state, { expired: false, invoiced: true })).toBe("invoice_issued");
  });
});
