import { Injectable } from "@nestjs/common";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { FastifyRequest } from "fastify";
import { Database } from "../platform/database/database.js";
import { eventOfBooking, eventOfOrder, slugOfIssue } from "../platform/database/event-of.sql.js";
import { HttpError } from "../platform/http/error-response.js";
import type { Administrator } from "./administrator.js";
import { EVENT_RECORDS, type EventOfCall, type EventRecordKind } from "./needs.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const slugOf = (event: string): string => `SELECT e.slug FROM events e WHERE e.id = ${event}`;

/** Slug of a record's event; no row, or null, if the record is unknown or of no event. */
const EVENT_OF: Readonly<Record<EventRecordKind, string>> = {
  booking: slugOf(eventOfBooking("$1::uuid")),
  coupon: slugOf("(SELECT c.event_id FROM coupons c WHERE c.code = upper($1))"),
  eventFile: slugOf("(SELECT f.event_id FROM event_files f WHERE f.id = $1::uuid)"),
  invoice: slugOf(eventOfOrder("(SELECT i.order_id FROM invoices i WHERE i.id = $1::uuid)")),
  issue: `SELECT ${slugOfIssue("i")} AS slug FROM issues i WHERE i.id = $1::uuid`,
  mail: slugOf(eventOfBooking("(SELECT m.booking_id FROM mails m WHERE m.id = $1::uuid)")),
  message: slugOf("(SELECT m.event_id FROM messages m WHERE m.id = $1::uuid)"),
  waitingPlace: slugOf("(SELECT w.event_id FROM waiting_places w WHERE w.id = $1::uuid)"),
};

/** The event that a call is about, compared with the events of a person who has some only. */
@Injectable()
export class CallEventsService {
  constructor(private readonly database: Database) {}

  /**
   * Refuses a call about another event. A query that names none gets the newest of hers.
   *
   * @throws HttpError event_not_found, other_gate, other_event, not_found
   */
  async check(person: Administrator, request: FastifyRequest, ways: readonly EventOfCall[]): Promise<void> {
    const { events } = person;
    if (events === null) return;
    for (const way of ways) {
      // One after the other: the first error is the answer.
      if (way !== "lists") await this.checkOne({ ...person, events }, request, way);
    }
  }

  private async checkOne(
    { role, events }: Administrator & { readonly events: readonly string[] },
    request: FastifyRequest,
    way: Exclude<EventOfCall, "lists">,
  ): Promise<void> {
    const params = request.params as Readonly<Record<string, string | undefined>>;
    if ("slug" in way) {
      if (!events.includes(params[way.slug] ?? ""))
        throw new HttpError(role === "gate" ? "other_gate" : "event_not_found");
    } else if ("query" in way) {
      const query = request.query as Record<string, unknown>;
      const named = query[way.query];
      if (named === undefined || named === "") {
        // What is done must say it (docs/decisions/0086); what is shown is about the newest of hers.
        if (request.method !== "GET" || isFile(request)) return;
        const [newest] = events;
        if (newest === undefined) throw new HttpError("event_not_found");
        query[way.query] = newest;
      } else {
        stay(events, named);
      }
    } else if ("body" in way) {
      const named = (request.body as Readonly<Record<string, unknown>> | null | undefined)?.[way.body];
      if (named !== undefined && named !== null && named !== "") stay(events, named);
    } else {
      const kind = EVENT_RECORDS.find((each) => Object.hasOwn(way, each));
      const id = kind === undefined ? undefined : params[way[kind] ?? ""];
      if (kind === undefined || id === undefined || !(await this.isOfOne(kind, id, events)))
        throw new HttpError("not_found");
    }
  }

  private async isOfOne(kind: EventRecordKind, id: string, events: readonly string[]): Promise<boolean> {
    if (kind !== "coupon" && !UUID.test(id)) return false;
    const [found] = await this.database.query<{ slug: string | null }>(EVENT_OF[kind], [id]);
    return typeof found?.slug === "string" && events.includes(found.slug);
  }
}

/** Whether a GET answers a file, which always states its event. */
const isFile = ({ routeOptions: { url = "" } }: FastifyRequest): boolean => /\.(csv|xlsx|pdf|zip|json)$/.test(url);

/** @throws HttpError other_event, event_not_found */
function stay(events: readonly string[], named: unknown): void {
  if (named === ALL_EVENTS) throw new HttpError("other_event");
  // Anything but a text, e.g. the same parameter twice, is no event of hers either.
  if (typeof named !== "string" || !events.includes(named)) throw new HttpError("event_not_found");
}
