import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { SalesWindow } from "@sakhi/domain/events/sales.rules";
import type { Paise } from "@sakhi/domain/money/money";
import { copiedChanges, type PriceChange } from "@sakhi/domain/operator/dated-prices";
import { stallTypeKey } from "@sakhi/domain/plans/stall-type.rules";
import {
  LISTED_PRICES,
  specifiedLook,
  STALL_SIDE_FEET,
  STALL_TYPES,
  type StallType,
  stallTypeLabel,
} from "@sakhi/domain/stalls/stall.types";
import { rows, type Tx } from "../platform/database/database.js";
import { notifyPlanChanged } from "./live-bookings.sql.js";
import { PlanDraftEntity, StallTypeEntity } from "./stalls.entities.js";
import { lockStallsOf } from "./stalls.service.js";

/** Whether anyone ever booked a stall of the type: it is named in mails and invoices. */
const IS_BOOKED = `
  SELECT EXISTS (SELECT FROM bookings b JOIN stalls s USING (stall_key) WHERE s.event_id = $1 AND s.type = $2) AS found`;
/** By stalls, or by a question that is asked of them. */
const IS_USED = `
  SELECT EXISTS (SELECT FROM stalls WHERE event_id = $1 AND type = $2)
      OR EXISTS (SELECT FROM event_questions WHERE event_id = $1 AND $2 = ANY (stall_types)) AS found`;
const COPY = `
  INSERT INTO stall_types (event_id, key, label, price_paise, width_feet, depth_feet, look, position)
  SELECT $1, key, label, price_paise, width_feet, depth_feet, look, position FROM stall_types WHERE event_id = $2`;

/** What an operator states of a type: its name, and size and look of its stalls. */
export type StallTypeTerms = Pick<StallTypeEntity, "label" | "widthFeet" | "depthFeet" | "look">;

/** The event whose types a new one gets. */
export interface CopiedEvent {
  readonly id: number;
  /** How many days before the new event's first day its own was. */
  readonly daysEarlier: number;
  /** The new event's. */
  readonly sale: SalesWindow;
}

/** A changed type, before and after. */
export interface ChangedStallType {
  readonly before: StallTypeEntity;
  readonly after: StallTypeTerms & Pick<StallTypeEntity, "key">;
}

/** The types of an event's stalls. The caller of what changes them has locked the events. */
@Injectable()
export class StallTypesService {
  all(tx: Tx, eventId: number): Promise<StallTypeEntity[]> {
    return tx.findBy(StallTypeEntity, { eventId });
  }

  /** Gives a new event the types that the specification names. */
  async addListed(tx: Tx, eventId: number): Promise<void> {
    await tx.insert(
      StallTypeEntity,
      STALL_TYPES.map((key, index) => ({
        ...{ eventId, key, label: stallTypeLabel(key), pricePaise: LISTED_PRICES[key] * 100 },
        ...{ widthFeet: STALL_SIDE_FEET, depthFeet: STALL_SIDE_FEET, look: specifiedLook(key) ?? "standard" },
        position: index + 1,
      })),
    );
  }

  /** Gives a new event the types of another. The dates of their prices move with the event ({@link copiedChanges}). */
  async copy(tx: Tx, eventId: number, from: CopiedEvent): Promise<void> {
    await tx.query(COPY, [eventId, from.id]);
    for (const { key, priceChanges } of await this.all(tx, from.id)) {
      const copied = copiedChanges(priceChanges, from.daysEarlier, from.sale);
      if (copied.length > 0) await tx.update(StallTypeEntity, { eventId, key }, { priceChanges: copied });
    }
  }

  /**
   * Adds a type after the others.
   *
   * @returns its key, which follows from its label
   * @throws DomainError stall_type_exists; invalid_request, which the DTO has ruled out
   */
  async add(tx: Tx, eventId: number, type: StallTypeTerms & { readonly pricePaise: Paise }): Promise<StallType> {
    const key = keyOf(type.label);
    const types = await this.all(tx, eventId);
    assertUnused(types, key);
    const position = Math.max(0, ...types.map((other) => other.position)) + 1;
    await tx.insert(StallTypeEntity, { eventId, key, ...type, position });
    return key;
  }

  /**
   * Changes a type. The key follows from the label, and everything that names the type has the key: a type whose stalls were
   * ever booked keeps it. The size is that of new stalls.
   *
   * @param renamed gives what other features have of the type its new key
   * @throws DomainError stall_type_not_found, stall_type_exists, stall_type_in_use
   */
  async change(
    tx: Tx,
    { eventId, key }: Pick<StallTypeEntity, "eventId" | "key">,
    terms: StallTypeTerms,
    renamed: (newKey: StallType) => Promise<void>,
  ): Promise<ChangedStallType> {
    const types = await this.all(tx, eventId);
    const type = found(types, key);
    const newKey = keyOf(terms.label);
    if (newKey === key) await tx.update(StallTypeEntity, { eventId, key }, terms);
    else {
      assertUnused(types, newKey);
      await lockStallsOf(tx, eventId);
      if (await holds(tx, IS_BOOKED, [eventId, key])) throw new DomainError("stall_type_in_use");
      const { pricePaise, priceChanges, position } = type;
      await tx.insert(StallTypeEntity, { eventId, key: newKey, pricePaise, priceChanges, position, ...terms });
      await tx.query("UPDATE stalls SET type = $3 WHERE event_id = $1 AND type = $2", [eventId, key, newKey]);
      await renamed(newKey);
      await tx.delete(StallTypeEntity, { eventId, key });
      await renameInDraft(tx, eventId, key, newKey);
    }
    notifyPlanChanged(tx);
    return { before: type, after: { key: newKey, ...terms } };
  }

  /**
   * Sets the price of new reservations of a type's stalls, until the first of its dates; the caller has locked them. Stalls whose
   * price was set apart keep it.
   */
  async changePrice(
    tx: Tx,
    { eventId, key, pricePaise: former }: Pick<StallTypeEntity, "eventId" | "key" | "pricePaise">,
    pricePaise: Paise,
  ): Promise<void> {
    await tx.update(StallTypeEntity, { eventId, key }, { pricePaise });
    await tx.query(
      `UPDATE stalls SET price_paise = $3, updated_at = clock_timestamp()
        WHERE event_id = $1 AND type = $2 AND price_paise = $4`,
      [eventId, key, pricePaise, former],
    );
    notifyPlanChanged(tx);
  }

  /** Sets on which days a type's price changes. The caller has locked its stalls, and checked the dates. */
  async changePriceDates(
    tx: Tx,
    { eventId, key }: Pick<StallTypeEntity, "eventId" | "key">,
    priceChanges: readonly PriceChange[],
  ): Promise<void> {
    await tx.update(StallTypeEntity, { eventId, key }, { priceChanges });
    notifyPlanChanged(tx);
  }

  /** @throws DomainError stall_type_not_found, stall_type_in_use */
  async remove(tx: Tx, eventId: number, key: StallType): Promise<void> {
    found(await this.all(tx, eventId), key);
    if (await holds(tx, IS_USED, [eventId, key])) throw new DomainError("stall_type_in_use");
    await tx.delete(StallTypeEntity, { eventId, key });
  }
}

/** @throws DomainError invalid_request, which the DTO has ruled out */
function keyOf(label: string): StallType {
  const key = stallTypeKey(label);
  if (key === undefined) throw new DomainError("invalid_request");
  return key;
}

/** @throws DomainError stall_type_not_found */
function found(types: readonly StallTypeEntity[], key: StallType): StallTypeEntity {
  const type = types.find((candidate) => candidate.key === key);
  if (type === undefined) throw new DomainError("stall_type_not_found");
  return type;
}

/** @throws DomainError stall_type_exists */
function assertUnused(types: readonly StallTypeEntity[], key: StallType): void {
  if (types.some((type) => type.key === key)) throw new DomainError("stall_type_exists");
}

async function holds(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
  return (await rows<{ found: boolean }>(tx, sql, parameters))[0]?.found === true;
}

async function renameInDraft(tx: Tx, eventId: number, from: StallType, to: StallType): Promise<void> {
  const draft = await tx.findOne(PlanDraftEntity, { where: { eventId }, lock: { mode: "pessimistic_write" } });
  if (draft === null) return;
  const stalls = draft.content.stalls.map((stall) => (stall.type === from ? { ...stall, type: to } : stall));
  await tx.update(PlanDraftEntity, { eventId }, { version: draft.version + 1, content: { ...draft.content, stalls } });
}
