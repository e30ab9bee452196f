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

/** No plan is sent that was read longer ago, in ms: notifications can be lost. */
const FRESH_MS = 100;
/** Plans that a page may come back with. */
const REMEMBERED = 64;

/**
 * Every stall with the state of its live booking as one text, and in how many ms the next hold ends (null: none). As a
 * text it is compared with the one before, and mostly that is all there is to do.
 */
const READ = `
  SELECT coalesce(json_agg(json_build_array(
           s.stall_id, s.type, s.price_paise, s.x, s.y, s.layout_version, b.state)), '[]')::text AS stalls,
         (extract(epoch FROM min(b.hold_expires_at) FILTER (WHERE b.state IN ('held', 'registered'))
           - clock_timestamp()) * 1000)::float8 AS "nextEndMs"
    FROM stalls s LEFT JOIN bookings b ON b.stall_id = s.stall_id AND ${liveBooking()}`;

interface Read {
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

/** When a plan was read. */
interface Reading {
  readonly layout: Layout;
  /** How many changes we had heard of when it began. */
  readonly changes: number;
  /** When it began and until when it holds by itself, in ms of `performance.now()`. */
  readonly began: number;
  readonly until: number;
}

/**
 * The floor plan as this process last read it. It is read again before it is given away when PostgreSQL has notified a
 * change, when somebody wrote through this process, when a hold has ended since, and when the last look is 100 ms old.
 * Anyone who asks meanwhile waits for the same look. It keeps nothing that the database would not answer at that moment,
 * and while the database is away it gives nothing away (docs/decisions/0021).
 */
@Injectable()
export class LayoutService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly notifications: Notifications;
  private read: Reading | undefined;
  private facts = "";
  private readonly remembered = new Map<string, Layout>();
  private changes = 0;
  private looking: Promise<void> | undefined;
  private wake: (() => void) | undefined;

  constructor(
    config: Config,
    private readonly database: Database,
  ) {
    this.notifications = new Notifications(config.databaseUrl, {
      [LAYOUT_CHANNEL]: () => {
        this.changed();
        this.wake?.();
      },
    });
  }

  onApplicationBootstrap(): void {
    this.notifications.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
  }

  /** Something may have changed: the plan is read again before it is given away. */
  changed(): void {
    this.changes += 1;
  }

  /** The plan, where it need not be read again. */
  fresh(): Layout | undefined {
    const { read } = this;
    return read !== undefined && read.changes === this.changes && performance.now() < read.until
      ? read.layout
      : undefined;
  }

  /**
   * The plan as the database answers it now, for whatever was changed before the call.
   *
   * @throws pg's errors while the database is away
   */
  async current(): Promise<Layout> {
    const [needed, asked] = [this.changes, performance.now()];
    for (;;) {
      const { read } = this;
      // A look that began after the question answers it, whatever happened since.
      const holds = read !== undefined && (performance.now() < read.until || read.began >= asked);
      if (holds && read.changes >= needed) return read.layout;
      await (this.looking ??= this.look().finally(() => (this.looking = undefined)));
    }
  }

  /** One of the last 64 plans of this process, by its version. */
  earlier(version: string | undefined): Layout | undefined {
    return version === undefined ? undefined : this.remembered.get(version);
  }

  /** Resolves at the next notification, and at the latest when the plan has to be looked at again. */
  async nextChange(): Promise<void> {
    if (this.read !== undefined && this.read.changes !== this.changes) return;
    const ms = Math.max(1, Math.min(FRESH_MS, (this.read?.until ?? 0) - performance.now()));
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  private async look(): Promise<void> {
    const [changes, began] = [this.changes, performance.now()];
    const { stalls, nextEndMs } = await this.ask();
    const before = this.read?.layout;
    const layout = before !== undefined && stalls === this.facts ? before : this.remember(new Layout(stallsOf(stalls)));
    this.facts = stalls;
    // Counted from before the question, so that no hold seems to last longer than it does.
    const until = began + Math.min(FRESH_MS, nextEndMs ?? FRESH_MS);
    this.read = { layout, changes, began, until };
  }

  /** The plan as it is kept: the one of before where it is the same again, with what was compressed. */
  private remember(made: Layout): Layout {
    const layout = this.remembered.get(made.version) ?? made;
    // Newest last, also of those that come back.
    this.remembered.delete(layout.version);
    this.remembered.set(layout.version, layout);
    for (const oldest of this.remembered.keys()) {
      if (this.remembered.size <= REMEMBERED) break;
      this.remembered.delete(oldest);
    }
    return layout;
  }

  /** On the connection that hears the notifications: no wait for one of the pool's while many reserve. */
  private async ask(): Promise<Read> {
    const heard = await this.notifications.query<Read>({ name: LAYOUT_CHANNEL, text: READ });
    const [found] = heard ?? (await this.database.query<Read>(READ));
    if (found === undefined) throw new Error("the layout's statement answered no row");
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
