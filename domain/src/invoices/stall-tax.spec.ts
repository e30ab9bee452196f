import { expect, it } from "@jest/globals";
import { stallTax } from "./stall-tax.js";

const MUMBAI_SELLS = { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" };
const BANGALORE_SELLS = { ...MUMBAI_SELLS, sellerStateCode: "29" };
const MAHARASHTRA_GSTIN = "27AAPFU0939F1ZV";

it.each([
  // total, facts, GST number, taxable value and heads in paise
  [2_700_000, MUMBAI_SELLS, "", 2_288_136, { IGST: 411_864 }],
  [2_700_000, MUMBAI_SELLS, MAHARASHTRA_GSTIN, 2_288_136, { CGST: 205_932, SGST: 205_932 }],
  [2_700_000, BANGALORE_SELLS, "", 2_288_136, { CGST: 205_932, SGST: 205_932 }],
  [2_700_000, BANGALORE_SELLS, MAHARASHTRA_GSTIN, 2_288_136, { IGST: 411_864 }],
  [100, MUMBAI_SELLS, "", 85, { IGST: 15 }],
  // An invalid GSTIN is ignored.
  [2_700_000, MUMBAI_SELLS, "27AAPFU0939F1ZX", 2_288_136, { IGST: 411_864 }],
])("stallTax splits %d paise, %o, GST number %j", (total, gst, gstNumber, taxable, heads) => {
  const split = stallTax(total, gst, gstNumber);
  expect(split.taxablePaise).toBe(taxable);
  expect(Object.fromEntries(split.heads.map(({ name, paise }) => [name, paise]))).toEqual(heads);
  expect(split.heads.reduce((sum, { paise }) => sum + paise, split.taxablePaise)).toBe(total);
});

it("stallTax throws for an unknown seller's state", () => {
  expect(() => stallTax(100, { ...MUMBAI_SELLS, sellerStateCode: "28" }, "")).toThrow(RangeError);
});
