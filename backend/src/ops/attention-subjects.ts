import type { AttentionRow } from "../issues/attention.types.js";

/** The order a matter is about: its subject, or among its facts. */
export function orderOf({ kind, subject, facts }: AttentionRow): string | undefined {
  switch (kind) {
    case "amount_differs":
    case "order_stuck_closing":
    case "order_conflict":
    case "provider_paid_unknown":
    case "refunded_elsewhere":
      return subject;
    case "refund_stuck":
    case "refund_failed":
    case "listing_paid_twice": {
      const { orderId } = facts;
      return typeof orderId === "string" ? orderId : undefined;
    }
    case "mail_failed":
    case "invoice_failed":
    case "workflow_failing":
    case "network_hoarding":
    case "outbox_stuck":
      return undefined;
  }
}
