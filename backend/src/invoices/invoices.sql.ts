/** The total of an invoice or credit note `i`, in paise. */
export const documentTotal = (i: string): string => `(${i}.content->'tax'->>'totalPaise')::bigint`;

/** True for the credit note of a replaced invoice, which moved no money. */
export const isCorrection = (i: string): string =>
  `(${i}.kind = 'credit_note' AND ${i}.content->'credit'->>'refundId' IS NULL)`;

/** True for a document `i` that asks for an order's money: its invoice or, of the order of a move, its debit note. */
export const isInvoice = (i: string): string => `${i}.kind IN ('invoice', 'debit_note')`;

/** Sum of the invoices among documents `i` in paise; a replaced invoice counts once with its replacement. */
export const invoicedTotal = (i: string): string =>
  `coalesce(sum(CASE WHEN ${isInvoice(i)} THEN ${documentTotal(i)} ELSE -${documentTotal(i)} END)
     FILTER (WHERE ${isInvoice(i)} OR ${isCorrection(i)}), 0)`;

/** Sum of the refunds' credit notes among documents `i` in paise. */
export const creditedTotal = (i: string): string =>
  `coalesce(sum(${documentTotal(i)}) FILTER (WHERE ${i}.kind = 'credit_note' AND NOT ${isCorrection(i)}), 0)`;

/** True for an invoice `i` that no other replaces. */
export const isNewest = (i: string): string =>
  `(${isInvoice(i)} AND NOT EXISTS (SELECT FROM invoices newer WHERE newer.replaces = ${i}.id))`;
