import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { EventRecord, OrganisationRecord } from "@sakhi/domain/events/event-facts";
import type { ChangeEventDto, ChangeOrganisationDto } from "@sakhi/domain/operator/event-facts.dto";
import {
  daysProblem,
  gstinProblem,
  readDays,
  salesProblem,
  stateProblem,
  typedDays,
} from "@sakhi/domain/operator/event-facts.rules";
import type { Administrator } from "../accounts/administrator.js";
import { AuditLog, type AuditFacts } from "../accounts/audit-log.service.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import type {
  EventRecordResponse,
  ManagedFactsResponse,
  OrganisationRecordResponse,
} from "./event-facts.response.js";
import { EventFactsService } from "./event-facts.service.js";
import { EventEntity, OrganisationEntity } from "./events.entities.js";

/**
 * The facts as operators change them. A change counts from its commit on for everything that is written then; invoices
 * keep what they were issued with, and holds the time they were given.
 */
@Injectable()
export class EventFactsManagement {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly facts: EventFactsService,
  ) {}

  async read(): Promise<ManagedFactsResponse> {
    const { event, organisation } = await this.facts.current();
    return { event: eventResponse(event), organisation: organisationResponse(organisation) };
  }

  /** @throws DomainError invalid_request; facts_changed where somebody else was faster */
  async changeEvent(administrator: Administrator, dto: ChangeEventDto): Promise<EventRecordResponse> {
    const { reason, version, days: typed, salesOpenAt, salesCloseAt, ...plain } = dto;
    const days = readDays(typed);
    const opensAt = dateOf(salesOpenAt);
    const closesAt = dateOf(salesCloseAt);
    refuse("days", daysProblem(days));
    refuse("stateCode", stateProblem(plain.stateCode));
    refuse("salesCloseAt", salesProblem(opensAt, closesAt));
    const change = { ...plain, days, salesOpenAt: opensAt, salesCloseAt: closesAt };
    const { event } = await this.change(administrator, reason, "event", async (tx) => {
      const { event: before } = await this.facts.current(tx);
      const { affected } = await tx.update(
        EventEntity,
        { id: before.id, version },
        { ...change, version: version + 1, updatedAt: databaseNow },
      );
      return { id: before.id, changed: affected === 1 };
    });
    return eventResponse(event);
  }

  /** @throws DomainError invalid_request; facts_changed where somebody else was faster */
  async changeOrganisation(
    administrator: Administrator,
    dto: ChangeOrganisationDto,
  ): Promise<OrganisationRecordResponse> {
    const { reason, version, phone, ...plain } = dto;
    refuse("gstin", gstinProblem(plain.gstin));
    const { organisation } = await this.change(administrator, reason, "organisation", async (tx) => {
      const { organisation: before } = await this.facts.current(tx);
      const { affected } = await tx.update(
        OrganisationEntity,
        { id: before.id, version },
        { ...plain, phone: phone ?? null, version: version + 1, updatedAt: databaseNow },
      );
      return { id: before.id, changed: affected === 1 };
    });
    return organisationResponse(organisation);
  }

  /** One change with its line of the audit log, which holds only what is different. */
  private async change(
    administrator: Administrator,
    reason: string,
    subjectType: "event" | "organisation",
    write: (tx: Tx) => Promise<{ readonly id: number; readonly changed: boolean }>,
  ) {
    const after = await this.database.transaction(async (tx) => {
      const before = auditFacts(await this.facts.current(tx), subjectType);
      const { id, changed } = await write(tx);
      if (!changed) throw new DomainError("facts_changed");
      const now = await this.facts.current(tx);
      const later = auditFacts(now, subjectType);
      const different = Object.keys(later).filter((name) => later[name] !== before[name]);
      const only = (facts: AuditFacts): AuditFacts =>
        Object.fromEntries(different.map((name) => [name, facts[name] ?? null]));
      await this.audit.record(tx, {
        administrator,
        action: `${subjectType}_changed`,
        subjectType,
        subjectId: String(id),
        reason,
        before: only(before),
        after: only(later),
      });
      return now;
    });
    // Other processes are notified by PostgreSQL.
    this.facts.changed();
    return after;
  }
}

function dateOf(iso: string | null | undefined): Date | null {
  return iso === null || iso === undefined ? null : new Date(iso);
}

/** @throws DomainError invalid_request where there is a problem */
function refuse(field: string, problem: string | undefined): void {
  if (problem !== undefined) {
    throw new DomainError("invalid_request", { fields: { [field]: [problem] } }, problem);
  }
}

function auditFacts(
  facts: { readonly event: EventRecord; readonly organisation: OrganisationRecord },
  which: "event" | "organisation",
): AuditFacts {
  if (which === "organisation") return { ...facts.organisation };
  return { ...facts.event, days: typedDays(facts.event.days) };
}

function eventResponse({
  id: _ours,
  days,
  salesOpenAt,
  salesCloseAt,
  ...event
}: EventRecord): EventRecordResponse {
  return {
    ...event,
    days: typedDays(days),
    ...(salesOpenAt === null ? {} : { salesOpenAt }),
    ...(salesCloseAt === null ? {} : { salesCloseAt }),
  };
}

function organisationResponse({
  id: _ours,
  phone,
  ...organisation
}: OrganisationRecord): OrganisationRecordResponse {
  return { ...organisation, ...(phone === null ? {} : { phone }) };
}
