import { Injectable } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import { HOLD_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { Notifications } from "../platform/database/notifications.js";
import { sqlList } from "../platform/database/sql-text.js";
import { EventPlan, type PlanRow } from "./event-plan.js";
import type { Layout } from "./layout.js";
import { LAYOUT_CHANNEL, liveBooking } from "./live-bookings.sql.js";
import { PlanPublicationEntity } from "./stalls.entities.js";
import type { PlanDrawingResponse } from "./stalls.response.js";

/**
 * Every stall of event $1 with the state of its live booking as one JSON text, the prices of its types, and the ms until the next
 * hold ends (null: none). An unchanged text needs no parsing.
 */
const READ = `
  SELECT coalesce(json_agg(json_build_array(
           s.stall_id, s.type, s.price_paise, s.x, s.y, s.layout_version,
           -- Free, it goes to the waiting list first: nobody else can reserve it.
           CASE WHEN b.state IS NULL AND k.stall_type IS NOT NULL THEN 'blocked' ELSE b.state END, s.width, s.height, s.turn, t.look)),
           '[]')::text AS stalls,
         (SELECT CASE WHEN NOT p.standard_ground THEN p.number END FROM plan_publications p
           WHERE p.event_id = $1 ORDER BY p.number DESC LIMIT 1) AS drawing,
         (SELECT json_object_agg(pt.key, json_build_object('paise', pt.price_paise, 'changes', pt.price_changes) ORDER BY pt.key)
            FROM stall_types pt WHERE pt.event_id = $1)::text AS "typePrices",
         clock_timestamp() AS "readAt",
         (extract(epoch FROM min(b.hold_expires_at) FILTER (WHERE b.state IN ${sqlList(HOLD_STATES)})
           - clock_timestamp()) * 1000)::float8 AS "nextEndMs"
    FROM stalls s JOIN stall_types t ON t.event_id = s.event_id AND t.key = s.type
    LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
    LEFT JOIN (SELECT DISTINCT w.stall_type FROM waiting_places w
                WHERE w.event_id = $1 AND w.state = 'waiting' AND w.confirmed_at IS NOT NULL) k ON k.stall_type = s.type
   WHERE s.event_id = $1 AND s.removed_at IS NULL`;

/**
 * The process's cached floor plans, one per event. A plan is reread before use if PostgreSQL has notified a change, a
 * request has written through this process, a hold has ended since, or the last read is 100 ms old. Concurrent callers
 * share one read. While the database is unavailable, no plan is returned (docs/decisions/0021).
 */
@Injectable()
export class LayoutService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notifications: Notifications;
  private readonly plans = new Map<number, EventPlan>();
  private readonly drawings = new Map<number, PlanDrawingResponse>();

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    this.notifications = new Notifications(config.directDatabaseUrl, {
      [LAYOUT_CHANNEL]: (payload) => this.onNotification(payload),
    });
  }

  onApplicationBootstrap(): void {
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
  }

  /** Invalidates the cached plans. */
  invalidate(): void {
    this.invalidateAll(false);
  }

  /**
   * An event's plan, at most 100 ms old, including every change notified before the call.
   *
   * @throws pg's errors while the database is unavailable
   */
  current(eventId: number): Promise<Layout> {
    return this.planOf(eventId).current();
  }

  /** One of the last 64 plans of this process and event, by version. */
  byVersion(eventId: number, version: string | undefined): Layout | undefined {
    return this.planOf(eventId).byVersion(version);
  }

  /**
   * Resolves at the next notification about the event's plan, or when a hold of it ends. Because notifications can be
   * lost, at the latest after 100 ms for each plan that is followed: a process then reads ten a second, however many.
   *
   * @param followed plans that are followed in this process
   */
  nextChange(eventId: number, followed: number): Promise<void> {
    return this.planOf(eventId).nextChange(followed);
  }

  /**
   * Area and fixtures of a publication. The newest of an event is kept: every page of its plan asks for it.
   *
   * @throws DomainError plan_not_found
   */
  async drawing(eventId: number, number: number): Promise<PlanDrawingResponse> {
    const kept = this.drawings.get(eventId);
    if (kept?.number === number) return kept;
    const found = await this.database.repository(PlanPublicationEntity).findOneBy({ eventId, number });
    if (found === null) throw new DomainError("plan_not_found");
    const { width, height, fixtures } = found.content;
    const drawing = { number, width, height, fixtures: [...fixtures] };
    if (kept === undefined || kept.number < number) this.drawings.set(eventId, drawing);
    return drawing;
  }

  /** @param payload the id of the event; none if it may be any */
  private onNotification(payload: string | undefined): void {
    if (payload === undefined || payload === "") this.invalidateAll(true);
    else this.plans.get(Number(payload))?.invalidate(true);
  }

  private invalidateAll(notified: boolean): void {
    for (const plan of this.plans.values()) plan.invalidate(notified);
  }

  private planOf(eventId: number): EventPlan {
    let plan = this.plans.get(eventId);
    if (plan === undefined) {
      plan = new EventPlan(() => this.query(eventId));
      this.plans.set(eventId, plan);
    }
    return plan;
  }

  /** Uses the listening connection, because the pool may be exhausted while many reserve. */
  private async query(eventId: number): Promise<PlanRow> {
    const viaListener = await this.notifications.query<PlanRow>({
      name: LAYOUT_CHANNEL,
      text: READ,
      values: [eventId],
    });
    const [found] = viaListener ?? (await this.database.query<PlanRow>(READ, [eventId]));
    if (found === undefined) throw new Error("the layout query returned no row");
    return found;
  }
}

/** The header that says of which event a floor plan is: its slug, encoded, because slugs keep letters of every script. */
export function planHeader(slug: string): { readonly "plan-event": string } {
  return { "plan-event": encodeURIComponent(slug) };
}
