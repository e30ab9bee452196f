import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallLook, StallType } from "@sakhi/domain/stalls/stall.types";
import { Layout } from "./layout.js";
import type { LayoutStallResponse } from "./stalls.response.js";
import { layoutStall } from "./stalls.service.js";

/** Maximum age of a returned plan, in ms, because notifications can be lost. */
const FRESH_MS = 100;
/** Number of recent plans that a reconnecting page can resume from. */
const MAX_RECENT = 64;

/** What one read of a plan returns: the stalls as JSON text, and the ms until the next hold ends (null: none). */
export interface PlanRow {
  readonly stalls: string;
  readonly nextEndMs: number | null;
  /** Number of the publication whose area and fixtures are drawn; null for the standard hall. */
  readonly drawing: number | null;
}

type ReadStall = readonly [
  stallId: string,
  type: StallType,
  pricePaise: Paise,
  x: number,
  y: number,
  layoutVersion: number,
  live: BookingState | null,
  width: number,
  height: number,
  turn: number,
  look: StallLook,
];

/** A plan and how long it is valid. */
interface CachedPlan {
  readonly layout: Layout;
  /** Values of `changes` and `notices` when the read began. */
  readonly changes: number;
  readonly notices: number;
  /** When the read began, and when the plan expires unless a change comes first; ms of `performance.now()`. */
  readonly began: number;
  readonly until: number;
  /** When its next hold ends. */
  readonly endsAt: number;
}

/** The cached floor plan of one event. */
export class EventPlan {
  private cached: CachedPlan | undefined;
  private stallsText = "";
  private drawing: number | null = null;
  private readonly recent = new Map<string, Layout>();
  private changes = 0;
  /** Those of them that PostgreSQL has notified. */
  private notices = 0;
  private reading: Promise<void> | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly read: () => Promise<PlanRow>) {}

  /** Invalidates the cached plan. @param notified by PostgreSQL: also ends {@link nextChange} */
  invalidate(notified: boolean): void {
    this.changes += 1;
    if (!notified) return;
    this.notices += 1;
    this.wake?.();
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

  /**
   * Waits for a notified change or the end of a hold, at most 100 ms for each followed plan. A write of this process is
   * notified too, and may be of another event.
   */
  async nextChange(followed: number): Promise<void> {
    if (this.cached !== undefined && this.cached.notices !== this.notices) return;
    const { began = 0, endsAt = 0 } = this.cached ?? {};
    const ms = Math.max(1, Math.min(began + FRESH_MS * followed, endsAt) - performance.now());
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
    const [changes, notices, began] = [this.changes, this.notices, performance.now()];
    const { stalls, nextEndMs, drawing } = await this.read();
    const before = this.cached?.layout;
    const layout =
      before !== undefined && stalls === this.stallsText && drawing === this.drawing
        ? before
        : this.store(new Layout(stallsOf(stalls, drawing)));
    this.stallsText = stalls;
    this.drawing = drawing;
    // Counted from before the query, so that no hold is shown past its deadline.
    const endsAt = began + (nextEndMs ?? Infinity);
    this.cached = { layout, changes, notices, began, until: Math.min(began + FRESH_MS, endsAt), endsAt };
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

function stallsOf(text: string, drawing: number | null): LayoutStallResponse[] {
  const stalls = JSON.parse(text) as ReadStall[];
  return stalls
    .toSorted(([a], [b]) => a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1)))
    .map(([stallId, type, pricePaise, x, y, layoutVersion, live, width, height, turn, look]) =>
      layoutStall({ stallId, type, pricePaise, x, y, layoutVersion, live, width, height, turn, look, drawing }),
    );
}
