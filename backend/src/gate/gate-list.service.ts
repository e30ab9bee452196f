import { createHash } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { setupInShort, setupOf, type SetupTime, setupTimes } from "@sakhi/domain/events/arrival.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { editionTitle, type EventRecord } from "@sakhi/domain/events/event-facts";
import { arrivalOf, gateDayOf, gateDays, listKeptUntil, type Tick } from "@sakhi/domain/gate/gate.rules";
import { missingPapers } from "@sakhi/domain/papers/question.rules";
import { type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { type Answers, ANSWERS } from "../mail/missing-papers.sql.js";
import { TICKET_TURN, TicketCodesService } from "../mail/ticket-codes.service.js";
import { Database } from "../platform/database/database.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";
import type {
  GateArrivalResponse,
  GateEntryResponse,
  GateListResponse,
  GateNowResponse,
  GateOutcomeResponse,
  GateTickResponse,
} from "./gate.response.js";

/** Characters of the end of a phone number and of an order's number by which a person is found. */
const PHONE_END = 4;
const ORDER_END = 6;

/** A booking that was sold, and is still, or was cancelled. */
interface SoldRow {
  readonly bookingId: string;
  readonly sold: boolean;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly brand: string;
  readonly name: string;
  readonly phone: string;
  readonly orderId: string;
  /** How often it moved. */
  readonly turn: number;
  readonly answers: Answers;
}

const EVER_SOLD = `
  SELECT b.id AS "bookingId", b.state = 'sold' AS sold, s.stall_id AS "stallId", s.type AS "stallType",
         coalesce(b.business_name, '') AS brand, coalesce(b.full_name, '') AS name, coalesce(b.phone, '') AS phone,
         coalesce(b.order_id, '') AS "orderId", ${TICKET_TURN} AS turn,
         ${ANSWERS} AS answers
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
   WHERE s.event_id = :eventId AND (b.state = 'sold' OR b.release_reason = 'cancelled')
   ${BY_NUMBER}`;

/** A tick as read. */
export interface TickRow extends Tick {
  readonly bookingId: string;
  readonly day: string;
  readonly by: string;
}

/** Ticks `t` of the bookings of an event, as {@link TickRow}; of one day, or of all with null. */
export const TICKS = `
  SELECT t.id, t.booking_id AS "bookingId", t.day::text, t.administrator AS by, t.undone_at IS NOT NULL AS undone,
         floor(extract(epoch FROM t.at) * 1000)::float8 AS at
    FROM gate_ticks t JOIN bookings b ON b.id = t.booking_id JOIN stalls s ON s.stall_key = b.stall_key
   WHERE s.event_id = :eventId AND b.state = 'sold' AND (:day::date IS NULL OR t.day = :day::date)
   ORDER BY t.at, t.id`;

/** The digest of a text by which a phone knows a code: it cannot make a ticket of it. */
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** An event's list as the gate has it, and who of it has arrived. */
@Injectable()
export class GateListService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly ticketCodes: TicketCodesService,
  ) {}

  /** The whole list of an event. @throws DomainError event_not_found */
  async list(slug: string): Promise<GateListResponse> {
    const event = await this.named(slug);
    const [parts, now] = await Promise.all([this.parts(event), this.changing(event)]);
    return {
      ...now,
      version: versionOf(parts),
      ...parts,
      eventId: event.event.id,
      slug,
      title: editionTitle(event.event),
      dates: shortDates(event.event),
      days: [...gateDays(event.event)],
      gate: event.facts.arrival.gate,
      keepUntil: new Date(listKeptUntil(event.event)).toISOString(),
    };
  }

  /**
   * Who has arrived, and whether the list has changed.
   *
   * @param outcomes of the ticks that a phone has just sent
   * @throws DomainError event_not_found
   */
  async now(slug: string, outcomes: readonly GateOutcomeResponse[] = []): Promise<GateNowResponse> {
    const event = await this.named(slug);
    const [parts, now] = await Promise.all([this.parts(event), this.changing(event)]);
    return { ...now, version: versionOf(parts), outcomes: [...outcomes] };
  }

  /** @throws DomainError event_not_found */
  async named(slug: string): Promise<StoredEvent> {
    return this.eventFacts.of((await this.eventFacts.stated(slug)).id);
  }

  /** Every sold stall with its arrivals, one of each day, in the order of the days. */
  async presence({ event, questions }: StoredEvent): Promise<PresenceRow[]> {
    const [sold, ticks] = await Promise.all([
      this.database.query<SoldRow>(EVER_SOLD, { eventId: event.id }),
      this.database.query<TickRow>(TICKS, { eventId: event.id, day: null }),
    ]);
    return sold
      .filter(({ sold: isSold }) => isSold)
      .map(({ bookingId, stallId, stallType, brand, name, answers }) => {
        const own = ticks.filter((tick) => tick.bookingId === bookingId);
        return {
          ...{ bookingId, stallId, stallType, brand, name },
          missing: missingPapers(questions, stallType, answers).length,
          arrivals: [...new Set(own.map(({ day }) => day))].toSorted().flatMap((day) => {
            const arrival = arrivalOf(own.filter((tick) => tick.day === day));
            return arrival === undefined ? [] : [arrival.first];
          }),
        };
      });
  }

  private async changing({ event }: StoredEvent): Promise<Omit<GateNowResponse, "version">> {
    const [clock] = await this.database.query<{ now: Date }>("SELECT clock_timestamp() AS now");
    const now = clock?.now ?? new Date();
    const day = gateDayOf(event, now.getTime());
    const ticks = day === undefined ? [] : await this.database.query<TickRow>(TICKS, { eventId: event.id, day });
    return { now: now.toISOString(), ...(day === undefined ? {} : { day }), arrivals: arrivalsOf(ticks), outcomes: [] };
  }

  private async parts({ event, questions, facts: { arrival } }: StoredEvent): Promise<ListParts> {
    const rows = await this.database.query<SoldRow>(EVER_SOLD, { eventId: event.id });
    const codes = (bookingId: string, turn: number): string[] =>
      this.ticketCodes.texts(bookingId, event.id, turn).map(digestOf);
    const turnsOf = (count: number): number[] => Array.from({ length: count }, (_, turn) => turn);
    return {
      entries: rows
        .filter(({ sold }) => sold)
        .map(({ bookingId, turn, phone, orderId, stallType, answers, stallId, brand, name }) => ({
          ...{ bookingId, stallId, brand, name, stallType: stallTypeLabel(stallType) },
          phoneEnd: phone.slice(-PHONE_END),
          orderEnd: orderId.slice(-ORDER_END),
          codes: codes(bookingId, turn),
          missing: missingPapers(questions, stallType, answers).map(({ label }) => label),
          ...setupAtGate(setupOf(arrival.setup, stallId), event),
        })),
      former: rows
        .filter(({ sold }) => sold)
        .flatMap(({ bookingId, turn }) =>
          turnsOf(turn).flatMap((former) => codes(bookingId, former).map((code) => ({ code, bookingId }))),
        ),
      cancelled: rows
        .filter(({ sold }) => !sold)
        .flatMap(({ bookingId, turn }) => turnsOf(turn + 1).flatMap((each) => codes(bookingId, each))),
    };
  }
}

function setupAtGate(time: SetupTime | undefined, event: EventRecord): Pick<GateEntryResponse, "setup"> {
  if (time === undefined) return {};
  const { from, to } = setupTimes(time, event);
  return { setup: { words: setupInShort(time, event), from: from.toISOString(), to: to.toISOString() } };
}

/** A sold stall, and when its holder came. */
export interface PresenceRow {
  readonly bookingId: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly brand: string;
  readonly name: string;
  /** How many required papers are not there. */
  readonly missing: number;
  readonly arrivals: readonly TickRow[];
}

/** What changes the version of a list. */
interface ListParts {
  readonly entries: GateEntryResponse[];
  readonly former: GateListResponse["former"];
  readonly cancelled: string[];
}

const versionOf = (parts: ListParts): string => digestOf(JSON.stringify(parts)).slice(0, 16);

const tickOf = ({ id, at, by }: TickRow): Pick<GateTickResponse, "tickId" | "at" | "by"> => ({
  tickId: id,
  at: new Date(at).toISOString(),
  by,
});

/** The arrivals of one day, by booking. */
function arrivalsOf(ticks: readonly TickRow[]): GateArrivalResponse[] {
  return [...new Set(ticks.map(({ bookingId }) => bookingId))].flatMap((bookingId) => {
    const arrival = arrivalOf(ticks.filter((tick) => tick.bookingId === bookingId));
    return arrival === undefined ? [] : [{ bookingId, ...tickOf(arrival.first), again: arrival.again.map(tickOf) }];
  });
}
