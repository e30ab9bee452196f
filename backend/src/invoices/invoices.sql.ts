/** The total of an invoice or credit note `i`, in paise. */
export const documentTotal = (i: string): string => `(${i}.content->'tax'->>'totalPaise')::bigint`;

/** True for the credit note of a replaced invoice, which moved no money. */
export const isCorrection = (i: string): string =>
  `(${i}.kind = 'credit_note' AND ${i}.content->'credit'->>'refundId' IS NULL)`;

/** Sum of the invoices among documents `i` in paise; a replaced invoice counts once with its replacement. */
export const invoicedTotal = (i: string): string =>
  `coalesce(sum(CASE ${i}.kind WHEN 'invoice' THEN ${documentTotal(i)} ELSE -${documentTotal(i)} END)
     FILTER (WHERE ${i}.kind = 'invoice' OR ${isCorrection(i)}), 0)`;

/** Sum of the refunds' credit notes among documents `i` in paise. */
export const creditedTotal = (i: string): string =>
  `coalesce(sum(${documentTotal(i)}) FILTER (WHERE ${i}.kind = 'credit_note' AND NOT ${isCorrection(i)}), 0)`;

/** True for an invoice `i` that no other replaces. */
export const isNewest = (i: string): string =>
  `(${i}.kind = 'invoice' AND NOT EXISTS (SELECT FROM invoices newer WHERE newer.replaces = ${i}.id))`;
