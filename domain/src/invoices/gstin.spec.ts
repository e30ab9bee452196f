import { describe, expect, it } from "@jest/globals";
import { GST_STATE_CODES, gstStateName, isGstStateCode, leviesUtgst } from "./gst-states.js";
import { gstinCheckDigit, gstinState, isGstin } from "./gstin.js";

describe("isGstin and gstinState", () => {
  it.each([
    ["27AAPFU0939F1ZV", "27"],
    ["08AAHAA0728P1ZH", "08"],
    ["29AAGCB7383J1Z4", "29"],
  ])("accept %s, of state %s", (gstin, state) => {
    expect(gstinState(gstin)).toBe(state);
    expect(gstinCheckDigit(gstin)).toBe(gstin.charAt(14));
  });

  it.each([
    ["a wrong check digit", "27AAPFU0939F1ZX"],
    ["two letters swapped", "27APAFU0939F1ZV"],
    ["too short", "27AAPFU0939F1Z"],
    ["too long", "27AAPFU0939F1ZV0"],
    ["lower case", "27aapfu0939f1zv"],
    ["entity 0", "27AAPFU0939F0ZV"],
    ["no Z", "27AAPFU0939F1AV"],
    ["a non-ASCII digit", "२७AAPFU0939F1ZV"],
    ["no characters", ""],
  ])("reject a GSTIN with %s", (_what, gstin) => {
    expect(isGstin(gstin)).toBe(false);
  });

  it("reject an unknown state code even with a correct check digit", () => {
    for (const state of ["00", "25", "28", "39", "98"]) {
      const first = `${state}AAPFU0939F1Z`;
      expect(isGstin(first + gstinCheckDigit(first))).toBe(false);
    }
  });
});

describe("GST_STATE_CODES", () => {
  it("has 37 codes, each with a name, of which six levy UTGST", () => {
    expect(GST_STATE_CODES).toHaveLength(37);
    expect(GST_STATE_CODES.filter(leviesUtgst)).toEqual(["04", "26", "31", "35", "38", "97"]);
    expect(GST_STATE_CODES.every((code) => gstStateName(code) !== "")).toBe(true);
    expect(gstStateName("29")).toBe("Karnataka");
  });

  it("excludes retired and unknown codes", () => {
    expect(["25", "28", "99", "1", "toString", ""].some(isGstStateCode)).toBe(false);
  });
});
