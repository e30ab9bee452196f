import { Injectable } from "@nestjs/common";
import {
  eventDays,
  type EventFacts,
  type EventRecord,
  type MelaEdition,
  type OrganisationRecord,
} from "@sakhi/domain/events/event-facts";
import { salesVerdict, type SalesVerdict } from "@sakhi/domain/events/sales.rules";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { columnsOf } from "../platform/database/columns.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";
import { RECOVERING } from "./sales-pause.sql.js";

/** Response header with the time of the facts' last change (ISO 8601, UTC). */
export const FACTS_VERSION = "facts-version";

/** Maximum age of cached facts, in ms, because notifications can be lost. */
const FRESH_MS = 1_000;

/**
 * All editions, the current one first: the newest that is not upcoming. Older ones are past, as is any edition whose last
 * day is over.
 */
const EVENTS = `
  SELECT ${columnsOf(EventEntity)},
         (NOT upcoming AND id < max(id) FILTER (WHERE NOT upcoming) OVER ())
           OR (days -> -1 ->> 'date')::date < (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date AS is_past
    FROM events ORDER BY upcoming, id DESC`;
const ORGANISATION = `SELECT ${columnsOf(OrganisationEntity)} FROM organisation ORDER BY id DESC LIMIT 1`;

/** The sales window of the current edition, one row, as table `e` of a statement that also selects {@link SALES_COLUMNS}. */
export const SALES_WINDOW = `
  (SELECT) one LEFT JOIN
  (SELECT sales_open_at, sales_close_at FROM events WHERE NOT upcoming ORDER BY id DESC LIMIT 1) e ON true`;
export const SALES_COLUMNS = `e.sales_open_at, e.sales_close_at, clock_timestamp() AS read_at, ${RECOVERING} AS paused`;
const SALES = `SELECT ${SALES_COLUMNS} FROM ${SALES_WINDOW}`;

/** {@link SALES_COLUMNS} as read. */
export interface SalesRow {
  readonly salesOpenAt: Date | null;
  readonly salesCloseAt: Date | null;
  /** The database's clock. */
  readonly readAt: Date;
  /** The database is in recovery. */
  readonly paused: boolean;
}

/** Whether sales are open at the time of the read. */
export function salesOf({ salesOpenAt, salesCloseAt, readAt, paused }: SalesRow): SalesVerdict {
  return salesVerdict({ opensAt: salesOpenAt, closesAt: salesCloseAt, paused }, readAt);
}

type EditionRow = EventEntity & { readonly isPast: boolean };

/** Data that is read together. */
interface FactsData {
  readonly facts: EventFacts;
  readonly editions: readonly MelaEdition[];
}

interface CachedFacts {
  readonly data: Promise<FactsData>;
  /** Expiry, in ms of `performance.now()`. */
  readonly until: number;
}

/**
 * The facts of the Mela and its organisation on pages, in mails, PDFs and calendars. Read from the database; cached briefly
 * in processes that listen for changes.
 */
@Injectable()
export class EventFactsService {
  private caching = false;
  private cached: CachedFacts | undefined;
  private newest: string | undefined;

  constructor(private readonly database: Database) {}

  /**
   * The current facts.
   *
   * @param tx read in this transaction, e.g. to freeze them in an invoice
   * @throws Error if a row is missing; migrations insert them
   */
  async current(tx?: Tx): Promise<EventFacts> {
    return (tx === undefined ? await this.readCached() : await this.readIn(tx)).facts;
  }

  /** All editions of the Mela, the current one first. @param tx read in this transaction */
  async editions(tx?: Tx): Promise<readonly MelaEdition[]> {
    return (tx === undefined ? await this.readCached() : await this.readIn(tx)).editions;
  }

  /** Whether stalls can be booked now, by the database's clock; always read. */
  async sales(): Promise<{ readonly sales: SalesVerdict; readonly at: Date }> {
    const [row] = await this.database.read<SalesRow>(EventEntity, SALES);
    if (row === undefined) throw new Error("the database returned no time");
    return { sales: salesOf(row), at: row.readAt };
  }

  /** Enables the cache; the caller reports every change to {@link invalidate}. */
  enableCache(): void {
    this.caching = true;
  }

  /** Invalidates the cached facts and starts rereading them. */
  invalidate(): void {
    this.cached = undefined;
    if (this.caching) this.readCached().catch(() => undefined);
  }

  /** Time of the last known change, without a query; undefined before the first read or without the cache. */
  get version(): string | undefined {
    return this.newest;
  }

  private async readCached(): Promise<FactsData> {
    if (!this.caching) return this.read();
    if (this.cached === undefined || performance.now() >= this.cached.until) {
      const data = this.read();
      this.cached = { data, until: performance.now() + FRESH_MS };
      data.then(
        ({ facts: { updatedAt } }) => {
          if (updatedAt > (this.newest ?? "")) this.newest = updatedAt;
        },
        // A failed read is not cached.
        () => (this.cached = undefined),
      );
    }
    return this.cached.data;
  }

  private async read(): Promise<FactsData> {
    const [events, [organisation]] = await Promise.all([
      this.database.read<EditionRow>(EventEntity, EVENTS),
      this.database.read<OrganisationEntity>(OrganisationEntity, ORGANISATION),
    ]);
    return factsData(events, organisation);
  }

  private async readIn(tx: Tx): Promise<FactsData> {
    const events = await readIn<EditionRow>(tx, EventEntity, EVENTS);
    const [organisation] = await readIn<OrganisationEntity>(tx, OrganisationEntity, ORGANISATION);
    return factsData(events, organisation);
  }
}

function factsData(events: readonly EditionRow[], organisation: OrganisationEntity | undefined): FactsData {
  const [event] = events;
  if (event === undefined || organisation === undefined) throw new Error("The event facts are missing.");
  const updatedAt = new Date(Math.max(event.updatedAt.getTime(), organisation.updatedAt.getTime()));
  return {
    facts: {
      event: eventRecord(event),
      organisation: organisationRecord(organisation),
      calendar: { sequence: event.calendarSequence, droppedDays: event.droppedDays },
      updatedAt: updatedAt.toISOString(),
    },
    editions: events.map((edition) => ({
      event: eventRecord(edition),
      isPast: edition.isPast,
      isUpcoming: edition.upcoming && !edition.isPast,
    })),
  };
}

/** Maps a row of `events`. */
function eventRecord({
  updatedAt: _updatedAt,
  isPast: _isPast,
  upcoming: _upcoming,
  calendarSequence: _calendarSequence,
  droppedDays: _droppedDays,
  knownBefore: _knownBefore,
  unnotifiedSince: _unnotifiedSince,
  salesOpenAt,
  salesCloseAt,
  ...event
}: EditionRow): EventRecord {
  // Throws if there are no days, which all other code relies on.
  eventDays(event);
  return {
    ...event,
    salesOpenAt: salesOpenAt?.toISOString() ?? null,
    salesCloseAt: salesCloseAt?.toISOString() ?? null,
  };
}

/** Maps a row of `organisation`. */
function organisationRecord({ updatedAt: _updatedAt, ...organisation }: OrganisationEntity): OrganisationRecord {
  return { ...organisation };
}
