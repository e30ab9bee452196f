import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import type { RefundStep } from "@sakhi/workflows/payments/refund.activities";
import { REFUND_WAITS, refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { Database, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { CALLS_AT_ONCE, countSuccessful } from "../platform/loops/count-successful.js";
import { OrdersService } from "./orders.service.js";
import { RefundEntity } from "./payments.entities.js";
import { PaymentsRepository } from "./payments.repository.js";
import { PaymentProvider, type ProviderRefund, seenRefund, TOO_MANY } from "./provider/payment-provider.js";
import { RefundRecordsService } from "./refund-records.service.js";
import type { AdminRefundResponse } from "./refund.response.js";
import { type LostRefund, RefundsRepository, type RefundRow } from "./refunds.repository.js";

/** Like {@link TOO_MANY}, rejects the request, not the refund; the provider replays both to the same key forever. */
const KEY_REUSED = 422;
/** The provider's error code when it has a refund of this id from a different request body. */
const ID_EXISTS = "refund_id_already_exists";

/** Age in ms after which the sweep requests a refund that is still `requested`. */
const UNREQUESTED_MS = 60_000;
/** Time in ms without an update after which the sweep reads a pending refund. */
const STALE_MS = 6 * 3600 * 1000;
const STUCK_MS = STUCK_REFUND_DAYS * 24 * 3600 * 1000;

/**
 * Carries out decided refunds. Reads the provider before each request: it may have refunded the money itself, or have
 * accepted an earlier request whose response was lost.
 */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: Database,
    private readonly repository: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly refundRecords: RefundRecordsService,
  ) {}

  /** The refunds of all orders of a booking or an application, oldest first. */
  async ofSubject(type: "booking" | "application", id: string): Promise<AdminRefundResponse[]> {
    const found = await this.database.read(
      RefundEntity,
      `SELECT r.* FROM refunds r JOIN orders o USING (order_id)
        WHERE o.subject_type = $1 AND coalesce(r.booking_id, o.subject_id) = $2 ORDER BY r.created_at, r.refund_id`,
      [type, id],
    );
    return found.map(
      ({ refundId, orderId, amountPaise, reason, state, providerStatus, bankReference, byHand, ...times }) =>
        toResponse({
          ...{
            id: refundId,
            orderId,
            amount: toRupees(amountPaise),
            reason,
            state,
            providerStatus,
            bankReference,
            byHand,
          },
          ...{ createdAt: times.createdAt, endedAt: times.endedAt },
        }),
    );
  }

  /**
   * Records a lost refund again. It was requested: its result is read from the provider. The caller has locked the order.
   */
  restore(tx: Tx, refund: LostRefund): Promise<void> {
    return this.repository.restore(tx, refund);
  }

  /** True if the refund is recorded here. */
  async exists(refundId: string): Promise<boolean> {
    return (await this.repository.find(refundId)) !== undefined;
  }

  /**
   * Requests a refund from the provider unless the provider has it already. Without a response it stays `requested`.
   *
   * @throws DomainError not_found
   */
  async requestRefund(refundId: string): Promise<RefundStep> {
    const before = await this.require(refundId);
    if (before.state !== "requested" || !(await this.reconcile(refundId))) return this.facts(refundId);
    // Reconciling may have found the refund, or a full or partial refund made by the provider itself.
    const refund = await this.require(refundId);
    if (refund.state !== "requested") return this.facts(refundId);
    const response = await this.provider.refund(refund, refund.idempotencyKey);
    switch (response.kind) {
      case "done":
        await this.record(refund.orderId, [response.value]);
        return this.facts(refundId);
      case "refused":
        if (response.status === TOO_MANY || response.status === KEY_REUSED) {
          await this.repository.renewKey(refundId);
          return this.facts(refundId);
        }
        return this.refused(refund, response);
      case "unknown":
        // The provider would replay the failure to this key forever.
        if (response.why === "server_error") await this.repository.renewKey(refundId);
        return this.facts(refundId);
    }
  }

  /**
   * Reads the order's refunds at the provider and commits the result.
   *
   * @param alsoInTransaction runs in the same transaction, e.g. to mark a webhook as handled
   * @returns false when the provider did not respond; `alsoInTransaction` has not run then
   * @throws DomainError not_found
   */
  async reconcile(refundId: string, alsoInTransaction?: (tx: Tx) => Promise<void>): Promise<boolean> {
    const { orderId } = await this.require(refundId);
    const response = await this.provider.readRefunds(orderId);
    if (response.kind === "done") await this.record(orderId, response.value, alsoInTransaction);
    return response.kind === "done";
  }

  /** Does what {@link reconcile} does. @returns the refund's state afterwards */
  async checkRefund(refundId: string): Promise<RefundStep> {
    await this.reconcile(refundId);
    return this.facts(refundId);
  }

  /** Raises an issue about an unfinished refund. */
  async reportStuckRefund(refundId: string): Promise<void> {
    const { orderId } = await this.require(refundId);
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, orderId);
      const refund = await this.repository.lock(tx, refundId);
      if (refund === undefined || refund.state === "succeeded" || refund.state === "failed") return;
      const facts = { orderId, amountPaise: refund.amountPaise, state: refund.state };
      await this.orders.raiseIssue(tx, locked, { kind: "refund_stuck", subject: refundId, facts }, refund.bookingId);
    });
  }

  /** For the sweep: orders with a surplus payment that has no refund. The caller settles each again. */
  ordersWithSurplus(limit: number): Promise<string[]> {
    return this.payments.ordersWithSurplus(limit);
  }

  /** For the sweep: requests, reads or reports refunds that make no progress. @returns how many changed state */
  async recover(limit: number): Promise<number> {
    const unrequested = await this.repository.stale("requested", UNREQUESTED_MS, limit);
    const stale = await this.repository.stale("pending", STALE_MS, limit);
    const stuck = await this.repository.unfinishedFor(STUCK_MS, limit);
    return countSuccessful(
      [
        ...unrequested.map((id) => async () => (await this.requestRefund(id)).state !== "requested"),
        ...stale.map((id) => async () => (await this.checkRefund(id)).state !== "pending"),
        ...stuck.map((id) => () => this.reportStuckRefund(id).then(() => false)),
      ],
      (step) => step(),
      CALLS_AT_ONCE,
    );
  }

  /** For the sweep: workflow id → refund id of unfinished refunds older than `ageSeconds`, until the workflow leaves them. */
  async workflows(limit: number, ageSeconds = UNREQUESTED_MS / 1000): Promise<Map<string, string>> {
    const ids = await this.repository.unfinishedFor(ageSeconds * 1000, limit, REFUND_WAITS.watchForMs);
    return new Map(ids.map((refundId) => [refundWorkflowId(refundId), refundId]));
  }

  /** Starts the workflow of a refund whose workflow is missing. */
  async restart(refundId: string): Promise<void> {
    const refund = await this.repository.find(refundId);
    if (refund === undefined) return;
    await this.database.transaction((tx) => this.refundRecords.startWorkflow(tx, refund, true));
  }

  /** Records the provider's list of an order's refunds, with all effects. */
  private async record(
    orderId: string,
    refunds: readonly ProviderRefund[],
    alsoInTransaction?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, orderId);
      await this.refundRecords.observe(tx, locked, refunds.map(seenRefund));
      if (locked.order.soldPaymentId !== null) {
        await this.refundRecords.returnSurplus(tx, locked);
        await this.refundRecords.creditProviderRefunds(tx, locked);
      }
      await alsoInTransaction?.(tx);
    });
  }

  /**
   * Marks a rejected refund as failed, unless the provider has it after all: its list lags some seconds behind. If the list
   * cannot be read, the next check retries.
   */
  private async refused(refund: RefundRow, { status, code }: { status: number; code: string }): Promise<RefundStep> {
    const { orderId, refundId } = refund;
    if (!(await this.reconcile(refundId)) || code === ID_EXISTS) return this.facts(refundId);
    if ((await this.require(refundId)).state !== "requested") return this.facts(refundId);
    const update = { state: "failed", providerStatus: `${status} ${code}`.trim() } as const;
    await this.database.transaction(async (tx) => {
      await this.refundRecords.update(tx, await this.orders.lock(tx, orderId), refundId, update);
    });
    return this.facts(refundId);
  }

  private async facts(refundId: string): Promise<RefundStep> {
    const { state } = await this.require(refundId);
    return { state };
  }

  private async require(refundId: string): Promise<RefundRow> {
    const refund = await this.repository.find(refundId);
    if (refund === undefined) throw new DomainError("not_found");
    return refund;
  }
}
