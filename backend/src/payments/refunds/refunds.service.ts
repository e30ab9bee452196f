import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { refundOutcome } from "@sakhi/domain/payments/settlement.rules";
import type { RefundFacts } from "@sakhi/workflows/payments/refund.activities";
import { IssuesService } from "../../issues/issues.service.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { seenRefund } from "../orders/order-reading.service.js";
import { OrderRecords } from "../orders/order-records.service.js";
import { PaymentProvider } from "../provider/payment-provider.js";
import type { ProviderRefund } from "../provider/payment-provider.js";
import { ProviderRefunds } from "./provider-refunds.service.js";
import { RefundDecisions } from "./refund-decisions.service.js";
import { RefundEnds } from "./refund-ends.service.js";
import type { RefundEvent } from "./refund-ends.service.js";
import { RefundsRepository } from "./refunds.repository.js";
import type { RefundRow } from "./refunds.repository.js";
import { SaleCredits } from "./sale-credits.service.js";
import { paidFor } from "../orders/orders.types.js";

const TOO_MANY = 429;
const DUPLICATE = 409;

/** Committed with what is learned of a refund, e.g. a webhook's "handled" mark. */
export type WithinRefund = (tx: Tx) => Promise<void>;

/**
 * Seeing a decided refund through. The provider is always read first: it may have given the money back by itself,
 * or have taken an earlier request of ours whose answer was lost.
 */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: Database,
    private readonly refunds: RefundsRepository,
    private readonly records: OrderRecords,
    private readonly provider: PaymentProvider,
    private readonly issues: IssuesService,
    private readonly ends: RefundEnds,
    private readonly elsewhere: ProviderRefunds,
    private readonly decisions: RefundDecisions,
    private readonly credits: SaleCredits,
  ) {}

  /**
   * Asks the provider for a refund, unless it has it already. An answer that does not come leaves it `requested`.
   *
   * @throws DomainError not_found
   */
  async requestRefund(refundId: string): Promise<RefundFacts> {
    const before = await this.require(refundId);
    if (before.state !== "requested") return this.facts(refundId);
    if (!(await this.read(before))) return this.facts(refundId);
    // The provider has it already, has given the money back by itself, or has given back a part of it.
    const refund = await this.require(refundId);
    if (refund.state !== "requested") return this.facts(refundId);
    const answer = await this.provider.refund(refund, refund.idempotencyKey);
    switch (answer.kind) {
      case "done":
        return this.commit(refund, eventOf(answer.value));
      case "refused":
        // Taken already, or too many at once: the next look reads it, or asks again.
        if (answer.status === DUPLICATE) return this.facts(refundId);
        if (answer.status === TOO_MANY) {
          await this.refunds.renewKey(refundId);
          return this.facts(refundId);
        }
        return this.commit(refund, {
          state: "failed",
          providerStatus: `${answer.status} ${answer.code}`.trim(),
        });
      case "unknown":
        // A key the provider failed on would be answered with the same failure for ever.
        if (answer.why === "server_error") await this.refunds.renewKey(refundId);
        return this.facts(refundId);
    }
  }

  /**
   * Reads the refund at the provider and commits what follows.
   *
   * @returns undefined when the provider gave no answer; then `within` has not run
   * @throws DomainError not_found
   */
  async check(refundId: string, within?: WithinRefund): Promise<RefundFacts | undefined> {
    const refund = await this.require(refundId);
    return (await this.read(refund, within)) ? this.facts(refundId) : undefined;
  }

  /** As {@link look}, with the facts as we know them where the provider gives no answer. */
  async checkRefund(refundId: string): Promise<RefundFacts> {
    return (await this.check(refundId)) ?? this.facts(refundId);
  }

  /** Puts a refund that does not finish before the operator. */
  async reportStuckRefund(refundId: string): Promise<RefundFacts> {
    const { orderId } = await this.require(refundId);
    await this.database.transaction(async (tx) => {
      const { order, subject } = await this.records.lock(tx, orderId);
      const refund = await this.refunds.lock(tx, refundId);
      if (refund === undefined || refund.state === "succeeded" || refund.state === "failed") return;
      const { amountPaise, state } = refund;
      const isNew = await this.issues.raise(tx, {
        kind: "refund_stuck",
        subject: refundId,
        ...paidFor(order),
        facts: { orderId, amountPaise, state },
      });
      if (!isNew) return;
      const note = "refund_stuck";
      await subject.record(tx, order.subjectId, { kind: "issue_raised", actor: "system", note });
    });
    return this.facts(refundId);
  }

  /**
   * Reads the order's refunds at the provider and records what they say of this one and of all others.
   *
   * @returns whether the provider gave an answer
   */
  private async read(refund: RefundRow, within?: WithinRefund): Promise<boolean> {
    const { orderId, refundId } = refund;
    const answer = await this.provider.readRefunds(orderId);
    if (answer.kind !== "done") return false;
    const own = answer.value.find((entry) => entry.refundId === refundId);
    await this.database.transaction(async (tx) => {
      const locked = await this.records.lock(tx, orderId);
      if (own !== undefined) await this.ends.record(tx, locked, refundId, eventOf(own));
      await this.elsewhere.observe(tx, locked, answer.value.map(seenRefund));
      if (locked.order.soldPaymentId !== null) {
        await this.decisions.returnSurplus(tx, locked);
        await this.credits.ofProvider(tx, locked);
      }
      await within?.(tx);
    });
    return true;
  }

  private async commit(refund: RefundRow, publisher: RefundEvent): Promise<RefundFacts> {
    await this.database.transaction(async (tx) => {
      await this.ends.record(tx, await this.records.lock(tx, refund.orderId), refund.refundId, publisher);
    });
    return this.facts(refund.refundId);
  }

  private async facts(refundId: string): Promise<RefundFacts> {
    const refund = await this.require(refundId);
    const [clock] = await this.database.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    return { state: refund.state, at: (clock?.at ?? new Date()).toISOString() };
  }

  private async require(refundId: string): Promise<RefundRow> {
    const refund = await this.refunds.find(refundId);
    if (refund === undefined) throw new DomainError("not_found");
    return refund;
  }
}

function eventOf(refund: ProviderRefund): RefundEvent {
  return {
    state: refundOutcome(refund.status),
    providerRefundId: refund.providerRefundId,
    providerStatus: refund.status,
  };
}
