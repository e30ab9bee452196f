import type { Paise } from "../money/money.js";
import { type GstStateCode, leviesUtgst } from "./gst-states.js";

/** The heads of tax as they stand on an invoice. */
type TaxHeadName = "CGST" | "SGST" | "UTGST" | "IGST";

/** One head of tax with its rate and amount. */
interface TaxHead {
  readonly name: TaxHeadName;
  /** Per cent, e.g. 9 or 2.5. */
  readonly ratePercent: number;
  readonly paise: Paise;
}

/** A price that includes tax, taken apart. Always: taxable + every head = total. */
export interface TaxSplit {
  readonly totalPaise: Paise;
  readonly taxablePaise: Paise;
  readonly heads: readonly TaxHead[];
}

/**
 * Takes the tax out of a price that includes it (CGST rule 35). Inside the seller's state it is halved between the
 * Centre and the state (or Union territory), each half rounded to the paisa so that both are equal; across states it
 * is one head. The two ways can differ by a paisa; taxable value takes what rounding leaves, so the sum is exact.
 *
 * @param totalPaise what is paid, tax included
 * @param ratePercent the whole rate, e.g. 18
 * @throws RangeError when the amount is no whole number of paise, negative, or the rate is negative
 */
export function splitTax(
  totalPaise: Paise,
  ratePercent: number,
  sellerState: GstStateCode,
  supplyState: GstStateCode,
): TaxSplit {
  if (!Number.isSafeInteger(totalPaise) || totalPaise < 0 || !(ratePercent >= 0)) {
    throw new RangeError("An amount is a whole number of paise and a rate is not negative.");
  }
  const heads = sellerState === supplyState ? halves() : whole();
  const taxPaise = heads.reduce((sum, head) => sum + head.paise, 0);
  return { totalPaise, taxablePaise: totalPaise - taxPaise, heads };

  function halves(): TaxHead[] {
    const paise = Math.round((totalPaise * ratePercent) / (2 * (100 + ratePercent)));
    const stateHead: TaxHeadName = leviesUtgst(supplyState) ? "UTGST" : "SGST";
    return [
      { name: "CGST", ratePercent: ratePercent / 2, paise },
      { name: stateHead, ratePercent: ratePercent / 2, paise },
    ];
  }

  function whole(): TaxHead[] {
    const paise = Math.round((totalPaise * ratePercent) / (100 + ratePercent));
    return [{ name: "IGST", ratePercent, paise }];
  }
}
