import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { disputeOutcome, replacesDispute, type SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import { disputeStage } from "@sakhi/domain/payments/dispute.stages";
import { IssuesService } from "../issues/issues.service.js";
import type { NewIssue } from "../issues/issues.types.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, readClock, type Tx } from "../platform/database/database.js";
import { OrdersService } from "./orders.service.js";
import { DisputeEntity } from "./payments.entities.js";
import { type LockedOrder, subjectIds } from "./payments.types.js";
import { PaymentProvider } from "./provider/payment-provider.js";

/** The order of a dispute. */
interface DisputedOrder {
  /** Undefined if the provider did not name it. */
  readonly orderId: string | undefined;
  /** Whether it is in our records. */
  readonly recorded: boolean;
}

/** An event about a recorded order whose kind this release does not know. */
interface UnknownEvent {
  readonly orderId: string;
  /** The provider's name of its type. */
  readonly event: string;
  /** Rupees, if the event has it. */
  readonly orderAmount: string | number | undefined;
}

/**
 * Disputes of payments: a payer's bank asks for her money back. Each is recorded with an issue until it is decided, and
 * what it withholds is not refunded (domain: dispute.rules.ts).
 */
@Injectable()
export class DisputesService {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly orders: OrdersService,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Records a dispute that a signed webhook reports, as the provider has it now if it answers.
   *
   * @param order its id, if it is known, and whether the order is recorded here
   */
  async report(dispute: SeenDispute, order: DisputedOrder): Promise<void> {
    const reports = [dispute, ...(order.orderId === undefined ? [] : await this.listed(order.orderId))];
    const newest = reports
      .filter(({ disputeId }) => disputeId === dispute.disputeId)
      .reduce((known, seen) => (replacesDispute(known, seen) ? seen : known));
    await this.record(newest, order);
  }

  /** Records an order's disputes as the provider has them. @returns them; none if the provider did not answer */
  async check(orderId: string): Promise<readonly SeenDispute[]> {
    const recorded = await this.orders.isRecorded(orderId);
    const listed = await this.listed(orderId);
    for (const dispute of listed) await this.record(dispute, { orderId, recorded });
    return listed;
  }

  /**
   * Records that an operator has sent the evidence on the provider's pages.
   *
   * @param note what was sent
   * @throws DomainError not_found, dispute_decided
   */
  async evidenceSent(tx: Tx, disputeId: string, { by, note }: { by: string; note: string }): Promise<DisputeEntity> {
    const found = await tx.findOne(DisputeEntity, { where: { disputeId }, lock: { mode: "pessimistic_write" } });
    if (found === null) throw new DomainError("not_found");
    if (found.outcome !== "open") throw new DomainError("dispute_decided");
    const evidenceSentAt = await readClock(tx);
    // The provider's clock may be ahead of ours; what was sent counts all the same until it says something new.
    const sentAt =
      found.providerUpdatedAt !== null && found.providerUpdatedAt > evidenceSentAt
        ? found.providerUpdatedAt
        : evidenceSentAt;
    const stage = disputeStage({
      ...{ status: found.status, respondBy: found.respondBy ?? undefined, evidenceSentAt: sentAt },
      updatedAt: found.providerUpdatedAt ?? undefined,
    });
    const change = { evidenceSentAt: sentAt, evidenceSentBy: by, evidenceNote: note, stage };
    await tx.update(DisputeEntity, { disputeId }, { ...change, updatedAt: databaseNow });
    await this.issues.addDetails(tx, "payment_disputed", disputeId, { evidence: "sent" });
    return found;
  }

  /** Raises an issue about an event of an unknown kind: money of the order may have moved in a way that is not recorded. */
  async reportUnknown({ orderId, event, orderAmount }: UnknownEvent): Promise<void> {
    const order = await this.orders.require(orderId);
    await this.database.transaction((tx) =>
      this.issues.raise(tx, {
        kind: "provider_event_unknown",
        subject: `${orderId}/${event}`,
        facts: {
          ...{ orderId, event },
          ...(typeof orderAmount === "number" ? { amountPaise: Math.round(orderAmount * 100) } : {}),
        },
        ...subjectIds(order),
      }),
    );
  }

  private async listed(orderId: string): Promise<readonly SeenDispute[]> {
    const response = await this.provider.readDisputes(orderId);
    return response.kind === "done" ? response.value : [];
  }

  private async record(seen: SeenDispute, { orderId, recorded }: DisputedOrder): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = recorded && orderId !== undefined ? await this.orders.lock(tx, orderId) : undefined;
      const { dispute, changed } = await save(tx, seen, orderId);
      await this.updateIssue(tx, dispute, { orderId, locked, changed });
    });
  }

  /** An issue stands until the dispute is won for a sale that stands, or an operator closes it. */
  private async updateIssue(
    tx: Tx,
    dispute: SeenDispute,
    { orderId, locked, changed }: { orderId: string | undefined; locked: LockedOrder | undefined; changed: boolean },
  ): Promise<void> {
    const { disputeId, status, amountPaise, respondBy, reasonCode } = dispute;
    const outcome = disputeOutcome(status);
    if (outcome === "won" && locked?.subject.status.kind === "sold") {
      await this.issues.closeIfOpen(tx, "payment_disputed", disputeId);
      return;
    }
    // A report that repeats what is known does not reopen what an operator has closed.
    if (!changed) return;
    const issue = {
      kind: "payment_disputed",
      subject: disputeId,
      facts: {
        ...(orderId === undefined ? {} : { orderId }),
        disputeId,
        amountPaise,
        theirStatus: status,
        ...(respondBy === undefined ? {} : { answerBy: indianMoment(respondBy, "minute") }),
        ...(reasonCode === undefined ? {} : { reasonCode }),
        outcome,
      },
    } as const satisfies NewIssue;
    await this.issues.addDetails(tx, issue.kind, disputeId, issue.facts);
    if (locked === undefined) await this.issues.raise(tx, issue);
    else await this.orders.raiseIssue(tx, locked, { ...issue, ...subjectIds(locked.order) });
  }
}

/** Records a report unless a newer one is recorded. @returns the dispute as recorded, and whether that is new */
async function save(
  tx: Tx,
  seen: SeenDispute,
  orderId: string | undefined,
): Promise<{ readonly dispute: SeenDispute; readonly changed: boolean }> {
  const { disputeId, status, updatedAt } = seen;
  const values = {
    orderId: orderId ?? null,
    paymentId: seen.paymentId ?? null,
    amountPaise: seen.amountPaise,
    status,
    outcome: disputeOutcome(status),
    respondBy: seen.respondBy ?? null,
    reasonCode: seen.reasonCode ?? null,
    providerUpdatedAt: updatedAt ?? null,
    stage: disputeStage({ status, respondBy: seen.respondBy, updatedAt, evidenceSentAt: undefined }),
  };
  const inserted = await tx
    .createQueryBuilder()
    .insert()
    .into(DisputeEntity)
    .values({ disputeId, ...values })
    .orIgnore()
    .returning("dispute_id")
    .execute();
  if ((inserted.raw as unknown[]).length > 0) return { dispute: seen, changed: true };
  const known = await tx.findOneOrFail(DisputeEntity, { where: { disputeId }, lock: { mode: "pessimistic_write" } });
  const recorded = {
    disputeId,
    paymentId: known.paymentId ?? undefined,
    amountPaise: known.amountPaise,
    status: known.status,
    respondBy: known.respondBy ?? undefined,
    reasonCode: known.reasonCode ?? undefined,
    updatedAt: known.providerUpdatedAt ?? undefined,
  };
  const repeated = known.status === status && known.providerUpdatedAt?.getTime() === updatedAt?.getTime();
  if (repeated || !replacesDispute(recorded, seen)) return { dispute: recorded, changed: false };
  // What a report leaves out stays known.
  const kept = {
    orderId: values.orderId ?? known.orderId,
    paymentId: values.paymentId ?? known.paymentId,
    respondBy: values.respondBy ?? known.respondBy,
    reasonCode: values.reasonCode ?? known.reasonCode,
    stage: disputeStage({
      ...{ status, updatedAt, respondBy: seen.respondBy ?? known.respondBy ?? undefined },
      evidenceSentAt: known.evidenceSentAt ?? undefined,
    }),
  };
  await tx.update(DisputeEntity, { disputeId }, { ...values, ...kept, updatedAt: databaseNow });
  return { dispute: seen, changed: true };
}
