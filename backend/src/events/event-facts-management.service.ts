import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changesInWords, eventChanges, nextCalendar, knownEvent } from "@sakhi/domain/events/calendar";
import { editionTitle, eventDays, eventSlug } from "@sakhi/domain/events/event-facts";
import type { EventRecord, OrganisationRecord } from "@sakhi/domain/events/event-facts";
import { type ChangeGap, changeGaps, pastDaysProblem } from "@sakhi/domain/events/event-lifecycle.rules";
import { type EventTranslations, NO_TRANSLATIONS } from "@sakhi/domain/events/event-translations";
import { EVENT_FACTS, factsOf } from "@sakhi/domain/events/event.fields";
import type { EventStatus } from "@sakhi/domain/events/event.states";
import { shortSlug } from "@sakhi/domain/fields/slug-text";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { AddEditionDto, ChangeEventDto, ChangeOrganisationDto } from "@sakhi/domain/operator/event-facts.dto";
import { gstinProblem, readDays, salesProblem, typedDays } from "@sakhi/domain/operator/event-facts.rules";
import { eventPath } from "@sakhi/domain/site/routes";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLogService, type AuditDetails } from "../accounts/audit-log.service.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, readClock, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import type {
  EventRecordResponse,
  EventTranslationsResponse,
  ManagedEditionResponse,
  ManagedFactsResponse,
  OrganisationRecordResponse,
  UnnotifiedChangeResponse,
} from "./event-facts.response.js";
import { EventFactsService } from "./event-facts.service.js";
import { EVENT_WORDS } from "./event.words.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";
import { lockEvents, UnnotifiedChangesService } from "./unnotified-changes.service.js";
import { withdrawTranslations } from "./withdrawn-translations.js";

/**
 * Operators' changes of the event facts. A change takes effect at its commit; issued invoices keep their content, and
 * existing holds their deadline.
 */
@Injectable()
export class EventFactsManagementService {
  constructor(
    private readonly database: Database,
    private readonly auditLog: AuditLogService,
    private readonly eventFacts: EventFactsService,
    private readonly unnotifiedChanges: UnnotifiedChangesService,
  ) {}

  /** @param slug the event's; undefined for the current one. @throws DomainError event_not_found */
  async read(slug: string | undefined, language: LanguageCode): Promise<ManagedFactsResponse> {
    const { id } = await this.eventFacts.resolve(slug, "administrator");
    const [{ facts }, editions, unnotified] = await Promise.all([
      this.eventFacts.of(id),
      this.eventFacts.editions(),
      this.unnotified(id, language),
    ]);
    const { event, organisation, arrival, translations = NO_TRANSLATIONS } = facts;
    return {
      event: eventResponse(event),
      arrival,
      translations: translationsResponse(translations),
      ...(unnotified === undefined ? {} : { unnotified }),
      organisation: organisationResponse(organisation),
      editions: editions
        .filter(({ isUpcoming }) => isUpcoming)
        .map((edition) => edition.event)
        .toSorted((a, b) => eventDays(a).start.localeCompare(eventDays(b).start))
        .map(editionResponse),
    };
  }

  private unnotified(eventId: number, language: LanguageCode): Promise<UnnotifiedChangeResponse | undefined> {
    return this.database.transaction(async (tx) => {
      const change = await this.unnotifiedChanges.find(tx, eventId);
      if (change === undefined) return undefined;
      const { event, before, since } = change;
      return {
        version: event.version,
        what: changesInWords(eventChanges(before, event), EVENT_WORDS[language].changes),
        since: since.toISOString(),
        holders: (await this.unnotifiedChanges.holders(tx, change)).length,
      };
    });
  }

  /**
   * Changes a draft or a published event. What holders of its stalls have to know waits to be announced to them.
   *
   * @param slug the event's
   * @throws DomainError invalid_request; event_required, event_not_found, event_archived, event_cancelled; facts_changed on a concurrent
   *   change
   */
  async changeEvent(
    administrator: Administrator,
    slug: string | undefined,
    dto: ChangeEventDto,
  ): Promise<EventRecordResponse> {
    const find = async (tx: Tx) => {
      const { event, status } = await this.eventFacts.calledIn(tx, slug);
      assertChangeable(status);
      return { event, status };
    };
    return eventResponse(await this.changeRow(administrator, dto, "event_changed", find));
  }

  /**
   * Announces an upcoming edition.
   *
   * @throws DomainError invalid_request, also for an existing edition or past days
   */
  async addEdition(administrator: Administrator, dto: AddEditionDto): Promise<ManagedEditionResponse> {
    const row = eventRow(dto);
    const added = await this.database.transaction(async (tx) => {
      await assertUnusedEdition(tx, row, undefined);
      rejectInvalid("days", pastDaysProblem(row.days, [], await readClock(tx)));
      assertSound(undefined, recordOf(row));
      const { identifiers } = await tx.insert(EventEntity, {
        ...row,
        ...{ version: 1, slug: await unusedSlug(tx, row), status: "published", updatedAt: databaseNow },
      });
      const edition = await this.upcomingEdition(tx, Number(identifiers[0]?.["id"]));
      await this.recordChange(tx, administrator, dto.reason, "edition_added", undefined, edition);
      return edition;
    });
    this.eventFacts.invalidate();
    return editionResponse(added);
  }

  /** @throws DomainError invalid_request; not_found if it is not upcoming; facts_changed on a concurrent change */
  async changeEdition(administrator: Administrator, id: number, dto: ChangeEventDto): Promise<ManagedEditionResponse> {
    const find = async (tx: Tx) => ({ event: await this.upcomingEdition(tx, id), status: "published" as const });
    return editionResponse(await this.changeRow(administrator, dto, "edition_changed", find));
  }

  private async changeRow(
    administrator: Administrator,
    dto: ChangeEventDto,
    action: "event_changed" | "edition_changed",
    find: (tx: Tx) => Promise<{ readonly event: EventRecord; readonly status: EventStatus }>,
  ): Promise<EventRecord> {
    const { reason, version } = dto;
    const row = eventRow(dto);
    const changed = await this.database.transaction(async (tx) => {
      await lockEvents(tx);
      const { event: before, status } = await find(tx);
      await assertUnusedEdition(tx, row, before.id);
      rejectInvalid("days", pastDaysProblem(row.days, before.days, await readClock(tx)));
      if (status === "published") assertSound(before, recordOf(row));
      const { affected } = await tx.update(
        EventEntity,
        { id: before.id, version },
        { ...row, version: version + 1, updatedAt: databaseNow },
      );
      if (affected !== 1) throw new DomainError("facts_changed");
      await withdrawTranslations(tx, before.id, before, row);
      const { event: after } = await this.eventFacts.ofIn(tx, before.id);
      if (action === "event_changed" && status === "published") await noteForHolders(tx, before, after);
      await this.recordChange(tx, administrator, reason, action, before, after);
      return after;
    });
    // PostgreSQL notifies the other processes.
    this.eventFacts.invalidate();
    return changed;
  }

  /** @throws DomainError not_found if it is not upcoming */
  async removeEdition(administrator: Administrator, id: number, reason: string): Promise<DoneResponse> {
    await this.database.transaction(async (tx) => {
      await lockEvents(tx);
      const before = await this.upcomingEdition(tx, id);
      await tx.delete(EventEntity, { id });
      await this.recordChange(tx, administrator, reason, "edition_removed", before, undefined);
    });
    this.eventFacts.invalidate();
    return { message: "Removed" };
  }

  /** @throws DomainError invalid_request; facts_changed on a concurrent change */
  async changeOrganisation(
    administrator: Administrator,
    dto: ChangeOrganisationDto,
  ): Promise<OrganisationRecordResponse> {
    const { reason, version, phone, ...plain } = dto;
    rejectInvalid("gstin", gstinProblem(plain.gstin));
    const organisation = await this.database.transaction(async (tx) => {
      const { organisation: before } = await this.eventFacts.current(tx);
      const { affected } = await tx.update(
        OrganisationEntity,
        { id: before.id, version },
        { ...plain, phone: phone ?? null, version: version + 1, updatedAt: databaseNow },
      );
      if (affected !== 1) throw new DomainError("facts_changed");
      const { organisation: after } = await this.eventFacts.current(tx);
      await this.auditLog.record(tx, {
        ...{ administrator, reason, action: "organisation_changed", subjectType: "organisation" },
        subjectId: String(before.id),
        ...differences({ ...before }, { ...after }),
      });
      return after;
    });
    this.eventFacts.invalidate();
    return organisationResponse(organisation);
  }

  /** @throws DomainError not_found */
  private async upcomingEdition(tx: Tx, id: number): Promise<EventRecord> {
    const editions = await this.eventFacts.editions(tx);
    const found = editions.find(({ event, isUpcoming }) => isUpcoming && event.id === id);
    if (found === undefined) throw new DomainError("not_found");
    return found.event;
  }

  /** Writes the audit log entry of an edition, with the changed fields only. */
  private async recordChange(
    tx: Tx,
    administrator: Administrator,
    reason: string,
    action: "event_changed" | "edition_added" | "edition_changed" | "edition_removed",
    before: EventRecord | undefined,
    after: EventRecord | undefined,
  ): Promise<void> {
    const facts = (event: EventRecord | undefined) => (event === undefined ? {} : eventFacts(event));
    await this.auditLog.record(tx, {
      ...{ administrator, action, reason, subjectType: "event" },
      subjectId: String((after ?? before)?.id),
      ...differences(facts(before), facts(after)),
    });
  }
}

/** @throws DomainError event_archived, event_cancelled if an event can only be read and exported */
export function assertChangeable(status: EventStatus): void {
  if (status === "archived") throw new DomainError("event_archived");
  if (status === "cancelled") throw new DomainError("event_cancelled");
}

/** The fields that differ between two versions of a row, with their values before and after. */
export function differences(before: AuditDetails, after: AuditDetails) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => after[name] !== before[name]);
  const only = (facts: AuditDetails): AuditDetails =>
    Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/**
 * Maps the form's input to a row of `events`.
 *
 * @throws DomainError invalid_request
 */
export function eventRow(dto: AddEditionDto) {
  const salesOpenAt = dateOf(dto.salesOpenAt);
  const salesCloseAt = dateOf(dto.salesCloseAt);
  rejectInvalid("salesCloseAt", salesProblem(salesOpenAt, salesCloseAt));
  return { ...factsOf(dto, EVENT_FACTS), days: readDays(dto.days), salesOpenAt, salesCloseAt };
}

/** Changes what calendars say, and remembers what the holders of stalls still know. */
export async function noteForHolders(tx: Tx, before: EventRecord, after: EventRecord): Promise<void> {
  if (eventChanges(before, after).length === 0) return;
  const row = await tx.findOneByOrFail(EventEntity, { id: after.id });
  const { sequence, droppedDays, formerStart } = nextCalendar(
    { sequence: row.calendarSequence, droppedDays: row.droppedDays, formerStart: row.formerStart },
    before.days,
    after.days,
    await readClock(tx),
  );
  await tx.update(
    EventEntity,
    { id: after.id },
    {
      ...{ calendarSequence: sequence, droppedDays: [...droppedDays], formerStart, unnotifiedSince: databaseNow },
      knownBefore: row.knownBefore ?? knownEvent(before),
    },
  );
}

/** @throws DomainError invalid_request if another event has this name and edition */
export async function assertUnusedEdition(
  tx: Tx,
  { name, edition }: Pick<EventRecord, "name" | "edition">,
  ownId: number | undefined,
): Promise<void> {
  await lockEvents(tx);
  const other = await tx.findOneBy(EventEntity, { name, edition });
  if (other !== null && other.id !== ownId) rejectInvalid("edition", `There is an edition ${edition} already`);
}

/** The slug of a new event: its title's, with a number if another event has that one. The caller has locked the events. */
export async function unusedSlug(tx: Tx, event: Pick<EventRecord, "name" | "edition" | "days">): Promise<string> {
  const slug = eventSlug(event);
  const taken = await rows<{ slug: string }>(tx, "SELECT slug FROM events");
  const used = new Set(taken.map((other) => other.slug));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? slug : `${shortSlug(slug, 75)}-${number}`;
    if (!used.has(candidate)) return candidate;
  }
}

/** The field of the form that brings a gap about. */
const FIELDS: Readonly<Record<ChangeGap, string>> = {
  venue: "venueName",
  no_close: "salesCloseAt",
  closes_before_opening: "salesCloseAt",
  opens_after_event: "salesOpenAt",
  closes_after_event: "salesCloseAt",
};

/**
 * Every change of a published event passes here: what its publication required stays.
 *
 * @param before undefined for one that is published as it is made
 * @throws DomainError invalid_request
 */
export function assertSound(before: EventRecord | undefined, after: Omit<EventRecord, "id" | "version">): void {
  // One that is published as it is made is only announced: it sells nothing that would need an end.
  const gaps = changeGaps(before, after).filter((gap) => before !== undefined || gap !== "no_close");
  const [gap] = gaps;
  if (gap === undefined) return;
  // Sales that would end or open after the event: the field that was changed, the days if both or neither were.
  const bound = FIELDS[gap] === "salesOpenAt" ? "salesOpenAt" : "salesCloseAt";
  const byDays = gap.endsWith("after_event") && before !== undefined && before[bound] === after[bound];
  rejectInvalid(byDays ? "days" : FIELDS[gap], EVENT_WORDS[FIRST_LANGUAGE].checks.gaps[gap]);
}

/** The facts of a row that is to be written. */
function recordOf({
  salesOpenAt,
  salesCloseAt,
  ...row
}: ReturnType<typeof eventRow>): Omit<EventRecord, "id" | "version"> {
  return { ...row, salesOpenAt: salesOpenAt?.toISOString() ?? null, salesCloseAt: salesCloseAt?.toISOString() ?? null };
}

function dateOf(iso: string | null | undefined): Date | null {
  return iso === null || iso === undefined ? null : new Date(iso);
}

/** @throws DomainError invalid_request if there is a problem */
export function rejectInvalid(field: string, problem: string | undefined): void {
  if (problem !== undefined) {
    throw new DomainError("invalid_request", { fields: { [field]: [problem] } }, problem);
  }
}

export function eventFacts(event: EventRecord): AuditDetails {
  return { ...event, days: typedDays(event.days) };
}

function editionResponse(event: EventRecord): ManagedEditionResponse {
  return Object.assign(eventResponse(event), { id: event.id, path: eventPath(editionTitle(event)) });
}

export function eventResponse({
  id: _ours,
  days,
  salesOpenAt,
  salesCloseAt,
  ...event
}: EventRecord): EventRecordResponse {
  return { ...event, days: typedDays(days), ...toResponse({ salesOpenAt, salesCloseAt }) };
}

function organisationResponse({ id: _ours, ...organisation }: OrganisationRecord): OrganisationRecordResponse {
  return toResponse(organisation);
}

function translationsResponse({ version, texts }: EventTranslations): EventTranslationsResponse {
  const languages = Object.keys(texts) as LanguageCode[];
  return { version, texts: languages.map((language) => ({ language, ...texts[language] })) };
}
