import { Injectable } from "@nestjs/common";
import {
  eventDays,
  type EventFacts,
  type EventRecord,
  type MelaEdition,
  type OrganisationRecord,
} from "@sakhi/domain/events/event-facts";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { columnsOf } from "../platform/database/columns.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";

/** The header of the API's answers that says when the facts were changed last (ISO 8601, UTC). */
export const FACTS_VERSION = "facts-version";

/** How long facts are kept at most where changes are heard of, in ms: notifications can be lost. */
const FRESH_MS = 1_000;

/**
 * All editions, the one that counts first: the newest that is not to come. Older ones are past, and so is one whose last day
 * is over.
 */
const EVENTS = `
  SELECT ${columnsOf(EventEntity)},
         (NOT upcoming AND id < max(id) FILTER (WHERE NOT upcoming) OVER ())
           OR (days -> -1 ->> 'date')::date < (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date AS is_past
    FROM events ORDER BY upcoming, id DESC`;
const ORGANISATION = `SELECT ${columnsOf(OrganisationEntity)} FROM organisation ORDER BY id DESC LIMIT 1`;

type EditionRow = EventEntity & { readonly isPast: boolean };

/** What is read at once. */
interface Known {
  readonly facts: EventFacts;
  readonly editions: readonly MelaEdition[];
}

interface Kept {
  readonly known: Promise<Known>;
  /** Of `performance.now()`. */
  readonly until: number;
}

/**
 * What stands about the Mela and who runs it on pages, in mails, on paper and in calendars. The tables decide; a process
 * that hears of changes keeps what it read for a moment.
 */
@Injectable()
export class EventFactsService {
  private keeping = false;
  private kept: Kept | undefined;
  private newest: string | undefined;

  constructor(private readonly database: Database) {}

  /**
   * The facts as they are now.
   *
   * @param tx read in this transaction, e.g. to freeze them in an invoice
   * @throws Error without a row: the migration writes them
   */
  async current(tx?: Tx): Promise<EventFacts> {
    return (tx === undefined ? await this.known() : await this.readIn(tx)).facts;
  }

  /** Every edition of the Mela, the current one first. @param tx read in this transaction */
  async editions(tx?: Tx): Promise<readonly MelaEdition[]> {
    return (tx === undefined ? await this.known() : await this.readIn(tx)).editions;
  }

  /** From now on changes are heard of: what was read is kept until then, and for a second at most. */
  keep(): void {
    this.keeping = true;
  }

  /** Something was changed: what was read is forgotten and read again. */
  changed(): void {
    this.kept = undefined;
    if (this.keeping) this.known().catch(() => undefined);
  }

  /** When the facts were changed last as far as is known without asking, where changes are heard of. */
  get version(): string | undefined {
    return this.newest;
  }

  private async known(): Promise<Known> {
    if (!this.keeping) return this.read();
    if (this.kept === undefined || performance.now() >= this.kept.until) {
      const known = this.read();
      this.kept = { known, until: performance.now() + FRESH_MS };
      known.then(
        ({ facts: { updatedAt } }) => {
          if (updatedAt > (this.newest ?? "")) this.newest = updatedAt;
        },
        // A failure belongs to those who asked meanwhile, and to nobody after them.
        () => (this.kept = undefined),
      );
    }
    return this.kept.known;
  }

  private async read(): Promise<Known> {
    const [events, [organisation]] = await Promise.all([
      this.database.read<EditionRow>(EventEntity, EVENTS),
      this.database.read<OrganisationEntity>(OrganisationEntity, ORGANISATION),
    ]);
    return knownOf(events, organisation);
  }

  private async readIn(tx: Tx): Promise<Known> {
    const events = await readIn<EditionRow>(tx, EventEntity, EVENTS);
    const [organisation] = await readIn<OrganisationEntity>(tx, OrganisationEntity, ORGANISATION);
    return knownOf(events, organisation);
  }
}

function knownOf(events: readonly EditionRow[], organisation: OrganisationEntity | undefined): Known {
  const [event] = events;
  if (event === undefined || organisation === undefined) throw new Error("The event facts are missing.");
  const updatedAt = new Date(Math.max(event.updatedAt.getTime(), organisation.updatedAt.getTime()));
  return {
    facts: {
      event: eventRecord(event),
      organisation: organisationRecord(organisation),
      updatedAt: updatedAt.toISOString(),
    },
    editions: events.map((edition) => ({
      event: eventRecord(edition),
      isPast: edition.isPast,
      isUpcoming: edition.upcoming && !edition.isPast,
    })),
  };
}

/** A row of `events` as everybody is given it. */
function eventRecord({
  updatedAt: _kept,
  isPast: _clock,
  upcoming: _place,
  salesOpenAt,
  salesCloseAt,
  ...event
}: EditionRow): EventRecord {
  // Refused here rather than on a page: everything else counts on a first and a last day.
  eventDays(event);
  return {
    ...event,
    salesOpenAt: salesOpenAt?.toISOString() ?? null,
    salesCloseAt: salesCloseAt?.toISOString() ?? null,
  };
}

/** A row of `organisation` as everybody is given it. */
function organisationRecord({ updatedAt: _kept, ...organisation }: OrganisationEntity): OrganisationRecord {
  return { ...organisation };
}
