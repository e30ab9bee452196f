import { Injectable } from "@nestjs/common";
import { isCrowdOver, type SiteHolds } from "@sakhi/domain/bookings/live-holds.rules";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { inLiveState, liveHold, livePurchase } from "../stalls/live-bookings.sql.js";
import { eventHolds, SOLD_LATELY } from "./site-holds.sql.js";

/** All unpaid holds of an event, for operators. */
export interface EventHolds extends Pick<SiteHolds, "unsold" | "held" | "soldLastHour"> {
  /** Different addresses (IPv6: /64) and visitors that hold them. */
  readonly addresses: number;
  readonly visitors: number;
  /** Of the held ones: registered, and being paid. */
  readonly registered: number;
  readonly paying: number;
  readonly soldLastTenMinutes: number;
}

/** An unpaid booking of an address that keeps several. */
export interface CrowdBooking {
  readonly id: string;
  readonly stallId: string;
  readonly state: "held" | "registered" | "paying";
  /** Digest of its exact address, and its visitor. */
  readonly network: string;
  readonly visitorId: string | null;
}

/** The unpaid holds of an event over all networks together: their issue, and what ends those of small networks. */
@Injectable()
export class SiteHoldsService {
  constructor(
    private readonly database: Database,
    private readonly issues: IssuesService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /** An event's unpaid holds now. */
  async ofEvent(eventId: number, tx?: Tx): Promise<EventHolds> {
    const sql: Statement = {
      name: "holds_of_event",
      text: `
      SELECT ${eventHolds("$1::integer")},
             count(DISTINCT b.networks[1]) FILTER (WHERE ${livePurchase()})::int AS addresses,
             count(DISTINCT b.visitor_id) FILTER (WHERE ${livePurchase()})::int AS visitors,
             count(*) FILTER (WHERE ${liveHold()} AND b.state = 'registered')::int AS registered,
             count(*) FILTER (WHERE b.state = 'paying')::int AS paying,
             count(*) FILTER (WHERE ${SOLD_LATELY})::int AS "soldLastTenMinutes"
        FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE s.event_id = $1 AND ${inLiveState("b")}`,
    };
    const [found] =
      tx === undefined
        ? await this.database.queryAutocommit<EventHolds>(sql, [eventId])
        : await rows<EventHolds>(tx, sql, [eventId]);
    if (found === undefined) throw new Error("an aggregate has one row");
    return found;
  }

  /** {@link ofEvent} for the subject of an issue; undefined if there is no such event. */
  async ofSubject(slug: string, tx?: Tx): Promise<EventHolds | undefined> {
    const id = await this.eventId(slug);
    return id === undefined ? undefined : this.ofEvent(id, tx);
  }

  /** The unpaid bookings of addresses that keep more than `moreThan` of an event's stalls, by stall. */
  crowd(eventId: number, moreThan: number): Promise<CrowdBooking[]> {
    return this.database.query<CrowdBooking>(
      `SELECT id, "stallId", state, network, "visitorId"
         FROM (SELECT b.id, s.stall_id AS "stallId", s.stall_key, b.state, b.networks[1] AS network, b.visitor_id AS "visitorId",
                      count(*) OVER (PARTITION BY b.networks[1]) AS kept
                 FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
                WHERE s.event_id = $1 AND ${livePurchase()} AND b.networks <> '{}') k
        WHERE kept > $2 ORDER BY stall_key`,
      [eventId, moreThan],
    );
  }

  /** Raises the issue about an event's unpaid holds unless it is open. */
  async raiseIssue(tx: Tx, eventId: number, { held, unsold, soldLastHour }: SiteHolds): Promise<void> {
    const { slug } = await this.eventFacts.of(eventId);
    await this.issues.raise(tx, {
      kind: "stalls_held_unpaid",
      subject: slug,
      facts: { ofEvent: slug, freeStalls: unsold, heldUnpaid: held, soldLastHour },
    });
  }

  /** Closes the issue about an event once few of its stalls are held unpaid. */
  async closeIfOver(slug: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const holds = await this.ofSubject(slug, tx);
      if (holds === undefined || isCrowdOver(holds)) await this.issues.closeIfOpen(tx, "stalls_held_unpaid", slug);
    });
  }

  private async eventId(slug: string): Promise<number | undefined> {
    const [event] = await this.database.query<{ id: number }>("SELECT id FROM events WHERE slug = $1", [slug]);
    return event?.id;
  }
}
