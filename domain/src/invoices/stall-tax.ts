import type { Paise } from "../money/money.js";
import { isGstStateCode } from "./gst-states.js";
import { placeOfSupply } from "./place-of-supply.js";
import { splitTax, type TaxSplit } from "./tax-split.js";

/** Inputs of {@link stallTax} besides the buyer's GST number. */
interface GstTerms {
  /** Total GST rate in percent. */
  readonly ratePercent: number;
  /** Two-digit GST codes. */
  readonly sellerStateCode: string;
  readonly eventStateCode: string;
}

/**
 * Calculates the tax included in a stall's total, as on its future invoice; shown before payment.
 *
 * @param gstNumber as typed; ignored if invalid, as on the invoice
 * @throws RangeError for an unknown state code
 */
export function stallTax(totalPaise: Paise, gst: GstTerms, gstNumber: string): TaxSplit {
  const { sellerStateCode } = gst;
  const { stateCode } = placeOfSupply("stall", gstNumber, gst);
  if (!isGstStateCode(sellerStateCode)) {
    throw new RangeError(`There is no state with the GST code ${sellerStateCode}.`);
  }
  return splitTax(totalPaise, gst.ratePercent, sellerStateCode, stateCode);
}
