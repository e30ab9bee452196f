/** The total of an invoice or credit note `i`, in paise. */
export const documentTotal = (i: string): string => `(${i}.content->'tax'->>'totalPaise')::bigint`;

/** Whether a document `i` is the credit note of an invoice that was issued again with corrected facts: no money moved. */
export const isCorrection = (i: string): string =>
  `(${i}.kind = 'credit_note' AND ${i}.content->'credit'->>'refundId' IS NULL)`;

/** What the invoices among documents `i` are for, in paise: one that was issued again counts once. */
export const invoicedTotal = (i: string): string =>
  `coalesce(sum(CASE ${i}.kind WHEN 'invoice' THEN ${documentTotal(i)} ELSE -${documentTotal(i)} END)
     FILTER (WHERE ${i}.kind = 'invoice' OR ${isCorrection(i)}), 0)`;

/** What the credit notes of refunds among documents `i` took back, in paise. */
export const creditedTotal = (i: string): string =>
  `coalesce(sum(${documentTotal(i)}) FILTER (WHERE ${i}.kind = 'credit_note' AND NOT ${isCorrection(i)}), 0)`;

/** Whether an invoice `i` still stands: no other one replaces it. */
export const isNewest = (i: string): string =>
  `(${i}.kind = 'invoice' AND NOT EXISTS (SELECT FROM invoices newer WHERE newer.replaces = ${i}.id))`;
