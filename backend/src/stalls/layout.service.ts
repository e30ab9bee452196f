import { Injectable } from "@nestjs/common";
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { Notifications } from "../platform/database/notifications.js";
import { Layout } from "./layout.js";
import { LAYOUT_CHANNEL, liveBooking } from "./live-bookings.sql.js";
import type { LayoutStallResponse } from "./stalls.response.js";
import { layoutStall } from "./stalls.service.js";

/** Maximum age of a returned plan, in ms, because notifications can be lost. */
const FRESH_MS = 100;
/** Number of recent plans that a reconnecting page can resume from. */
const MAX_RECENT = 64;

/**
 * Every stall of event $1 with the state of its live booking as one JSON text, and the ms until the next hold ends (null: none). An
 * unchanged text needs no parsing.
 */
const READ = `
  SELECT coalesce(json_agg(json_build_array(
           s.stall_id, s.type, s.price_paise, s.x, s.y, s.layout_version, b.state)), '[]')::text AS stalls,
         (extract(epoch FROM min(b.hold_expires_at) FILTER (WHERE b.state IN ('held', 'registered'))
           - clock_timestamp()) * 1000)::float8 AS "nextEndMs"
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   WHERE s.event_id = $1`;

interface PlanRow {
  readonly stalls: string;
  readonly nextEndMs: number | null;
}

type ReadStall = readonly [
  stallId: string,
  type: StallType,
  pricePaise: Paise,
  x: number,
  y: number,
  layoutVersion: number,
  live: BookingState | null,
];

/** A plan and how long it is valid. */
interface CachedPlan {
  readonly layout: Layout;
  /** Value of `changes` when the read began. */
  readonly changes: number;
  /** When the read began, and when the plan expires unless a change comes first; ms of `performance.now()`. */
  readonly began: number;
  readonly until: number;
}

/** The cached floor plan of one event. */
class EventPlan {
  private cached: CachedPlan | undefined;
  private stallsText = "";
  private readonly recent = new Map<string, Layout>();
  private changes = 0;
  private reading: Promise<void> | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly read: () => Promise<PlanRow>) {}

  /** Invalidates the cached plan. @param notified by PostgreSQL: also ends {@link nextChange} */
  invalidate(notified: boolean): void {
    this.changes += 1;
    if (notified) this.wake?.();
  }

  async current(): Promise<Layout> {
    const [needed, called] = [this.changes, performance.now()];
    for (;;) {
      const { cached } = this;
      // A read that began after the call is current enough, even if it has expired since.
      const isCurrent = cached !== undefined && (performance.now() < cached.until || cached.began >= called);
      if (isCurrent && cached.changes >= needed) return cached.layout;
      await (this.reading ??= this.refresh().finally(() => (this.reading = undefined)));
    }
  }

  byVersion(version: string | undefined): Layout | undefined {
    return version === undefined ? undefined : this.recent.get(version);
  }

  async nextChange(): Promise<void> {
    if (this.cached !== undefined && this.cached.changes !== this.changes) return;
    const ms = Math.max(1, Math.min(FRESH_MS, (this.cached?.until ?? 0) - performance.now()));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  private async refresh(): Promise<void> {
    const [changes, began] = [this.changes, performance.now()];
    const { stalls, nextEndMs } = await this.read();
    const before = this.cached?.layout;
    const layout =
      before !== undefined && stalls === this.stallsText ? before : this.store(new Layout(stallsOf(stalls)));
    this.stallsText = stalls;
    // Counted from before the query, so that no hold is shown past its deadline.
    const until = began + Math.min(FRESH_MS, nextEndMs ?? FRESH_MS);
    this.cached = { layout, changes, began, until };
  }

  /** Stores a plan, or returns the stored one of the same version with its compressed bodies. */
  private store(created: Layout): Layout {
    const layout = this.recent.get(created.version) ?? created;
    // Re-insert it as the most recent.
    this.recent.delete(layout.version);
    this.recent.set(layout.version, layout);
    for (const oldest of this.recent.keys()) {
      if (this.recent.size <= MAX_RECENT) break;
      this.recent.delete(oldest);
    }
    return layout;
  }
}

/**
 * The process's cached floor plans, one per event. A plan is reread before use if PostgreSQL has notified a change, a
 * request has written through this process, a hold has ended since, or the last read is 100 ms old. Concurrent callers
 * share one read. While the database is unavailable, no plan is returned (docs/decisions/0021).
 */
@Injectable()
export class LayoutService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notifications: Notifications;
  private readonly plans = new Map<number, EventPlan>();

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    this.notifications = new Notifications(config.databaseUrl, { [LAYOUT_CHANNEL]: () => this.invalidateAll(true) });
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

  /** Resolves at the next notification, at the latest when the event's cached plan expires. */
  nextChange(eventId: number): Promise<void> {
    return this.planOf(eventId).nextChange();
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

function stallsOf(text: string): LayoutStallResponse[] {
  const stalls = JSON.parse(text) as ReadStall[];
  return stalls
    .toSorted(([a], [b]) => a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1)))
    .map(([stallId, type, pricePaise, x, y, layoutVersion, live]) =>
      layoutStall({ stallId, type, pricePaise, x, y, layoutVersion, live }),
    );
}
