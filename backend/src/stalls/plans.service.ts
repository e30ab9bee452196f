import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { formatPaise, toRupees } from "@sakhi/domain/money/money";
import {
  changesBetween,
  isUnchanged,
  type PlanChanges,
  conflictsOf,
  conflictText,
} from "@sakhi/domain/plans/plan.changes";
import type { SavePlanDto } from "@sakhi/domain/plans/plan.dto";
import { fileProblemText, readPlan } from "@sakhi/domain/plans/plan.files";
import { type KnownPrices, type PriceChanges, type PricedStall, pricesOf } from "@sakhi/domain/plans/plan.prices";
import { isPublishable, problemsOf } from "@sakhi/domain/plans/plan.problems";
import { isSameGround, type Plan, type PlannedStall, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { assertChangeable } from "../events/event-facts-management.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { lockEvents } from "../events/unnotified-changes.service.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { liveBooking, notifyPlanChanged } from "./live-bookings.sql.js";
import type {
  DesignedPlanResponse,
  PlanPublicationResponse,
  PriceChangesResponse,
  PublishedPlanResponse,
  SavedDraftResponse,
} from "./plans.response.js";
import { PlanDraftEntity, PlanPublicationEntity, StallTypeEntity } from "./stalls.entities.js";
import { lockStallsOf } from "./stalls.service.js";

/** A stall on the plan, as its row says it, with the state of its live booking. */
interface DrawnStall extends PricedStall {
  readonly key: number;
  readonly state: string | null;
}

/** Most problems of a file that an answer lists. */
const MAX_SAID_PROBLEMS = 500;

/** The published plan: area and fixtures of the newest publication, and the stalls as they are. */
interface PublishedPlan {
  readonly plan: Plan;
  readonly stalls: readonly DrawnStall[];
  /** The event's types of stalls. */
  readonly types: readonly StallTypeEntity[];
  readonly publication: PlanPublicationEntity | null;
  readonly prices: KnownPrices;
}

const STALLS = `
  SELECT s.stall_key AS key, s.stall_id AS number, s.type, s.x, s.y, s.width, s.height, s.turn, b.state,
         s.price_paise::int AS "pricePaise"
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   WHERE s.event_id = $1 AND s.removed_at IS NULL ORDER BY s.stall_key`;
/** The last stall of each number that is no longer on the plan. */
const REMOVED = `
  SELECT * FROM (
    SELECT DISTINCT ON (stall_id) stall_key, stall_id AS number, type, x, y, width, height, turn, removed_at,
           price_paise::int AS "pricePaise"
      FROM stalls WHERE event_id = $1 ORDER BY stall_id, removed_at DESC NULLS FIRST, stall_key DESC) AS last
   WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, stall_key DESC`;
const REMOVE = `
  UPDATE stalls SET removed_at = clock_timestamp(), updated_at = clock_timestamp()
   WHERE event_id = $1 AND removed_at IS NULL AND stall_id = ANY($2)`;
/**
 * Also marks the stalls that stay where they are: each shows the number of the publication. Their prices stay, but for what
 * `pricesOf` says.
 */
const DRAW = `
  UPDATE stalls s SET x = d.x, y = d.y, width = d.width, height = d.height, turn = d.turn, layout_version = $3,
         price_paise = d.price, updated_at = clock_timestamp()
    FROM jsonb_to_recordset($2::jsonb) AS d (number text, price int, x int, y int, width int, height int, turn int)
   WHERE s.event_id = $1 AND s.removed_at IS NULL AND s.stall_id = d.number`;
const ADD = `
  INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y, width, height, turn, layout_version)
  SELECT $1, d.number, d.type, d.price, d.x, d.y, d.width, d.height, d.turn, $3
    FROM jsonb_to_recordset($2::jsonb)
      AS d (number text, type text, price int, x int, y int, width int, height int, turn int)
   WHERE NOT EXISTS (SELECT FROM stalls s WHERE s.event_id = $1 AND s.removed_at IS NULL AND s.stall_id = d.number)`;
const COPY_STALLS = `
  INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y, width, height, turn)
  SELECT $1, stall_id, type, price_paise, x, y, width, height, turn
    FROM stalls WHERE event_id = $2 AND removed_at IS NULL ORDER BY stall_key`;
/** Its own first publication. */
const COPY_PUBLICATION = `
  INSERT INTO plan_publications (event_id, number, content, standard_ground)
  SELECT $1, 1, content, standard_ground FROM plan_publications WHERE event_id = $2 ORDER BY number DESC LIMIT 1`;

/**
 * Drafts and publications of events' plans (docs/decisions/0072). A draft is one document that visitors see nothing of; publishing it
 * changes the stalls that bookings refer to.
 */
@Injectable()
export class PlansService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly facts: EventFactsService,
  ) {}

  /** @throws DomainError event_not_found */
  designed(slug: string): Promise<DesignedPlanResponse> {
    return this.database.transaction(async (tx) => {
      const { id } = (await this.facts.calledIn(tx, slug)).event;
      const { plan, stalls, publication, prices } = await published(tx, id);
      const draft = await tx.findOneBy(PlanDraftEntity, { eventId: id });
      return {
        published: copyOf(plan),
        ...(publication === null ? {} : { publication: publicationResponse(publication) }),
        draft:
          draft === null
            ? { version: 0, plan: copyOf(plan) }
            : {
                ...{ version: draft.version, plan: copyOf(draft.content) },
                ...{ changedAt: draft.changedAt.toISOString(), changedBy: draft.changedBy },
              },
        live: stalls.flatMap(({ number, state }) => (state === null ? [] : [{ number, state }])),
        prices: {
          published: prices.published.map(priced),
          removed: prices.removed.map(priced),
          types: [...prices.types].map(([type, paise]) => ({ type, price: toRupees(paise) })),
        },
      };
    });
  }

  /** @throws DomainError event_not_found, event_archived, event_cancelled; plan_changed; invalid_request with the file's problems */
  async save(administrator: Administrator, slug: string, dto: SavePlanDto): Promise<SavedDraftResponse> {
    const { version } = dto;
    const { id } = await this.facts.stated(slug);
    const types = (await this.database.repository(StallTypeEntity).findBy({ eventId: id })).map(({ key }) => key);
    // Before the transaction: a large file must not keep a connection.
    const { plan, problems } = readPlan(dto.plan, dto.format, STANDARD_GROUND, { types });
    if (plan === undefined)
      throw new DomainError("invalid_request", {
        fields: { plan: problems.slice(0, MAX_SAID_PROBLEMS).map(fileProblemText) },
      });
    return this.database.transaction(async (tx) => {
      const { event, status } = await this.facts.calledIn(tx, slug);
      assertChangeable(status);
      const content = JSON.stringify(copyOf(plan));
      const [saved] = await rows<{ version: number; changedAt: Date }>(
        tx,
        version === 0
          ? `INSERT INTO plan_drafts (event_id, version, content, changed_by) VALUES ($1, $2 + 1, $3, $4)
             ON CONFLICT DO NOTHING RETURNING version, changed_at AS "changedAt"`
          : `UPDATE plan_drafts SET version = version + 1, content = $3, changed_by = $4, changed_at = clock_timestamp()
              WHERE event_id = $1 AND version = $2 RETURNING version, changed_at AS "changedAt"`,
        [event.id, version, content, administrator.username],
      );
      if (saved === undefined) throw new DomainError("plan_changed");
      return { version: saved.version, changedAt: saved.changedAt.toISOString() };
    });
  }

  /**
   * Publishes the draft of this version in one transaction, under the locks of the event's stalls. A stall that is retyped or
   * renumbered is removed and added: what was booked keeps the number and type that its payer saw.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled, event_announced; plan_changed, plan_unchanged;
   * plan_unpublishable and plan_stalls_taken with the problems
   */
  async publish(
    administrator: Administrator,
    slug: string,
    version: number,
    reason: string,
  ): Promise<PublishedPlanResponse> {
    const response = await this.operatorTransaction.run(administrator, async (tx) => {
      await lockEvents(tx);
      const { event, status } = await this.facts.calledIn(tx, slug);
      const eventId = event.id;
      assertChangeable(status);
      await lockStallsOf(tx, eventId);
      const before = await published(tx, eventId);
      // What is only announced has no sales window: its stalls would be on sale at once.
      if (status === "published" && before.stalls.length === 0) throw new DomainError("event_announced");
      const draft = await tx.findOneBy(PlanDraftEntity, { eventId });
      if (draft?.version !== version) throw new DomainError("plan_changed");
      const plan = draft.content;
      const changes = changesBetween(before.plan, plan);
      if (isUnchanged(changes)) throw new DomainError("plan_unchanged");
      rejectProblems(plan, before.types);
      const live = before.stalls.flatMap(({ number, state }) => (state === null ? [] : [{ number, state }]));
      const refused = conflictsOf(changes, live).map(conflictText);
      if (refused.length > 0) throw withProblems("plan_stalls_taken", refused);
      const { publication, priceChanges } = await this.apply(tx, { eventId, before, plan, changes, administrator });
      await tx.update(
        PlanDraftEntity,
        { eventId },
        { version: version + 1, changedAt: databaseNow, changedBy: administrator.username },
      );
      return {
        response: { ...publicationResponse(publication), priceChanges: priceChangesResponse(priceChanges) },
        audit: {
          ...{ action: "plan_published", subjectType: "event" as const, subjectId: String(eventId), reason },
          before: { publication: before.publication?.number ?? null, stalls: before.stalls.length },
          after: { publication: publication.number, ...countsOf(changes, plan), ...pricesAudited(priceChanges) },
        },
      };
    });
    // An event with its first stalls is no longer only announced.
    this.facts.invalidate();
    return response;
  }

  /** @throws DomainError event_not_found */
  async publications(slug: string): Promise<PlanPublicationResponse[]> {
    const { id } = await this.facts.resolve(slug, "administrator");
    const found = await this.database
      .repository(PlanPublicationEntity)
      .find({ where: { eventId: id }, order: { number: "DESC" } });
    return found.map(publicationResponse);
  }

  /** @throws DomainError event_not_found, plan_not_found */
  async publication(slug: string, number: number): Promise<DesignedPlanResponse["published"]> {
    const { id } = await this.facts.resolve(slug, "administrator");
    const isNumber = Number.isInteger(number) && number > 0 && number < 2 ** 31;
    const found = isNumber
      ? await this.database.repository(PlanPublicationEntity).findOneBy({ eventId: id, number })
      : null;
    if (found === null) throw new DomainError("plan_not_found");
    return copyOf(found.content);
  }

  /** Gives a new event, which has the types of another, the stalls and prices of its published plan. */
  async copy(tx: Tx, eventId: number, from: number): Promise<void> {
    await tx.query(COPY_STALLS, [eventId, from]);
    await tx.query(COPY_PUBLICATION, [eventId, from]);
    notifyPlanChanged(tx);
  }

  /** Deletes the stalls of a draft, none of which was ever booked. The rest of its plan goes with the event. */
  async removeStalls(tx: Tx, eventId: number): Promise<void> {
    await tx.query("DELETE FROM stalls WHERE event_id = (SELECT id FROM events WHERE id = $1 AND status = 'draft')", [
      eventId,
    ]);
    notifyPlanChanged(tx);
  }

  private async apply(
    tx: Tx,
    {
      eventId,
      before,
      plan,
      changes,
      administrator,
    }: {
      readonly eventId: number;
      readonly before: PublishedPlan;
      readonly plan: Plan;
      readonly changes: PlanChanges;
      readonly administrator: Administrator;
    },
  ): Promise<{ publication: PlanPublicationEntity; priceChanges: PriceChanges }> {
    const number = (before.publication?.number ?? 0) + 1;
    const { removed, renumbered, retyped } = changes;
    const gone = [...removed, ...renumbered.map(({ from }) => from), ...retyped.map((stall) => stall.number)];
    const { prices, changes: priceChanges } = pricesOf(plan, before.prices);
    const stalls = JSON.stringify(plan.stalls.map((stall) => ({ ...stall, price: prices.get(stall.number) })));
    await tx.query(REMOVE, [eventId, gone]);
    await tx.query(DRAW, [eventId, stalls, number]);
    await tx.query(ADD, [eventId, stalls, number]);
    await tx.insert(PlanPublicationEntity, {
      ...{ eventId, number, content: copyOf(plan), standardGround: isSameGround(plan, STANDARD_GROUND) },
      ...{ publishedBy: administrator.username, publishedAt: databaseNow },
    });
    notifyPlanChanged(tx);
    return { publication: await tx.findOneByOrFail(PlanPublicationEntity, { eventId, number }), priceChanges };
  }
}

async function published(tx: Tx, eventId: number): Promise<PublishedPlan> {
  const [publication = null] = await tx.find(PlanPublicationEntity, {
    where: { eventId },
    order: { number: "DESC" },
    take: 1,
  });
  const stalls = await rows<DrawnStall>(tx, STALLS, [eventId]);
  const { width, height, fixtures } = publication?.content ?? STANDARD_GROUND;
  const types = await tx.findBy(StallTypeEntity, { eventId });
  const prices = {
    published: stalls,
    removed: await rows<PricedStall>(tx, REMOVED, [eventId]),
    types: new Map(types.map(({ key, pricePaise }) => [key, pricePaise])),
  };
  return { plan: { width, height, fixtures, stalls: stalls.map(stallOf) }, stalls, types, publication, prices };
}

const priced = ({ pricePaise, ...stall }: PricedStall) => ({ ...stallOf(stall), price: toRupees(pricePaise) });

/** Most prices that an audit log entry names. */
const MAX_AUDITED_PRICES = 50;

/** Changes of prices for the audit log, in rupees. */
function pricesAudited({ kept, changed, gone }: PriceChanges): Readonly<Record<string, string | number>> {
  const texts = [
    ...changed.map(
      ({ number, fromPaise, toPaise }) => `${number}: ${formatPaise(fromPaise)} → ${formatPaise(toPaise)}`,
    ),
    ...gone.map(({ number, pricePaise }) => `${number}: ${formatPaise(pricePaise)} is gone`),
    ...kept.map(({ number, pricePaise }) => `${number} keeps ${formatPaise(pricePaise)}`),
  ];
  return texts.length === 0 ? {} : { prices: texts.slice(0, MAX_AUDITED_PRICES).join("; "), pricesCount: texts.length };
}

/** What a publication did to prices, in rupees. */
function priceChangesResponse({ kept, changed, gone }: PriceChanges): PriceChangesResponse {
  return {
    kept: kept.map(({ number, former, pricePaise }) => ({ number, former, price: toRupees(pricePaise) })),
    changed: changed.map(({ number, former, fromPaise, toPaise }) => ({
      ...{ number, former, from: toRupees(fromPaise), to: toRupees(toPaise) },
    })),
    gone: gone.map(({ number, pricePaise }) => ({ number, price: toRupees(pricePaise) })),
  };
}

const stallOf = ({ number, type, x, y, width, height, turn }: PlannedStall) => ({
  ...{ number, type, x, y, width, height, turn },
});

/** The plan's own fields, whatever else the object has. */
function copyOf({ width, height, stalls, fixtures }: Plan): DesignedPlanResponse["published"] {
  return {
    ...{ width, height, stalls: stalls.map(stallOf) },
    fixtures: fixtures.map((fixture) => ({
      ...{ kind: fixture.kind, text: fixture.text, x: fixture.x, y: fixture.y },
      ...{ width: fixture.width, height: fixture.height, turn: fixture.turn },
    })),
  };
}

const publicationResponse = (publication: PlanPublicationEntity) => {
  const { number, publishedAt, publishedBy, content } = publication;
  return {
    ...{ number, publishedAt: publishedAt.toISOString(), stalls: content.stalls.length },
    ...(publishedBy === null ? {} : { publishedBy }),
  } satisfies PlanPublicationResponse;
};

/** @throws DomainError plan_unpublishable */
function rejectProblems(plan: Plan, types: readonly StallTypeEntity[]): void {
  const problems = problemsOf(
    plan,
    types.map(({ key }) => key),
  );
  if (isPublishable(problems)) return;
  const errors = problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
  throw withProblems("plan_unpublishable", errors);
}

function withProblems(code: "plan_unpublishable" | "plan_stalls_taken", problems: readonly string[]): DomainError {
  return new DomainError(code, { problems }, [new DomainError(code).message, ...problems.slice(0, 10)].join(" "));
}

function countsOf({ added, removed, moved, retyped, renumbered, ground }: PlanChanges, { stalls }: Plan) {
  return {
    ...{ stalls: stalls.length, added: added.length, removed: removed.length, moved: moved.length },
    ...{ retyped: retyped.length, renumbered: renumbered.length, ground },
  };
}
