import type { Paise } from "../money/money.js";
import { type GstStateCode, leviesUtgst } from "./gst-states.js";

/** Tax heads, as printed on an invoice. */
type TaxHeadName = "CGST" | "SGST" | "UTGST" | "IGST";

/** A tax head with its rate and amount. */
interface TaxHead {
  readonly name: TaxHeadName;
  /** Percent, e.g. 9 or 2.5. */
  readonly ratePercent: number;
  readonly paise: Paise;
}

/** A tax-inclusive price, split. Invariant: taxable value + all heads = total. */
export interface TaxSplit {
  readonly totalPaise: Paise;
  readonly taxablePaise: Paise;
  readonly heads: readonly TaxHead[];
}

/**
 * Splits a tax-inclusive price (CGST rule 35). Within the seller's state the tax is halved between the Centre and the
 * state (or Union territory), each half rounded to the paisa so that both are equal; across states it is a single head.
 * The two can differ by a paisa; the taxable value absorbs the rounding, so the sum is exact.
 *
 * @param totalPaise the total, tax included
 * @param ratePercent the total rate, e.g. 18
 * @throws RangeError if the amount is not a whole number of paise, or the amount or the rate is negative
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
