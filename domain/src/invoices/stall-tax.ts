import type { Paise } from "../money/money.js";
import { isGstStateCode } from "./gst-states.js";
import { placeOfSupply } from "./place-of-supply.js";
import { splitTax, type TaxSplit } from "./tax-split.js";

/** What the tax in a stall's price depends on, beside the buyer's GST number; from the settings. */
interface GstFacts {
  /** The whole rate, per cent. */
  readonly ratePercent: number;
  /** Two-digit GST codes. */
  readonly sellerStateCode: string;
  readonly eventStateCode: string;
}

/**
 * The tax in what is paid for a stall, as its invoice will have it: shown before paying.
 *
 * @param gstNumber as it is typed; one that is not valid is invoiced as none
 * @throws RangeError when a state in the settings does not exist
 */
export function stallTax(totalPaise: Paise, gst: GstFacts, gstNumber: string): TaxSplit {
  const { sellerStateCode } = gst;
  const { stateCode } = placeOfSupply("stall", gstNumber, gst);
  if (!isGstStateCode(sellerStateCode)) {
    throw new RangeError(`There is no state with the GST code ${sellerStateCode}.`);
  }
  return splitTax(totalPaise, gst.ratePercent, sellerStateCode, stateCode);
}
