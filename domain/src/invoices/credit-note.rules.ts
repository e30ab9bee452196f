import type { Paise } from "../money/money.js";
import type { TaxSplit } from "./tax-split.js";

/**
 * What a credit note over `refundPaise` takes back of an invoice: the same heads and rates, in proportion. Shares
 * are counted from the start (what all credit notes together must have taken, less what the earlier ones took), so
 * that many small ones never drift and the last takes exactly what is left (reference section 8, Refunds).
 *
 * @param invoice the split of the original invoice
 * @param creditedBeforePaise sum of the earlier credit notes' totals
 * @throws RangeError when there is nothing to credit, or more than is left
 */
export function creditNoteSplit(invoice: TaxSplit, creditedBeforePaise: Paise, refundPaise: Paise): TaxSplit {
  const after = creditedBeforePaise + refundPaise;
  if (!Number.isSafeInteger(refundPaise) || refundPaise <= 0 || after > invoice.totalPaise) {
    throw new RangeError("A credit note is for at least one paisa and at most what is left of its invoice.");
  }
  const share = (paise: Paise, credited: Paise): Paise => Math.round((paise * credited) / invoice.totalPaise);
  const heads = invoice.heads.map((head) => ({
    ...head,
    paise: share(head.paise, after) - share(head.paise, creditedBeforePaise),
  }));
  const taxPaise = heads.reduce((sum, head) => sum + head.paise, 0);
  return { totalPaise: refundPaise, taxablePaise: refundPaise - taxPaise, heads };
}
