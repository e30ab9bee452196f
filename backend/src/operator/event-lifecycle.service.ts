import { Injectable } from "@nestjs/common";
import { type Access, isHers } from "@sakhi/domain/access/rights";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { isOver } from "@sakhi/domain/events/current-event";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { editionTitle, type EventDay, eventDays } from "@sakhi/domain/events/event-facts";
import { archiveObstacles, pastDaysProblem, publishGaps } from "@sakhi/domain/events/event-lifecycle.rules";
import { canChangeEvent, EVENT_TRANSITIONS } from "@sakhi/domain/events/event.states";
import { salesEnd, salesWindow } from "@sakhi/domain/events/sales.rules";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import {
  datedPrice,
  datedPricesInWords,
  outsideSaleProblem,
  priceAt,
  priceChanges,
} from "@sakhi/domain/operator/dated-prices";
import type { CreateEventDto } from "@sakhi/domain/operator/event-facts.dto";
import type { ChangePriceDatesDto, ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import {
  assertChangeable,
  assertUnusedEdition,
  eventFacts,
  eventRow,
  rejectInvalid,
} from "../events/event-facts-management.service.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { EventRecordsService } from "../events/event-records.service.js";
import { EVENT_WORDS } from "../events/event.words.js";
import { lockEvents } from "../events/unnotified-changes.service.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readClock, readIn, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { liveBooking, liveHold, notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import { PlansService } from "../stalls/plans.service.js";
import { StallTypesService } from "../stalls/stall-types.service.js";
import { StallTypeEntity } from "../stalls/stalls.entities.js";
import { lockStallsOf } from "../stalls/stalls.service.js";
import { EventCopiesService } from "./event-copies.service.js";
import type { ManagedEventResponse } from "./events.response.js";

/** Who asks, and the language of the page on which the answer is read. */
export interface EventCaller {
  readonly administrator: Administrator;
  readonly language: LanguageCode;
}

/** Number of an event's stalls by state; the states are those of the live bookings. */
interface Figures {
  readonly stalls: number;
  readonly sold: number;
  readonly blocked: number;
  readonly holds: number;
  readonly payments: number;
  readonly offers: number;
  /** The database's clock. */
  readonly readAt: Date;
}

interface TypeRow extends StallTypeEntity {
  readonly stalls: number;
  readonly stallsAtPrice: number;
}

/** An event as managed: what {@link ManagedEventResponse} shows, and what decides about publishing and archiving. */
interface ManagedEvent {
  readonly stored: StoredEvent;
  readonly figures: Figures;
  readonly types: readonly TypeRow[];
}

/** Of all events. Read after the locks of the transaction, so that it includes what they waited for. */
const FIGURES = `
  SELECT e.id AS "eventId", count(s.stall_key)::int AS stalls,
         (count(*) FILTER (WHERE b.state = 'sold'))::int AS sold,
         (count(*) FILTER (WHERE b.state = 'blocked'))::int AS blocked,
         (count(*) FILTER (WHERE ${liveHold()}))::int AS holds,
         (count(*) FILTER (WHERE b.state = 'paying'))::int AS payments,
         (SELECT count(*) FROM stall_offers o JOIN stalls l ON l.stall_key = o.lost_stall_key
           WHERE l.event_id = e.id AND o.state = 'open')::int AS offers,
         clock_timestamp() AS "readAt"
    FROM events e
    LEFT JOIN stalls s ON s.event_id = e.id AND s.removed_at IS NULL
    LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   GROUP BY e.id`;

const TYPES = `
  SELECT ${columnsOf(StallTypeEntity, "t")}, count(s.stall_key)::int AS stalls,
         (count(*) FILTER (WHERE s.price_paise = t.price_paise))::int AS stalls_at_price
    FROM stall_types t
    LEFT JOIN stalls s ON s.event_id = t.event_id AND s.type = t.key AND s.removed_at IS NULL
   GROUP BY t.event_id, t.key ORDER BY t.position`;

/** Whether a record refers to the event that outlives it: a coupon, or a booking of any state, e.g. a former block. */
const IN_USE = `
  SELECT EXISTS (SELECT FROM coupons WHERE event_id = $1)
      OR EXISTS (SELECT FROM bookings b JOIN stalls s USING (stall_key) WHERE s.event_id = $1) AS used`;

/** Creates, publishes, archives and deletes events. Changes of an event wait for each other. */
@Injectable()
export class EventLifecycleService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly facts: EventFactsService,
    private readonly eventRecords: EventRecordsService,
    private readonly plans: PlansService,
    private readonly stallTypes: StallTypesService,
    private readonly eventCopies: EventCopiesService,
  ) {}

  /** All events, the current one first, then the newest. */
  async all(person: Access, language: LanguageCode): Promise<ManagedEventResponse[]> {
    const all = await this.database.transaction((tx) => this.managed(tx));
    const { events } = person;
    if (events === null) return all.map((event) => responseOf(event, language));
    // What names no event is about the newest of hers (CallEventsService).
    return all
      .filter(({ stored }) => isHers(person, stored.slug))
      .map((event) => Object.assign(responseOf(event, language), { current: event.stored.slug === events[0] }))
      .toSorted((a, b) => events.indexOf(a.slug) - events.indexOf(b.slug));
  }

  /**
   * Creates a draft. With another event's plan it has its types, stalls, prices, tax and questions, but nothing of what was
   * done there: no bookings, blocks or coupons.
   *
   * @throws DomainError invalid_request, also for an existing edition or past days; event_not_found
   */
  async create(caller: EventCaller, dto: CreateEventDto): Promise<ManagedEventResponse> {
    const row = eventRow(dto);
    return this.run(caller, "event_created", dto.reason, async (tx) => {
      await assertUnusedEdition(tx, row, undefined);
      rejectInvalid("days", pastDaysProblem(row.days, [], await readClock(tx)));
      const planOf = dto.planOf === undefined ? undefined : await this.facts.calledIn(tx, dto.planOf);
      // The organisation's own, as charged now.
      const { tax } = planOf ?? (await this.facts.ofIn(tx, await this.facts.currentId(tx)));
      const id = await this.eventRecords.addDraft(tx, row, tax);
      if (planOf === undefined) await this.stallTypes.addListed(tx, id);
      else {
        const sale = { opensAt: row.salesOpenAt, closesAt: row.salesCloseAt, days: row.days };
        const daysEarlier = daysBetween(planOf.event.days, row.days);
        await this.eventCopies.copy(tx, id, { id: planOf.event.id, daysEarlier, sale });
      }
      notifyPlanChanged(tx);
      const { event, slug } = await this.facts.ofIn(tx, id);
      return { id, after: { ...eventFacts(event), slug, planOf: planOf?.slug ?? null } };
    });
  }

  /** @throws DomainError event_not_found, event_not_draft; event_incomplete with what is missing */
  publish(caller: EventCaller, slug: string, reason: string): Promise<ManagedEventResponse> {
    return this.run(caller, "event_published", reason, async (tx) => {
      const managed = await this.lock(tx, slug);
      if (!canChangeEvent("published", managed.stored.status)) throw new DomainError("event_not_draft");
      rejectProblems("event_incomplete", gapsOf(managed, caller.language));
      return this.changeStatus(tx, managed.stored, "published");
    });
  }

  /** @throws DomainError event_not_found, event_not_published; event_under_way with what stands against it */
  archive(caller: EventCaller, slug: string, reason: string): Promise<ManagedEventResponse> {
    return this.run(caller, "event_archived", reason, async (tx) => {
      const managed = await this.lock(tx, slug);
      if (!canChangeEvent("archived", managed.stored.status)) throw new DomainError("event_not_published");
      rejectProblems("event_under_way", obstaclesOf(managed, caller.language));
      return this.changeStatus(tx, managed.stored, "archived");
    });
  }

  /** @throws DomainError event_not_found, event_not_draft; event_in_use */
  async remove(administrator: Administrator, slug: string, reason: string): Promise<DoneResponse> {
    const removed = await this.operatorTransaction.run(administrator, async (tx) => {
      const { stored } = await this.lock(tx, slug);
      const { id } = stored.event;
      if (stored.status !== "draft") throw new DomainError("event_not_draft");
      const [found] = await rows<{ used: boolean }>(tx, IN_USE, [id]);
      if (found?.used !== false) throw new DomainError("event_in_use");
      await this.plans.removeStalls(tx, id);
      await this.eventRecords.removeDraft(tx, id);
      return {
        response: { message: "Removed" },
        audit: {
          ...{ action: "event_removed", subjectType: "event" as const, subjectId: String(id), reason },
          before: { ...eventFacts(stored.event), slug },
        },
      };
    });
    this.facts.invalidate();
    return removed;
  }

  /**
   * Sets the price of a type's stalls for new reservations. Stalls whose price was set apart keep it.
   *
   * @throws DomainError event_not_found, stall_type_not_found, event_archived, event_cancelled; invalid_request
   */
  changeTypePrice(
    caller: EventCaller,
    slug: string,
    key: string,
    { price, reason }: ChangeStallPriceDto,
  ): Promise<ManagedEventResponse> {
    const pricePaise = toPaise(price);
    return this.run(caller, "stall_type_price_changed", reason, async (tx) => {
      const { stored, type } = await this.lockType(tx, slug, key);
      if (pricePaise === undefined) throw new DomainError("invalid_request");
      await this.stallTypes.changePrice(tx, type, pricePaise);
      return {
        id: stored.event.id,
        before: { type: key, pricePaise: type.pricePaise },
        after: { type: key, pricePaise, stalls: type.stallsAtPrice },
      };
    });
  }

  /**
   * Sets on which days the price of a type changes for new reservations (domain/src/operator/dated-prices.ts).
   *
   * @throws DomainError event_not_found, stall_type_not_found, event_archived, event_cancelled; invalid_request
   */
  changePriceDates(
    caller: EventCaller,
    slug: string,
    key: string,
    { dates, reason }: ChangePriceDatesDto,
  ): Promise<ManagedEventResponse> {
    const changes = priceChanges(dates);
    return this.run(caller, "stall_type_price_dates_changed", reason, async (tx) => {
      const { stored, type } = await this.lockType(tx, slug, key);
      rejectInvalid("dates", outsideSaleProblem(changes, salesWindow(stored.event)));
      await this.stallTypes.changePriceDates(tx, type, changes);
      return {
        id: stored.event.id,
        before: { type: key, dates: datedPricesInWords(type.priceChanges) },
        after: { type: key, dates: datedPricesInWords(changes) },
      };
    });
  }

  /** Locks an event that can be changed, with one of its types. @throws DomainError as {@link changePriceDates} */
  private async lockType(tx: Tx, slug: string, key: string) {
    const { stored, types } = await this.lock(tx, slug);
    assertChangeable(stored.status);
    const type = types.find((candidate) => candidate.key === key);
    if (type === undefined) throw new DomainError("stall_type_not_found");
    return { stored, type };
  }

  /** Runs a change with its audit log entry, and answers with the event after it. */
  private async run(
    { administrator, language }: EventCaller,
    action: AuditAction,
    reason: string,
    change: (tx: Tx) => Promise<{ readonly id: number; readonly before?: AuditValues; readonly after: AuditValues }>,
  ): Promise<ManagedEventResponse> {
    const response = await this.operatorTransaction.run(administrator, async (tx) => {
      const { id, before, after } = await change(tx);
      const managed = (await this.managed(tx)).find(({ stored }) => stored.event.id === id);
      if (managed === undefined) throw new Error(`there is no event ${id}`);
      return {
        response: responseOf(managed, language),
        audit: { action, subjectType: "event", subjectId: String(id), reason, before, after },
      };
    });
    // PostgreSQL notifies the other processes.
    this.facts.invalidate();
    return response;
  }

  private async changeStatus(tx: Tx, { event, status }: StoredEvent, action: keyof typeof EVENT_TRANSITIONS) {
    await this.eventRecords.changeStatus(tx, event, action);
    notifyPlanChanged(tx);
    return { id: event.id, before: { status }, after: { status: EVENT_TRANSITIONS[action].to } };
  }

  /**
   * Locks an event against other changes and against new bookings, then reads it.
   *
   * @throws DomainError event_not_found
   */
  private async lock(tx: Tx, slug: string): Promise<ManagedEvent> {
    await lockEvents(tx);
    const { event } = await this.facts.calledIn(tx, slug);
    await lockStallsOf(tx, event.id);
    const managed = (await this.managed(tx)).find(({ stored }) => stored.event.id === event.id);
    if (managed === undefined) throw new DomainError("event_not_found");
    return managed;
  }

  private async managed(tx: Tx): Promise<ManagedEvent[]> {
    const stored = await this.facts.withDrafts(tx);
    const figures = await rows<Figures & { readonly eventId: number }>(tx, FIGURES);
    const types = await readIn<TypeRow>(tx, StallTypeEntity, TYPES);
    return stored.flatMap((event) => {
      const found = figures.find(({ eventId }) => eventId === event.event.id);
      const own = types.filter(({ eventId }) => eventId === event.event.id);
      return found === undefined ? [] : [{ stored: event, figures: found, types: own }];
    });
  }
}

/** How many days later the first day of one event is than that of another. */
function daysBetween(earlier: readonly EventDay[], later: readonly EventDay[]): number {
  const first = (days: readonly EventDay[]): number => Date.parse(`${days[0]?.date ?? ""}T00:00:00Z`);
  const ms = first(later) - first(earlier);
  return Number.isNaN(ms) ? 0 : Math.round(ms / (24 * 60 * 60 * 1000));
}

/** Facts of an audit log entry. */
type AuditValues = Readonly<Record<string, string | number | null>>;

/** What a draft lacks, in words; nothing for any other event. */
function gapsOf(
  { stored: { event, status }, figures, types }: ManagedEvent,
  language: LanguageCode,
): readonly string[] {
  if (status !== "draft") return [];
  const { stalls, readAt } = figures;
  return publishGaps({ event, types: types.length, stalls }, readAt).map(
    (gap) => EVENT_WORDS[language].checks.gaps[gap],
  );
}

/** What keeps a published event from being archived, in words; nothing for any other event. */
function obstaclesOf({ stored: { event, status }, figures }: ManagedEvent, language: LanguageCode): readonly string[] {
  if (status !== "published") return [];
  const { obstacles } = EVENT_WORDS[language].checks;
  return archiveObstacles({ event, ...figures }, figures.readAt).map((obstacle) => obstacles[obstacle]);
}

/** @throws DomainError with the problems, if there are any */
function rejectProblems(code: "event_incomplete" | "event_under_way", problems: readonly string[]): void {
  if (problems.length === 0) return;
  const error = new DomainError(code);
  throw new DomainError(code, { problems }, [error.message, ...problems].join(" "));
}

function responseOf(managed: ManagedEvent, language: LanguageCode): ManagedEventResponse {
  const { stored, figures, types } = managed;
  const { event, slug, status, isCurrent } = stored;
  const { name, edition, salesOpenAt } = event;
  const { stalls, sold, blocked, holds, payments, readAt } = figures;
  // Nothing ends the sales of a draft before an operator says when.
  const salesCloseAt = status === "draft" ? event.salesCloseAt : salesEnd(salesWindow(event)).toISOString();
  return {
    ...{ slug, name, edition, title: editionTitle(event), status, current: isCurrent, days: eventDays(event) },
    dates: shortDates(event, EVENT_WORDS[language].dates),
    ...toResponse({ salesOpenAt, salesCloseAt }),
    over: isOver(event, readAt),
    ...{ stalls, sold, blocked, unpaid: holds + payments },
    types: types.map((type) => {
      const { key, label, pricePaise: paise, stallsAtPrice, widthFeet: width, depthFeet: height, look } = type;
      const { pricePaise: now } = priceAt(paise, { paise, changes: type.priceChanges }, readAt);
      return {
        ...{ key, label, price: toRupees(paise), priceNow: toRupees(now), dates: type.priceChanges.map(datedPrice) },
        ...{ width, height, look, stalls: type.stalls, stallsAtPrice },
      };
    }),
    missing: gapsOf(managed, language),
    obstacles: obstaclesOf(managed, language),
  };
}
