import { MOVE_BLOCK } from "@sakhi/domain/moves/move.rules";
import { invoicedTotal } from "../invoices/invoices.sql.js";
import { ago, type DatabaseRule } from "./rule.js";

/** Moves of sold bookings to stalls of another price (docs/decisions/0118). */
export const MOVE_RULES: readonly DatabaseRule[] = [
  {
    name: "move-keeps-its-stall",
    description:
      "While a move waits for its money, its booking has the first stall and the other one is blocked for it; no stall is blocked for a move that does not wait.",
    resolution:
      "Not blocked: withdraw the move on the booking's page. Blocked for nobody: unblock the stall in the floor plan.",
    sql: () => `
      SELECT m.id::text AS id, 'its stall is not blocked for it' AS detail FROM stall_moves m
       WHERE m.state = 'asked'
         AND NOT EXISTS (SELECT FROM bookings b WHERE b.id = m.block_id AND b.stall_key = m.to_stall_key AND b.state = 'blocked')
      UNION ALL
      SELECT m.id::text, 'its booking is on another stall' FROM stall_moves m JOIN bookings b ON b.id = m.booking_id
       WHERE m.state = 'asked' AND b.state = 'sold' AND b.stall_key <> m.from_stall_key
      UNION ALL
      SELECT b.id::text, 'it blocks a stall for a move, and none waits' FROM bookings b
       WHERE b.state = 'blocked' AND b.block_reason = '${MOVE_BLOCK}'
         AND NOT EXISTS (SELECT FROM stall_moves m WHERE m.block_id = b.id AND m.state = 'asked')`,
  },
  {
    name: "move-is-paid",
    description:
      "A move to a dearer stall was paid with exactly one order, of its difference, which has a debit note of that amount (a reissued one counts once); no other order of a move has one.",
    resolution:
      "Settle the order again. A move without its money: move the booking back, or ask for the money again. A debit note without a move: credit it.",
    sql: () => `
      WITH paid AS (
        SELECT m.id, m.to_pay_paise, count(o.order_id) AS orders, sum(o.amount_paise) AS paise,
               (SELECT ${invoicedTotal("i")} FROM invoices i JOIN orders d USING (order_id)
                 WHERE d.move_id = m.id) AS noted
          FROM stall_moves m LEFT JOIN orders o ON o.move_id = m.id AND o.sold_payment_id IS NOT NULL
         WHERE m.state = 'moved' GROUP BY m.id)
      SELECT id::text, format('%s to pay, %s paid with %s orders, debit notes of %s', to_pay_paise, coalesce(paise, 0), orders,
               coalesce(noted, 0)) AS detail
        FROM paid WHERE coalesce(paise, 0) <> to_pay_paise OR coalesce(noted, 0) <> to_pay_paise OR orders > 1
      UNION ALL
      SELECT m.id::text, format('%s, and order %s was sold', m.state, o.order_id)
        FROM stall_moves m JOIN orders o ON o.move_id = m.id WHERE m.state <> 'moved' AND o.sold_payment_id IS NOT NULL
      UNION ALL
      SELECT i.number, 'a debit note, and its order paid for no move' FROM invoices i JOIN orders o USING (order_id)
       WHERE i.kind = 'debit_note' AND (o.move_id IS NULL OR o.sold_payment_id IS NULL)`,
  },
  {
    name: "moves-end-in-time",
    description: "No move waits for its money longer than its time, and none outlives its booking.",
    resolution:
      "Is the orchestrator running? Its workflow of the move ends it; the sweep starts a missing one every minute.",
    moving: true,
    sql: ({ graceSeconds }) => `
      SELECT m.id::text AS id, format('until %s', m.until) AS detail FROM stall_moves m
       WHERE m.state = 'asked' AND m.until < ${ago(graceSeconds + 3600)}
         AND NOT EXISTS (SELECT FROM issues i WHERE i.booking_id = m.booking_id AND i.resolved_at IS NULL)
      UNION ALL
      SELECT m.id::text, format('its booking is %s', b.state) FROM stall_moves m JOIN bookings b ON b.id = m.booking_id
       WHERE m.state = 'asked' AND b.state <> 'sold' AND b.ended_at < ${ago(graceSeconds)}`,
  },
];
