import type { Paise } from "../money/money.js";
import type { TaxSplit } from "./tax-split.js";

/**
 * The tax split of a credit note: the invoice's heads and rates, in proportion to the refund. Shares are cumulative (of
 * all credit notes together, less those of the earlier ones), so that rounding never drifts and the last credit note
 * takes exactly the remainder (reference section 8, Refunds).
 *
 * @param invoice the split of the original invoice
 * @param creditedBeforePaise sum of the earlier credit notes' totals
 * @throws RangeError if the refund is not positive or exceeds the remainder
 */
export function creditNoteSplit(invoice: TaxSplit, creditedBeforePaise: Paise, refundPaise: Paise): TaxSplit {
  const creditedPaise = creditedBeforePaise + refundPaise;
  if (!Number.isSafeInteger(refundPaise) || refundPaise <= 0 || creditedPaise > invoice.totalPaise) {
    throw new RangeError("A credit note is for at least one paisa and at most what is left of its invoice.");
  }
  const share = (paise: Paise, credited: Paise): Paise => Math.round((paise * credited) / invoice.totalPaise);
  const heads = invoice.heads.map((head) => ({
    ...head,
    paise: share(head.paise, creditedPaise) - share(head.paise, creditedBeforePaise),
  }));
  const taxPaise = heads.reduce((sum, head) => sum + head.paise, 0);
  return { totalPaise: refundPaise, taxablePaise: refundPaise - taxPaise, heads };
}
