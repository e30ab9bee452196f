import { ago, type DatabaseRule } from "./rule.js";

/** True if an issue of this kind and subject is open or was closed with a reason. */
const known = (kind: string, subject: string): string => `EXISTS (
  SELECT FROM issues i WHERE i.kind = '${kind}' AND i.subject = ${subject}
                         AND (i.resolved_at IS NULL OR i.resolution = 'resolve'))`;

/** Lines of payouts whose money did not come back. */
const LIVE_LINES = "payout_lines l JOIN payouts p USING (payout_id)";

/** What the provider paid out. Amounts in paise. */
export const PAYOUT_RULES: readonly DatabaseRule[] = [
  {
    name: "payout-adds-up",
    description: "Every payout is what its lines amount to, or has an issue.",
    resolution: "Read the payouts again in the view Payouts, and compare the payout with the provider's pages.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT p.payout_id AS id, format('pays %s, its lines amount to %s', p.amount_paise,
               l.net - p.fee_paise - p.fee_tax_paise) AS detail
        FROM payouts p,
             LATERAL (SELECT coalesce(sum(net_paise), 0) AS net FROM payout_lines x WHERE x.payout_id = p.payout_id) l
       WHERE p.state <> 'failed' AND p.updated_at < ${ago(graceSeconds)}
         AND p.amount_paise <> l.net - p.fee_paise - p.fee_tax_paise
         AND NOT ${known("payout_differs", "'payout/' || p.payout_id")}
      UNION ALL
      SELECT l.line_key, format('%s less %s and %s is not %s', l.gross_paise, l.fee_paise, l.fee_tax_paise, l.net_paise)
        FROM ${LIVE_LINES}
       WHERE p.state <> 'failed' AND l.gross_paise - l.fee_paise - l.fee_tax_paise <> l.net_paise
         AND l.seen_at < ${ago(graceSeconds)} AND NOT ${known("payout_differs", "'fee/' || l.line_key")}`,
  },
  {
    name: "payout-as-payment",
    description: "Every payment in a payout is one of ours, of its amount and there once, or has an issue.",
    resolution: "Read the payouts again in the view Payouts; then look at its entry in Attention.",
    moving: true,
    sql: ({ graceSeconds }) => `
      WITH paid AS (
        SELECT coalesce(l.payment_id, l.event_id) AS id, count(*) AS lines, sum(l.gross_paise) AS paise
          FROM ${LIVE_LINES}
         WHERE l.kind = 'payment' AND p.state <> 'failed' AND l.seen_at < ${ago(graceSeconds)} GROUP BY 1)
      SELECT paid.id, format('paid out %s in %s lines, received %s', paise, lines, coalesce(r.amount_paise, 0)) AS detail
        FROM paid LEFT JOIN payments r ON r.provider_payment_id = paid.id AND r.outcome = 'success'
       WHERE (lines > 1 OR paise IS DISTINCT FROM r.amount_paise)
         AND NOT ${known("payout_doubled", "'payment/' || paid.id")}
         AND NOT ${known("payout_differs", "'payment/' || paid.id")}
         AND NOT ${known("payout_unknown", "'payment/' || paid.id")}`,
  },
];
