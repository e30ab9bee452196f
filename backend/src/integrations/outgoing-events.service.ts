import { createHash, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { SentWebhookKind, WebhookData, WebhookKind } from "@sakhi/domain/integrations/webhook.rules";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { slugOf } from "@sakhi/domain/site/slug";
import { rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { Outbox } from "../platform/outbox/outbox.js";

/** Endpoints that are notified of a kind, of an event or of none. */
const NOTIFIED = (event: string): string => `
  (SELECT array_agg(w.id) FROM webhook_endpoints w
    WHERE w.disabled_at IS NULL AND :kind = ANY (w.kinds) AND (w.event_ids IS NULL OR ${event}))`;

/** A booking, if anyone is notified of it; a move only once it is sold. `turn`: how often it has moved. */
const BOOKING: Statement = {
  name: "booking_of_webhook",
  text: `
  SELECT notified.ids, b.order_id AS "orderId", s.stall_id AS stall, s.type AS "stallType", e.slug AS event,
         coalesce(b.final_paise, 0)::float8 AS "amountPaise", clock_timestamp() AS at,
         CASE WHEN :kind = 'booking.moved'
              THEN (SELECT count(*) FROM booking_events m WHERE m.booking_id = b.id AND m.kind = 'moved') ELSE 0 END::int AS turn
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id
   CROSS JOIN LATERAL ${NOTIFIED("s.event_id = ANY (w.event_ids)")} notified (ids)
   WHERE b.id = :id AND notified.ids IS NOT NULL AND (:kind <> 'booking.moved' OR b.state = 'sold')`,
};
/** An application that is live, if anyone is notified of it; listings are of no event. `turn`: its year. */
const LISTING: Statement = {
  name: "listing_of_webhook",
  text: `
  SELECT notified.ids, a.brand_id AS "brandId", a.listing_id AS "listingId", r.name AS "brandName", r.module, a.live_until AS "liveUntil",
         clock_timestamp() AS at, a.year AS turn
    FROM listing_applications a JOIN brands r ON r.id = a.brand_id
   CROSS JOIN LATERAL ${NOTIFIED("false")} notified (ids)
   WHERE a.id = :id AND notified.ids IS NOT NULL`,
};
/** An endpoint that is deleted meanwhile is notified nothing: a sale must not fail because of it. */
const ADD = `
  WITH event AS (
    INSERT INTO webhook_events (id, kind, subject_id, data, at) VALUES (:eventId, :kind, :subjectId, :data, :at)
    ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, queued_at)
  SELECT gen_random_uuid(), event.id, notified.id, CASE WHEN notified.failing_since IS NULL THEN clock_timestamp() END
    FROM event, (SELECT w.id, w.failing_since FROM webhook_endpoints w WHERE w.id = ANY (:ids::uuid[]) FOR KEY SHARE) notified
  RETURNING id, queued_at IS NOT NULL AS "isQueued"`;

interface Notified {
  readonly ids: string[];
  readonly at: Date;
  readonly turn: number;
}

interface BookingDetails extends Notified {
  readonly orderId: string | null;
  readonly stall: string;
  readonly stallType: string;
  readonly event: string;
  readonly amountPaise: number;
}

interface ListingDetails extends Notified {
  readonly brandId: string;
  readonly listingId: string | null;
  readonly brandName: string;
  readonly module: CatalogueModule;
  readonly liveUntil: Date | null;
}

/** What an entry of a history adds: the refund of a cancellation, where a move began. */
type Detail = Readonly<Record<string, string | number | boolean>> | undefined;

/**
 * Writes down what other systems are notified, in the transaction of its cause (docs/decisions/0128). One short statement while
 * nobody is notified of it.
 */
@Injectable()
export class OutgoingEventsService {
  constructor(private readonly outbox: Outbox) {}

  /** @param detail of the entry in the booking's history */
  async booking(tx: Tx, kind: Extract<WebhookKind, `booking.${string}`>, id: string, detail: Detail): Promise<void> {
    const [found] = await rows<BookingDetails>(tx, BOOKING, { kind, id });
    if (found === undefined) return;
    const { orderId, stall, stallType, event, amountPaise } = found;
    await this.add(tx, kind, id, found, {
      ...{ bookingId: id, orderId, event, stall, stallType, amountPaise },
      ...(kind === "booking.moved" ? { fromStall: textOf(detail?.["from"]) } : {}),
      ...(kind === "booking.cancelled" ? { refundPaise: Number(detail?.["refundPaise"] ?? 0) } : {}),
    });
  }

  /** A listing went live, or is live for another year. */
  async listing(tx: Tx, id: string): Promise<void> {
    const [found] = await rows<ListingDetails>(tx, LISTING, { kind: "listing.live", id });
    if (found === undefined) return;
    const { brandId, listingId, brandName, module, liveUntil } = found;
    await this.add(tx, "listing.live", id, found, {
      ...{ applicationId: id, listingId, brandId, brand: slugOf(brandName), module },
      liveUntil: liveUntil?.toISOString() ?? null,
    });
  }

  /** A test of one endpoint, disabled or not. @returns the delivery's id */
  async ping(tx: Tx, endpointId: string): Promise<string> {
    const eventId = randomUUID();
    const event = { kind: "test.ping", subjectId: endpointId, data: "{}", at: new Date() };
    const [added] = await rows<{ id: string }>(tx, ADD, { ...event, eventId, ids: [endpointId] });
    if (added === undefined) throw new Error(`endpoint ${endpointId} does not exist`);
    await this.enqueue(tx, added.id);
    return added.id;
  }

  private async add(
    tx: Tx,
    kind: SentWebhookKind,
    subjectId: string,
    notified: Notified,
    data: WebhookData,
  ): Promise<void> {
    const { ids, at, turn } = notified;
    const eventId = eventIdOf(`${kind}/${subjectId}/${turn}`);
    const values = { eventId, kind, subjectId, data: JSON.stringify(data), at, ids };
    // To an endpoint that does not answer, the dispatcher takes them one at a time.
    for (const { id, isQueued } of await rows<{ id: string; isQueued: boolean }>(tx, ADD, values))
      if (isQueued) await this.enqueue(tx, id);
  }

  private enqueue(tx: Tx, deliveryId: string): Promise<void> {
    return this.outbox.enqueue(tx, { queue: "webhooks", jobId: `webhook-${deliveryId}`, data: { deliveryId } });
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** A UUID (version 8) that follows from what happened. */
function eventIdOf(text: string): string {
  const hex = createHash("sha256").update(`webhook event ${text}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
