import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/**
 * What a person must decide or know:
 * - amount_differs: an order was paid whose amount or currency is not ours; not sold
 * - two_successes: two payments succeeded on one order; the provider refunds per order, so a person must choose
 * - refund_stuck, refund_failed: money that should have gone back has not
 * - refunded_elsewhere: the provider gave back money for something that stays sold
 * - order_stuck_closing: an order is not final half an hour after we asked to close it
 * - order_conflict: the provider has another order under our id
 * - mail_failed, invoice_failed: a mail or an invoice that will not go out by itself
 * - provider_paid_unknown: money we can assign to nothing, or that is gone from a sale
 * - listing_paid_twice: the same brand and e-mail paid for a second listing while one is under review or live
 */
export const ATTENTION_KINDS = [
  "amount_differs",
  "two_successes",
  "refund_stuck",
  "refund_failed",
  "refunded_elsewhere",
  "order_stuck_closing",
  "order_conflict",
  "mail_failed",
  "invoice_failed",
  "provider_paid_unknown",
  "listing_paid_twice",
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** One matter for a person. `facts` holds ids and amounts, never a name, e-mail, phone or GST number. */
export interface AttentionEntry {
  readonly kind: AttentionKind;
  /** What it is about: an order, refund, mail, invoice or application id. */
  readonly subject: string;
  readonly bookingId?: string | undefined;
  /** The application to be listed that it concerns. */
  readonly applicationId?: string | undefined;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

/** Matters put before the operator: one open entry for each kind and subject. */
@Injectable()
export class AttentionService {
  /** @returns whether it is new; an open entry of the same kind and subject stays as it is */
  async raise(tx: Tx, entry: AttentionEntry): Promise<boolean> {
    const raised = await rows(
      tx,
      `INSERT INTO attention (id, kind, subject, booking_id, application_id, facts) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO NOTHING RETURNING id`,
      [
        randomUUID(),
        entry.kind,
        entry.subject,
        entry.bookingId ?? null,
        entry.applicationId ?? null,
        JSON.stringify(entry.facts),
      ],
    );
    return raised.length > 0;
  }
}
