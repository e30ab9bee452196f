import { Injectable } from "@nestjs/common";
import { REMEDIES } from "@sakhi/domain/admin/remedies";
import { AttentionService } from "../issues/attention.service.js";
import { ATTENTION } from "../issues/attention.types.js";
import type { AttentionRow } from "../issues/attention.types.js";
import { Database } from "../platform/database/database.js";
import { factLines } from "./attention-facts.js";
import { orderOf } from "./attention-subjects.js";
import { RemedyEffects } from "./remedy-effects.service.js";
import type { RemedyEffectsOf } from "./remedy-effects.service.js";
import type { AttentionEntryResponse, AttentionResponse, HealthyResponse } from "./attention.response.js";

/** What is in order, by number; the names are those of the answer. */
const HEALTHY: Readonly<Record<keyof HealthyResponse, string>> = {
  soldBookings: "SELECT count(*) FROM bookings WHERE state = 'sold'",
  paidOrders: "SELECT count(*) FROM orders WHERE state = 'paid'",
  refundsDone: "SELECT count(*) FROM refunds WHERE state = 'succeeded'",
  refundsUnderWay: `SELECT count(*) FROM refunds WHERE state IN ('requested', 'pending')
                      AND created_at > clock_timestamp() - interval '14 days'`,
  mailsSent: "SELECT count(*) FROM mails WHERE state = 'sent'",
  invoicesIssued: "SELECT count(*) FROM invoices",
  webhooksHandled: "SELECT count(*) FROM webhook_inbox WHERE handled_at IS NOT NULL",
  messagesRelayed: "SELECT count(*) FROM outbox WHERE relayed_at IS NOT NULL",
  quietSweeps: `SELECT count(*) FROM sweep_runs WHERE at > clock_timestamp() - interval '1 day'
                   AND NOT jsonb_path_exists(caught, '$.* ? (@.type() == "number" && @ > 0)')`,
  sweeps: "SELECT count(*) FROM sweep_runs WHERE at > clock_timestamp() - interval '1 day'",
  settledMatters: "SELECT count(*) FROM attention WHERE resolved_at IS NOT NULL",
};

const COUNTS = `SELECT ${Object.entries(HEALTHY)
  .map(([name, sql]) => `(${sql}) AS "${name}"`)
  .join(", ")}`;

/** The inbox of what needs a person. */
@Injectable()
export class AttentionInbox {
  constructor(
    private readonly database: Database,
    private readonly attention: AttentionService,
    private readonly effects: RemedyEffects,
  ) {}

  async now(): Promise<AttentionResponse> {
    const [entries, [counts]] = await Promise.all([
      this.attention.open(),
      this.database.query<Record<string, string>>(COUNTS),
    ]);
    const stalls = await this.stallsOf(entries);
    const effects = await Promise.all(entries.map((entry) => this.effects.of(entry)));
    return {
      healthy: Object.fromEntries(
        Object.keys(HEALTHY).map((name) => [name, Number(counts?.[name] ?? 0)]),
      ) as unknown as HealthyResponse,
      entries: entries.map((entry, index) => answerOf(entry, stalls, effects[index] ?? {})),
    };
  }

  private async stallsOf(entries: readonly AttentionRow[]): Promise<ReadonlyMap<string, string>> {
    const ids = entries.flatMap(({ bookingId }) => bookingId ?? []);
    if (ids.length === 0) return new Map();
    const found = await this.database.query<{ id: string; stall_id: string }>(
      "SELECT id, stall_id FROM bookings WHERE id = ANY($1::uuid[])",
      [ids],
    );
    return new Map(found.map(({ id, stall_id: stallId }) => [id, stallId]));
  }
}

function answerOf(
  entry: AttentionRow,
  stalls: ReadonlyMap<string, string>,
  effects: RemedyEffectsOf,
): AttentionEntryResponse {
  const { title, meaning, remedies } = ATTENTION[entry.kind];
  const stallId = entry.bookingId === null ? undefined : stalls.get(entry.bookingId);
  const orderId = orderOf(entry);
  return {
    id: entry.id,
    kind: entry.kind,
    title,
    meaning,
    facts: factLines(entry.facts),
    raisedAt: entry.raisedAt.toISOString(),
    ...(entry.bookingId === null ? {} : { bookingId: entry.bookingId }),
    ...(stallId === undefined ? {} : { stallId }),
    ...(entry.applicationId === null ? {} : { applicationId: entry.applicationId }),
    ...(orderId === undefined ? {} : { orderId }),
    remedies: remedies.map((action) => ({
      action,
      ...REMEDIES[action],
      ...(effects[action] === undefined ? {} : { effect: effects[action] }),
    })),
  };
}
