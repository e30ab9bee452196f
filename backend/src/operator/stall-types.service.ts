import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise } from "@sakhi/domain/money/money";
import type { AddStallTypeDto, ChangeStallTypeDto } from "@sakhi/domain/plans/plan.dto";
import { stallTypeKey } from "@sakhi/domain/plans/stall-type.rules";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import { EventChangesService } from "../events/event-changes.service.js";
import { rows, type Tx } from "../platform/database/database.js";
import { planChanged } from "../stalls/live-bookings.sql.js";
import { PlanDraftEntity, StallTypeEntity } from "../stalls/stalls.entities.js";
import { lockStallsOf } from "../stalls/stalls.service.js";

/** Whether anyone ever booked a stall of the type: it is named in mails and invoices. */
const IS_BOOKED = `
  SELECT EXISTS (SELECT FROM bookings b JOIN stalls s USING (stall_key) WHERE s.event_id = $1 AND s.type = $2) AS found`;
/** By stalls, or by a question that is asked of them. */
const IS_USED = `
  SELECT EXISTS (SELECT FROM stalls WHERE event_id = $1 AND type = $2)
      OR EXISTS (SELECT FROM event_questions WHERE event_id = $1 AND $2 = ANY (stall_types)) AS found`;

/** Adds, changes and removes the stall types of an event. Prices: EventLifecycleService. */
@Injectable()
export class StallTypesService {
  constructor(private readonly eventChanges: EventChangesService) {}

  /** @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_exists; invalid_request */
  add(administrator: Administrator, slug: string, dto: AddStallTypeDto): Promise<DoneResponse> {
    const { label, width, height, look, food = false, price, reason } = dto;
    return this.eventChanges.run(administrator, { slug, action: "stall_type_added", reason }, async (tx, eventId) => {
      const key = keyOf(label);
      const pricePaise = toPaise(price);
      if (pricePaise === undefined) throw new DomainError("invalid_request");
      const types = await typesOf(tx, eventId);
      assertUnused(types, key);
      const position = Math.max(0, ...types.map((type) => type.position)) + 1;
      await tx.insert(StallTypeEntity, {
        ...{ eventId, key, label, pricePaise, widthFeet: width, depthFeet: height, look, food, position },
      });
      return { after: { type: key, pricePaise, width, height, look, food } };
    });
  }

  /**
   * Changes a type. The key follows from the label, and everything that names the type has the key: a type whose stalls were
   * ever booked keeps it. The size is that of new stalls.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_not_found, stall_type_exists,
   * stall_type_in_use
   */
  change(administrator: Administrator, slug: string, key: string, dto: ChangeStallTypeDto): Promise<DoneResponse> {
    const { label, width, height, look, reason } = dto;
    return this.eventChanges.run(administrator, { slug, action: "stall_type_changed", reason }, async (tx, eventId) => {
      const types = await typesOf(tx, eventId);
      const type = found(types, key);
      const newKey = keyOf(label);
      const food = dto.food ?? type.food;
      const own = { label, widthFeet: width, depthFeet: height, look, food };
      if (newKey === key) await tx.update(StallTypeEntity, { eventId, key }, own);
      else {
        assertUnused(types, newKey);
        await lockStallsOf(tx, eventId);
        if (await holds(tx, IS_BOOKED, [eventId, key])) throw new DomainError("stall_type_in_use");
        const { pricePaise, position } = type;
        await tx.insert(StallTypeEntity, { eventId, key: newKey, pricePaise, position, ...own });
        await tx.query("UPDATE stalls SET type = $3 WHERE event_id = $1 AND type = $2", [eventId, key, newKey]);
        await tx.query("UPDATE coupons SET stall_type = $3 WHERE event_id = $1 AND stall_type = $2", [
          ...[eventId, key, newKey],
        ]);
        await tx.query(
          "UPDATE event_questions SET stall_types = array_replace(stall_types, $2, $3) WHERE event_id = $1",
          [eventId, key, newKey],
        );
        await tx.delete(StallTypeEntity, { eventId, key });
        await renameInDraft(tx, eventId, key, newKey);
      }
      planChanged(tx);
      const { widthFeet, depthFeet } = type;
      return {
        before: { type: key, width: widthFeet, height: depthFeet, look: type.look, food: type.food },
        after: { type: newKey, width, height, look, food },
      };
    });
  }

  /** @throws DomainError event_not_found, event_archived, event_cancelled; stall_type_not_found, stall_type_in_use */
  remove(administrator: Administrator, slug: string, key: string, reason: string): Promise<DoneResponse> {
    return this.eventChanges.run(administrator, { slug, action: "stall_type_removed", reason }, async (tx, eventId) => {
      found(await typesOf(tx, eventId), key);
      if (await holds(tx, IS_USED, [eventId, key])) throw new DomainError("stall_type_in_use");
      await tx.delete(StallTypeEntity, { eventId, key });
      return { before: { type: key }, after: { type: null } };
    });
  }
}

const typesOf = (tx: Tx, eventId: number) => tx.findBy(StallTypeEntity, { eventId });

/** @throws DomainError invalid_request, which the DTO has ruled out */
function keyOf(label: string): string {
  const key = stallTypeKey(label);
  if (key === undefined) throw new DomainError("invalid_request");
  return key;
}

/** @throws DomainError stall_type_not_found */
function found(types: readonly StallTypeEntity[], key: string): StallTypeEntity {
  const type = types.find((candidate) => candidate.key === key);
  if (type === undefined) throw new DomainError("stall_type_not_found");
  return type;
}

/** @throws DomainError stall_type_exists */
function assertUnused(types: readonly StallTypeEntity[], key: string): void {
  if (types.some((type) => type.key === key)) throw new DomainError("stall_type_exists");
}

async function holds(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
  return (await rows<{ found: boolean }>(tx, sql, parameters))[0]?.found === true;
}

async function renameInDraft(tx: Tx, eventId: number, from: string, to: string): Promise<void> {
  const draft = await tx.findOne(PlanDraftEntity, { where: { eventId }, lock: { mode: "pessimistic_write" } });
  if (draft === null) return;
  const stalls = draft.content.stalls.map((stall) => (stall.type === from ? { ...stall, type: to } : stall));
  await tx.update(PlanDraftEntity, { eventId }, { version: draft.version + 1, content: { ...draft.content, stalls } });
}
