import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { RefundFacts } from "@sakhi/workflows/payments/refund.activities";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { Database, type Tx } from "../platform/database/database.js";
import { sumEach } from "../platform/loops/sum-each.js";
import { OrdersService } from "./orders.service.js";
import { PaymentsRepository } from "./payments.repository.js";
import { PaymentProvider, type ProviderRefund, seenRefund } from "./provider/payment-provider.js";
import { RefundRecordsService } from "./refund-records.service.js";
import { RefundsRepository, type RefundRow } from "./refunds.repository.js";

/** Statuses that reject the request and say nothing of the refund; replayed to the same key forever. */
const TOO_MANY = 429;
const KEY_REUSED = 422;
/** The provider's code where it has a refund of this id, asked for by another body. */
const ID_EXISTS = "refund_id_already_exists";

/** A refund whose request has not gone out after this long is requested by the recovery, in milliseconds. */
const UNREQUESTED_MS = 60_000;
/** A refund of which nothing has been heard for this long is read by the recovery. */
const UNHEARD_MS = 6 * 3600 * 1000;
/** A refund that is not finished after this long needs a person: banks take 5 to 10 working days. */
const STUCK_MS = 14 * 24 * 3600 * 1000;

/**
 * Sees decided refunds through. The provider is always read first: it may have refunded the money by itself, or have
 * taken an earlier request of ours whose answer was lost.
 */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: Database,
    private readonly repository: RefundsRepository,
    private readonly payments: PaymentsRepository,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly records: RefundRecordsService,
  ) {}

  /** Whether this is a refund of ours. */
  async exists(refundId: string): Promise<boolean> {
    return (await this.repository.find(refundId)) !== undefined;
  }

  /**
   * Requests a refund from the provider, unless it has it already. An answer that does not come leaves it `requested`.
   *
   * @throws DomainError not_found
   */
  async requestRefund(refundId: string): Promise<RefundFacts> {
    const before = await this.require(refundId);
    if (before.state !== "requested" || !(await this.reconcile(refundId))) return this.facts(refundId);
    // The provider may have it already, or have refunded the money, or a part of it, by itself.
    const refund = await this.require(refundId);
    if (refund.state !== "requested") return this.facts(refundId);
    const answer = await this.provider.refund(refund, refund.idempotencyKey);
    switch (answer.kind) {
      case "done":
        await this.record(refund.orderId, [answer.value]);
        return this.facts(refundId);
      case "refused":
        if (answer.status === TOO_MANY || answer.status === KEY_REUSED) {
          await this.repository.renewKey(refundId);
          return this.facts(refundId);
        }
        return this.refused(refund, answer);
      case "unknown":
        // A key the provider failed on would be answered with the same failure forever.
        if (answer.why === "server_error") await this.repository.renewKey(refundId);
        return this.facts(refundId);
    }
  }

  /**
   * Reads the refunds of the refund's order at the provider and commits what follows.
   *
   * @param within committed with it, e.g. a webhook's "handled" mark
   * @returns whether the provider gave an answer; without one, `within` has not run
   * @throws DomainError not_found
   */
  async reconcile(refundId: string, within?: (tx: Tx) => Promise<void>): Promise<boolean> {
    const { orderId } = await this.require(refundId);
    const answer = await this.provider.readRefunds(orderId);
    if (answer.kind === "done") await this.record(orderId, answer.value, within);
    return answer.kind === "done";
  }

  /** As {@link reconcile}. @returns the refund as we know it then */
  async checkRefund(refundId: string): Promise<RefundFacts> {
    await this.reconcile(refundId);
    return this.facts(refundId);
  }

  /** Raises an issue about a refund that does not finish. */
  async reportStuckRefund(refundId: string): Promise<void> {
    const { orderId } = await this.require(refundId);
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, orderId);
      const refund = await this.repository.lock(tx, refundId);
      if (refund === undefined || refund.state === "succeeded" || refund.state === "failed") return;
      const facts = { orderId, amountPaise: refund.amountPaise, state: refund.state };
      await this.orders.raiseIssue(tx, locked, { kind: "refund_stuck", subject: refundId, facts, once: true });
    });
  }

  /** For the recovery: orders with a payment too many of which nothing was decided. Each should be settled once more. */
  ordersWithSurplus(limit: number): Promise<string[]> {
    return this.payments.ordersWithSurplus(limit);
  }

  /** For the recovery: requests, reads or reports refunds that nobody seems to see through. @returns how many moved */
  async recover(limit: number): Promise<number> {
    const unrequested = await this.repository.silent("requested", UNREQUESTED_MS, limit);
    const unheard = await this.repository.silent("pending", UNHEARD_MS, limit);
    const stuck = await this.repository.unfinishedFor(STUCK_MS, limit);
    return sumEach(
      [
        ...unrequested.map((id) => async () => (await this.requestRefund(id)).state !== "requested"),
        ...unheard.map((id) => async () => (await this.checkRefund(id)).state !== "pending"),
        ...stuck.map((id) => () => this.reportStuckRefund(id).then(() => false)),
      ],
      (step) => step(),
    );
  }

  /** For the recovery: workflow id → refund, for refunds that are not finished and have existed for a while. */
  async workflows(limit: number, ageSeconds = UNREQUESTED_MS / 1000): Promise<Map<string, string>> {
    const ids = await this.repository.unfinishedFor(ageSeconds * 1000, limit);
    return new Map(ids.map((refundId) => [refundWorkflowId(refundId), refundId]));
  }

  /** Starts the workflow of a refund that has none. */
  async restart(refundId: string): Promise<void> {
    const refund = await this.repository.find(refundId);
    if (refund === undefined) return;
    await this.database.transaction((tx) => this.records.startWorkflow(tx, refund, true));
  }

  /** Records what the provider says of an order's refunds, with what follows. */
  private async record(
    orderId: string,
    refunds: readonly ProviderRefund[],
    within?: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, orderId);
      await this.records.observe(tx, locked, refunds.map(seenRefund));
      if (locked.order.soldPaymentId !== null) {
        await this.records.returnSurplus(tx, locked);
        await this.records.creditProviderRefunds(tx, locked);
      }
      await within?.(tx);
    });
  }

  /**
   * The provider refuses it for good, unless it has it: what it lists lags some seconds behind what it has done. Without
   * an answer to that, the next check asks again.
   */
  private async refused(refund: RefundRow, { status, code }: { status: number; code: string }): Promise<RefundFacts> {
    const { orderId, refundId } = refund;
    if (!(await this.reconcile(refundId)) || code === ID_EXISTS) return this.facts(refundId);
    if ((await this.require(refundId)).state !== "requested") return this.facts(refundId);
    const update = { state: "failed", providerStatus: `${status} ${code}`.trim() } as const;
    await this.database.transaction(async (tx) => {
      await this.records.update(tx, await this.orders.lock(tx, orderId), refundId, update);
    });
    return this.facts(refundId);
  }

  private async facts(refundId: string): Promise<RefundFacts> {
    const { state } = await this.require(refundId);
    return { state };
  }

  private async require(refundId: string): Promise<RefundRow> {
    const refund = await this.repository.find(refundId);
    if (refund === undefined) throw new DomainError("not_found");
    return refund;
  }
}
