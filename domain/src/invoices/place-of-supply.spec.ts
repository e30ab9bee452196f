import { describe, expect, it } from "@jest/globals";
import { type InvoiceProduct, placeOfSupply } from "./place-of-supply.js";

const states = { eventStateCode: "29", sellerStateCode: "27" };
const MAHARASHTRA = "27AAPFU0939F1ZV";
const RAJASTHAN = "08AAHAA0728P1ZH";

describe("placeOfSupply", () => {
  it.each<[InvoiceProduct, string | undefined, string, boolean, boolean]>([
    // product, GST number, state, registered, warned
    ["stall", undefined, "29", false, false],
    ["stall", "", "29", false, false],
    ["stall", MAHARASHTRA, "27", true, false],
    ["stall", RAJASTHAN, "08", true, false],
    ["stall", ` ${RAJASTHAN.toLowerCase()} `, "08", true, false],
    ["stall", "27AAPFU0939F1ZX", "29", false, true],
    ["stall", "ABCDEFGHIJKLMNO", "29", false, true],
    ["listing", undefined, "27", false, false],
    ["listing", RAJASTHAN, "08", true, false],
    ["listing", "08AAHAA0728P1ZZ", "27", false, true],
  ])("for a %s and GST number %p is state %s", (product, gstNumber, state, registered, warned) => {
    const place = placeOfSupply(product, gstNumber, states);
    expect(place.stateCode).toBe(state);
    expect(place.gstin !== undefined).toBe(registered);
    expect(place.gstNumberInvalid).toBe(warned);
  });

  it("throws for an unknown state code", () => {
    expect(() => placeOfSupply("stall", undefined, { ...states, eventStateCode: "28" })).toThrow(
      "There is no state with the GST code 28.",
    );
  });
});
