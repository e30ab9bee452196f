import { Injectable } from "@nestjs/common";
import {
  eventDays,
  type EventFacts,
  type EventRecord,
  type OrganisationRecord,
} from "@sakhi/domain/events/event-facts";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { columnsOf } from "../platform/database/columns.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";

/** How long facts are kept at most where changes are heard of, in ms: notifications can be lost. */
const FRESH_MS = 1_000;

const EVENT = `SELECT ${columnsOf(EventEntity)} FROM events ORDER BY id DESC LIMIT 1`;
const ORGANISATION = `SELECT ${columnsOf(OrganisationEntity)} FROM organisation ORDER BY id DESC LIMIT 1`;

interface Kept {
  readonly facts: Promise<EventFacts>;
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

  constructor(private readonly database: Database) {}

  /**
   * The facts as they are now.
   *
   * @param tx read in this transaction, e.g. to freeze them in an invoice
   * @throws Error without a row: the migration writes them
   */
  async current(tx?: Tx): Promise<EventFacts> {
    if (tx !== undefined) return this.readIn(tx);
    if (!this.keeping) return this.read();
    if (this.kept === undefined || performance.now() >= this.kept.until) {
      const facts = this.read();
      this.kept = { facts, until: performance.now() + FRESH_MS };
      // A failure belongs to those who asked meanwhile, and to nobody after them.
      facts.catch(() => (this.kept = undefined));
    }
    return this.kept.facts;
  }

  /** From now on changes are heard of: what was read is kept until then, and for a second at most. */
  keep(): void {
    this.keeping = true;
  }

  /** Something was changed: what was read is forgotten. */
  changed(): void {
    this.kept = undefined;
  }

  private async read(): Promise<EventFacts> {
    const [[event], [organisation]] = await Promise.all([
      this.database.read<EventEntity>(EventEntity, EVENT),
      this.database.read<OrganisationEntity>(OrganisationEntity, ORGANISATION),
    ]);
    return factsOf(event, organisation);
  }

  private async readIn(tx: Tx): Promise<EventFacts> {
    const [event] = await readIn<EventEntity>(tx, EventEntity, EVENT);
    const [organisation] = await readIn<OrganisationEntity>(tx, OrganisationEntity, ORGANISATION);
    return factsOf(event, organisation);
  }
}

function factsOf(event: EventEntity | undefined, organisation: OrganisationEntity | undefined): EventFacts {
  if (event === undefined || organisation === undefined) throw new Error("The event facts are missing.");
  const updatedAt = new Date(Math.max(event.updatedAt.getTime(), organisation.updatedAt.getTime()));
  return {
    event: eventRecord(event),
    organisation: organisationRecord(organisation),
    updatedAt: updatedAt.toISOString(),
  };
}

/** A row of `events` as everybody is given it. */
function eventRecord({ updatedAt: _kept, salesOpenAt, salesCloseAt, ...event }: EventEntity): EventRecord {
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
