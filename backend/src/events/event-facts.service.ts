import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { currentEvent, isOver, lastTurn } from "@sakhi/domain/events/current-event";
import {
  editionTitle,
  type EventDay,
  eventDays,
  type EventFacts,
  type EventRecord,
  type MelaEdition,
  type OrganisationRecord,
} from "@sakhi/domain/events/event-facts";
import { type EventPhase, eventPhase } from "@sakhi/domain/events/event-phase";
import { EVENT_FACTS, factsOf } from "@sakhi/domain/events/event.fields";
import type { EventStatus } from "@sakhi/domain/events/event.states";
import { salesEnd, salesVerdict, type SalesVerdict } from "@sakhi/domain/events/sales.rules";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { Question } from "@sakhi/domain/papers/question.rules";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { computed, sql } from "../platform/database/statements.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";
import { RECOVERING } from "./sales-pause.sql.js";

/** Response header with the time of the facts' last change (ISO 8601, UTC). */
export const FACTS_VERSION = "facts-version";

/** Maximum age of cached facts, in ms, because notifications can be lost. */
const FRESH_MS = 1_000;
/** Delay of a reread that no call waits for, in ms: the call that noticed it comes first. */
const REREAD_DELAY_MS = 250;

/** The questions of event `e`, as {@link StoredQuestion}. */
const QUESTIONS = `
  SELECT coalesce(json_agg(json_build_object(
           'id', q.id, 'key', q.key, 'label', q.label, 'help', q.help, 'kind', q.kind, 'choices', q.choices,
           'required', q.required, 'asked', q.asked,
           'stallTypes', CASE q.audience WHEN 'stall_types' THEN to_json(q.stall_types) END,
           'foodOnly', q.audience = 'food_stalls')
           ORDER BY q.position, q.id), '[]') FROM event_questions q WHERE q.event_id = e.id`;
/** Events. Without stalls, one is only announced. */
const EVENT_ROWS = `
  SELECT ${columnsOf(EventEntity, "e")},
         (SELECT count(*)::integer FROM stalls s WHERE s.event_id = e.id AND s.removed_at IS NULL) AS stall_count,
         (${QUESTIONS}) AS questions,
         clock_timestamp() AS read_at
    FROM events e`;
const EVENTS = `${EVENT_ROWS} ORDER BY e.id DESC`;
const EVENT = `${EVENT_ROWS} WHERE e.id = $1`;
const ORGANISATION = `SELECT ${columnsOf(OrganisationEntity)} FROM organisation ORDER BY id DESC LIMIT 1`;
const QUESTIONS_OF_EVENT = `SELECT (${QUESTIONS}) AS questions FROM events e WHERE e.id = $1`;
const EVENT_OF_BOOKING = "SELECT event_of_stall(stall_key) AS id FROM bookings WHERE id = $1";

/** What {@link salesOf} needs. */
export interface SalesRow {
  readonly salesOpenAt: Date | null;
  readonly salesCloseAt: Date | null;
  readonly days: readonly EventDay[];
  /** Whether the event sells at all. */
  readonly published: boolean;
  /** The database's clock. */
  readonly readAt: Date;
  /** The database is in recovery. */
  readonly paused: boolean;
}

/** {@link SalesRow} of the event `e` of a statement. */
export const SALES_COLUMNS = computed<SalesRow>({
  salesOpenAt: "e.sales_open_at",
  salesCloseAt: "e.sales_close_at",
  days: "e.days",
  published: "e.status = 'published'",
  readAt: "clock_timestamp()",
  paused: RECOVERING,
});
const SALES = sql`SELECT ${SALES_COLUMNS} FROM events e WHERE e.id = :eventId`;

/** Whether sales are open at the time of the read. */
export function salesOf({ salesOpenAt, salesCloseAt, days, published, readAt, paused }: SalesRow): SalesVerdict {
  return salesVerdict({ opensAt: salesOpenAt, closesAt: salesCloseAt, days, published, paused }, readAt);
}

/** A question of an event, with the key of its row. */
export interface StoredQuestion extends Question {
  readonly id: number;
}

type EventRow = EventEntity & {
  readonly stallCount: number;
  readonly questions: readonly StoredQuestion[];
  readonly readAt: Date;
};

/** An event as stored: its facts, and how it sells its stalls. */
export interface StoredEvent extends MelaEdition {
  readonly facts: EventFacts;
  readonly slug: string;
  readonly status: EventStatus;
  readonly stallCount: number;
  readonly hasStalls: boolean;
  readonly phase: EventPhase;
  /** Whether calls and pages that name no event show it ({@link currentEvent}). */
  readonly isCurrent: boolean;
  /** GST rate in percent and services accounting code of the rent of its stalls. */
  readonly tax: { readonly ratePercent: number; readonly sac: string };
  /** What is asked of those who book its stalls, in order. */
  readonly questions: readonly StoredQuestion[];
}

/** An event as of a transaction. Which one is current depends on all of them, which it does not read. */
export type EventInTx = Omit<StoredEvent, "isCurrent" | "isUpcoming">;

/** The event that a call is about. */
export interface RequestedEvent {
  readonly id: number;
  readonly slug: string;
  /**
   * Whether the call names it. Otherwise it is the current one, and a hold of the visitor outlasts that: what began
   * before another event became current continues.
   */
  readonly isNamed: boolean;
}

/** What an event is called in addresses, and in whatever people read: "The Mela 2026". */
export interface EventName {
  readonly slug: string;
  readonly title: string;
}

/** Data that is read together. */
interface FactsData {
  readonly current: StoredEvent;
  /** All events, the current one first, then the newest. */
  readonly events: readonly StoredEvent[];
}

interface CachedFacts {
  readonly data: Promise<FactsData>;
  /** Expiry, in ms of `performance.now()`. */
  readonly until: number;
}

/**
 * The facts of the events and their organisation on pages, in mails, PDFs and calendars. Read from the database; cached
 * briefly in processes that listen for changes. What shows a booking takes the facts of the booking's own event; pages
 * that name no event take those of the current one.
 */
@Injectable()
export class EventFactsService {
  private caching = false;
  private cached: CachedFacts | undefined;
  /** What was last read into the cache. */
  private known: FactsData | undefined;
  /** No change was reported since {@link known} was read. */
  private isKnownValid = false;
  private reread: NodeJS.Timeout | undefined;
  private newest: string | undefined;

  constructor(private readonly database: Database) {}

  /**
   * The facts of the current event.
   *
   * @param tx read in this transaction
   * @throws Error if a row is missing; migrations insert them
   */
  async current(tx?: Tx): Promise<EventFacts> {
    return (await this.data(tx)).current.facts;
  }

  /** The id of the current event ({@link currentEvent}), like {@link resolve}. */
  async currentId(tx?: Tx): Promise<number> {
    return tx === undefined ? (await this.resolve(undefined)).id : (await this.data(tx)).current.event.id;
  }

  /**
   * The event that a call names by its slug, or the current one. A process with the cache answers from it at once and
   * rereads behind: calls that need nothing else must not wait for the pool while many reserve.
   *
   * @param by drafts are shown to administrators only
   * @throws DomainError event_not_found
   */
  async resolve(slug: string | undefined, by: "anyone" | "administrator" = "anyone"): Promise<RequestedEvent> {
    const find = ({ current, events }: FactsData): StoredEvent | undefined =>
      slug === undefined
        ? current
        : events.find((event) => event.slug === slug && (event.status !== "draft" || by === "administrator"));
    const known = this.known && find(this.known);
    if (known !== undefined && (this.cached === undefined || performance.now() >= this.cached.until)) {
      this.reread ??= setTimeout(() => {
        this.reread = undefined;
        this.readCached().catch(() => undefined);
      }, REREAD_DELAY_MS).unref();
    }
    const found = known ?? (await this.found(find));
    if (found === undefined) throw new DomainError("event_not_found");
    return { id: found.event.id, slug: found.slug, isNamed: slug !== undefined };
  }

  /**
   * The event that an administrator's change or export names by its slug. There is no default: which event is current may
   * have changed since the administrator looked (docs/decisions/0086).
   *
   * @throws DomainError event_required without a slug; event_not_found
   */
  async stated(slug: string | undefined): Promise<RequestedEvent> {
    return this.resolve(statedSlug(slug), "administrator");
  }

  /**
   * Like {@link stated}, as of the transaction.
   *
   * @throws DomainError event_required without a slug; event_not_found
   */
  async calledIn(tx: Tx, slug: string | undefined): Promise<StoredEvent> {
    const stated = statedSlug(slug);
    const found = (await this.data(tx)).events.find((event) => event.slug === stated);
    if (found === undefined) throw new DomainError("event_not_found");
    return found;
  }

  /**
   * The event that one of the dashboard's lists is of, by default the current one; undefined for all.
   *
   * @throws DomainError event_not_found
   */
  async listed(event: string | undefined): Promise<RequestedEvent | undefined> {
    return event === ALL_EVENTS ? undefined : this.resolve(event, "administrator");
  }

  /**
   * The event that a file is of or a coupon is limited to, or undefined for all events, which a call names as such: a file is
   * taken away and read later, without its view, and a coupon must not become one for all by an omission.
   *
   * @throws DomainError event_required without either; event_not_found
   */
  async exported(event: string | undefined): Promise<RequestedEvent | undefined> {
    return this.listed(statedSlug(event));
  }

  /** Slugs and titles of all events by their ids. */
  async names(): Promise<ReadonlyMap<number, EventName>> {
    const { events } = await this.readCached();
    return new Map(events.map(({ event, slug }) => [event.id, { slug, title: editionTitle(event) }]));
  }

  /** An event, with its facts. */
  async of(eventId: number): Promise<StoredEvent> {
    const found = await this.found(({ events }) => events.find(({ event }) => event.id === eventId));
    if (found === undefined) throw new Error(`there is no event ${eventId}`);
    return found;
  }

  /** An event with its facts as of the transaction, e.g. to freeze them in an invoice. */
  async ofIn(tx: Tx, eventId: number): Promise<EventInTx> {
    const [row] = await readIn<EventRow>(tx, EventEntity, EVENT, [eventId]);
    const organisation = await this.organisationIn(tx);
    if (row === undefined || organisation === undefined) throw new Error(`there is no event ${eventId}`);
    return storedEvent(row, organisation, row.readAt);
  }

  /**
   * The questions of an event, without a read: undefined if they are not known, or a change was reported since. The report of
   * another process' change takes a moment.
   */
  knownQuestions(eventId: number): readonly StoredQuestion[] | undefined {
    if (!this.isKnownValid) return undefined;
    return this.known?.events.find(({ event }) => event.id === eventId)?.questions;
  }

  /** The questions of an event, as of the transaction. */
  async questionsIn(tx: Tx, eventId: number): Promise<readonly StoredQuestion[]> {
    const [found] = await rows<Pick<EventRow, "questions">>(tx, QUESTIONS_OF_EVENT, [eventId]);
    return found?.questions ?? [];
  }

  /** The facts of a booking's event; of the current event without a booking. */
  async ofBooking(bookingId: string | null): Promise<EventFacts> {
    if (bookingId === null) return this.current();
    const [booking] = await this.database.query<{ id: number }>(EVENT_OF_BOOKING, [bookingId]);
    return booking === undefined ? this.current() : (await this.of(booking.id)).facts;
  }

  /** All events that people may see, the current one first: all but drafts. @param tx read in this transaction */
  async editions(tx?: Tx): Promise<readonly StoredEvent[]> {
    return (await this.data(tx)).events.filter(({ status }) => status !== "draft");
  }

  /** All events, for administrators: the current one first, then the newest. */
  async withDrafts(tx: Tx): Promise<readonly StoredEvent[]> {
    return (await this.data(tx)).events;
  }

  /** Whether stalls of an event can be booked now, by the database's clock; always read. */
  async sales(eventId: number): Promise<{ readonly sales: SalesVerdict; readonly at: Date }> {
    const [row] = await this.database.select(SALES, { eventId });
    if (row === undefined) throw new Error(`there is no event ${eventId}`);
    return { sales: salesOf(row), at: row.readAt };
  }

  /** Whether an event has stopped selling stalls, by the database's clock; a pause for a recovery is not an end. */
  async hasClosed(tx: Tx, eventId: number): Promise<boolean> {
    const [row] = await this.database.select(SALES, { eventId }, tx);
    return row === undefined || salesOf({ ...row, paused: false }) === "sales_closed";
  }

  /** The status of an event, read after the locks of the transaction. @throws DomainError event_not_found */
  async statusIn(tx: Tx, eventId: number): Promise<EventStatus> {
    const [found] = await rows<{ status: EventStatus }>(tx, "SELECT status FROM events WHERE id = $1", [eventId]);
    if (found === undefined) throw new DomainError("event_not_found");
    return found.status;
  }

  /** Whether an event is over, by the database's clock. */
  async isOver(tx: Tx, eventId: number): Promise<boolean> {
    const [row] = await this.database.select(SALES, { eventId }, tx);
    return row === undefined || isOver(row, row.readAt);
  }

  /** Milliseconds until the sales of an event end, by the database's clock; at most 0 once they have ended. */
  async msToSell(tx: Tx, eventId: number): Promise<number> {
    const [row] = await this.database.select(SALES, { eventId }, tx);
    if (row === undefined) return 0;
    return salesEnd({ closesAt: row.salesCloseAt, days: row.days }).getTime() - row.readAt.getTime();
  }

  /** Enables the cache; the caller reports every change to {@link invalidate}. */
  enableCache(): void {
    this.caching = true;
  }

  /** Invalidates the cached facts and starts rereading them. */
  invalidate(): void {
    this.cached = undefined;
    this.isKnownValid = false;
    if (this.caching) this.readCached().catch(() => undefined);
  }

  /** Time of the last known change, without a query; undefined before the first read or without the cache. */
  get version(): string | undefined {
    return this.newest;
  }

  private data(tx: Tx | undefined): Promise<FactsData> {
    return tx === undefined ? this.readCached() : this.readIn(tx);
  }

  /**
   * What the cache has, or else the database: another process' change is reported a moment after its commit. The cache
   * stays until something was found, so that calls with made-up names keep nobody else waiting.
   */
  private async found<Found>(find: (data: FactsData) => Found | undefined): Promise<Found | undefined> {
    const cached = find(await this.readCached());
    if (cached !== undefined || !this.caching) return cached;
    const found = find(await this.read());
    if (found !== undefined) this.invalidate();
    return found;
  }

  private async readCached(): Promise<FactsData> {
    if (!this.caching) return this.read();
    if (this.cached === undefined || performance.now() >= this.cached.until) {
      const data = this.read();
      this.cached = { data, until: performance.now() + FRESH_MS };
      data.then(
        (read) => {
          this.known = read;
          this.isKnownValid = this.cached?.data === data;
          const { updatedAt } = read.current.facts;
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
      this.database.read<EventRow>(EventEntity, EVENTS),
      this.database.read<OrganisationEntity>(OrganisationEntity, ORGANISATION),
    ]);
    return factsData(events, organisation);
  }

  private async readIn(tx: Tx): Promise<FactsData> {
    const events = await readIn<EventRow>(tx, EventEntity, EVENTS);
    return factsData(events, await this.organisationIn(tx));
  }

  private async organisationIn(tx: Tx): Promise<OrganisationEntity | undefined> {
    return (await readIn<OrganisationEntity>(tx, OrganisationEntity, ORGANISATION))[0];
  }
}

/** @throws DomainError event_required */
function statedSlug(slug: string | undefined): string {
  if (slug === undefined || slug === "") throw new DomainError("event_required");
  return slug;
}

function factsData(rows: readonly EventRow[], organisation: OrganisationEntity | undefined): FactsData {
  const [newest] = rows;
  if (newest === undefined || organisation === undefined) throw new Error("The event facts are missing.");
  const { readAt } = newest;
  const events = rows.map((row) => storedEvent(row, organisation, readAt));
  const chosen = currentEvent(
    events.map(({ event, status, hasStalls }) => ({ ...event, status, hasStalls })),
    readAt,
  );
  const current = events.find(({ event }) => event.id === chosen?.id);
  if (current === undefined) throw new Error("No event is published.");
  const others = events.filter((event) => event !== current);
  // What shows the current event's facts rereads them once another event is current, even one changed long ago.
  const rivals = events.filter((event) => event === current || event.hasStalls);
  const turn = lastTurn(
    rivals.map(({ event }) => event),
    readAt,
  );
  const versions = [...rivals.map(({ facts: { updatedAt } }) => updatedAt), turn?.toISOString() ?? ""];
  const facts = { ...current.facts, updatedAt: versions.toSorted().at(-1) ?? current.facts.updatedAt };
  const shown = { ...current, facts, isCurrent: true, isUpcoming: false };
  return { current: shown, events: [shown, ...others] };
}

/** An event with the facts of its organisation, as of an instant of the database's clock. */
function storedEvent(row: EventRow, organisation: OrganisationEntity, readAt: Date): StoredEvent {
  const { slug, status, stallCount, gstRatePercent, sac, calendarSequence: sequence, droppedDays, formerStart } = row;
  const event = eventRecord(row);
  const hasStalls = stallCount > 0;
  const isPast = status === "archived" || isOver(event, readAt);
  const updatedAt = new Date(Math.max(row.updatedAt.getTime(), organisation.updatedAt.getTime())).toISOString();
  return {
    ...{ event, slug, status, stallCount, hasStalls, isCurrent: false, isPast },
    phase: eventPhase({ ...event, status, hasStalls }, readAt),
    isUpcoming: status === "published" && !hasStalls && !isPast,
    tax: { ratePercent: gstRatePercent, sac },
    questions: row.questions,
    facts: {
      slug,
      status,
      event,
      organisation: organisationRecord(organisation),
      calendar: { sequence, droppedDays, formerStart },
      arrival: row.arrival,
      translations: row.translations,
      updatedAt,
    },
  };
}

/** Maps a row of `events` to its facts. */
function eventRecord(row: EventRow): EventRecord {
  // Throws if there are no days, which all other code relies on.
  eventDays(row);
  return {
    ...factsOf(row, ["id", "version", ...EVENT_FACTS]),
    salesOpenAt: row.salesOpenAt?.toISOString() ?? null,
    salesCloseAt: row.salesCloseAt?.toISOString() ?? null,
  };
}

/** Maps a row of `organisation`. */
function organisationRecord({ updatedAt: _updatedAt, ...organisation }: OrganisationEntity): OrganisationRecord {
  return { ...organisation };
}
