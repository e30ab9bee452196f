import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import { priceAt, type TypePrices } from "@sakhi/domain/operator/dated-prices";
import type { StallLook, StallType } from "@sakhi/domain/stalls/stall.types";
import { Layout } from "./layout.js";
import type { LayoutStallResponse } from "./stalls.response.js";
import { layoutStall } from "./stalls.service.js";

/** Maximum age of a returned plan, in ms, because notifications can be lost. */
const FRESH_MS = 100;
/** Number of recent plans that a reconnecting page can resume from. */
const MAX_RECENT = 64;

/** What one read of a plan returns. */
export interface PlanRow {
  /** The stalls, as JSON. */
  readonly stalls: string;
  /** {@link TypePrices} of each type, as JSON; null without types. */
  readonly typePrices: string | null;
  /** The database's clock. */
  readonly readAt: Date;
  /** Ms until the next hold ends; null: none. */
  readonly nextEndMs: number | null;
  /** Number of the publication whose area and fixtures are drawn; null for the standard hall. */
  readonly drawing: number | null;
}

type ReadStall = readonly [
  stallId: string,
  type: StallType,
  storedPaise: Paise,
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
  /** When its next hold ends, or a date changes its prices. */
  readonly endsAt: number;
}

/** The cached floor plan of one event. */
export class EventPlan {
  private cached: CachedPlan | undefined;
  /** What the cached plan was made of. */
  private madeOf = "";
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
   * Waits for a notified change, the end of a hold or the date of a price, at most 100 ms for each followed plan. A write of this process is
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
    const row = await this.read();
    const types = new Map(Object.entries(JSON.parse(row.typePrices ?? "{}") as Readonly<Record<string, TypePrices>>));
    const { come, msToNext } = datesAt(types, row.readAt);
    const madeOf = `${row.stalls} ${row.drawing} ${row.typePrices} ${come}`;
    const before = this.cached?.layout;
    const layout =
      before !== undefined && madeOf === this.madeOf ? before : this.store(new Layout(stallsOf(row, types)));
    this.madeOf = madeOf;
    // Counted from before the query, so that no hold is shown past its deadline, and no price past its date.
    const endsAt = began + Math.min(row.nextEndMs ?? Infinity, msToNext);
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

/** How many dates of prices have come, and the ms until the next one. */
function datesAt(types: ReadonlyMap<StallType, TypePrices>, at: Date) {
  const ms = [...types.values()].flatMap(({ changes }) => changes.map(({ from }) => Date.parse(from) - at.getTime()));
  const ahead = ms.filter((left) => left > 0);
  return { come: ms.length - ahead.length, msToNext: Math.min(Infinity, ...ahead) };
}

function stallsOf(
  { stalls: text, drawing, readAt }: PlanRow,
  types: ReadonlyMap<StallType, TypePrices>,
): LayoutStallResponse[] {
  const stalls = JSON.parse(text) as ReadStall[];
  return stalls
    .toSorted(([a], [b]) => a.charCodeAt(0) - b.charCodeAt(0) || Number(a.slice(1)) - Number(b.slice(1)))
    .map(([stallId, type, storedPaise, x, y, layoutVersion, live, width, height, turn, look]) => {
      const price = priceAt(storedPaise, types.get(type) ?? { paise: storedPaise, changes: [] }, readAt);
      return layoutStall({ stallId, type, ...price, x, y, layoutVersion, live, width, height, turn, look, drawing });
    });
}
