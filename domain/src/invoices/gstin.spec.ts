import { describe, expect, it } from "@jest/globals";
import { GST_STATE_CODES, gstStateName, isGstStateCode, leviesUtgst } from "./gst-states.js";
import { gstinCheckDigit, gstinState, isGstin } from "./gstin.js";

describe("a GSTIN", () => {
  it.each([
    ["27AAPFU0939F1ZV", "27"],
    ["08AAHAA0728P1ZH", "08"],
    ["29AAGCB7383J1Z4", "29"],
  ])("%s is valid and of state %s", (gstin, state) => {
    expect(gstinState(gstin)).toBe(state);
    expect(gstinCheckDigit(gstin)).toBe(gstin.charAt(14));
  });

  it.each([
    ["a wrong check digit", "27AAPFU0939F1ZX"],
    ["two letters changed places", "27APAFU0939F1ZV"],
    ["too short", "27AAPFU0939F1Z"],
    ["too long", "27AAPFU0939F1ZV0"],
    ["lower case", "27aapfu0939f1zv"],
    ["entity 0", "27AAPFU0939F0ZV"],
    ["no Z", "27AAPFU0939F1AV"],
    ["a digit that is not ASCII", "२७AAPFU0939F1ZV"],
    ["nothing", ""],
  ])("with %s is refused", (_what, gstin) => {
    expect(isGstin(gstin)).toBe(false);
  });

  it("of a state that does not exist is refused even with the right check digit", () => {
    for (const state of ["00", "25", "28", "39", "98"]) {
      const first = `${state}AAPFU0939F1Z`;
      expect(isGstin(first + gstinCheckDigit(first))).toBe(false);
    }
  });
});

describe("the states of GST", () => {
  it("are 37, each with a name, and six levy UTGST", () => {
    expect(GST_STATE_CODES).toHaveLength(37);
    expect(GST_STATE_CODES.filter(leviesUtgst)).toEqual(["04", "26", "31", "35", "38", "97"]);
    expect(GST_STATE_CODES.every((code) => gstStateName(code) !== "")).toBe(true);
    expect(gstStateName("29")).toBe("Karnataka");
  });

  it("knows no others", () => {
    expect(["25", "28", "99", "1", "toString", ""].some(isGstStateCode)).toBe(false);
  });
});
