import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { RefundState } from "@sakhi/domain/payments/payment.states";
import { refundOutcome } from "@sakhi/domain/payments/settlement.rules";
import type { RefundFacts } from "@sakhi/workflows/payments/refund.activities";
import { AttentionService } from "../../attention/attention.service.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { OrderRecords } from "../orders/order-records.service.js";
import { PaymentProvider } from "../provider/payment-provider.js";
import type { ProviderRefund } from "../provider/payment-provider.js";
import { RefundsRepository } from "./refunds.repository.js";
import type { RefundRow } from "./refunds.repository.js";
import { paidFor } from "../orders/orders.types.js";

const TOO_MANY = 429;
const DUPLICATE = 409;

/** What is known of a refund now: how it stands, and the provider's words for it. */
interface RefundNews {
  readonly state: RefundState;
  readonly providerRefundId?: string;
  readonly providerStatus?: string;
}

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
    private readonly attention: AttentionService,
  ) {}

  /**
   * Asks the provider for a refund, unless it has it already. An answer that does not come leaves it `requested`.
   *
   * @throws DomainError not_found
   */
  async requestRefund(refundId: string): Promise<RefundFacts> {
    const refund = await this.require(refundId);
    if (refund.state !== "requested") return this.facts(refundId);
    const known = await this.read(refund);
    if (known === "unreachable") return this.facts(refundId);
    if (known !== undefined) return this.commit(refund, known);
    const answer = await this.provider.refund(refund, refund.idempotencyKey);
    switch (answer.kind) {
      case "done":
        return this.commit(refund, newsOf(answer.value));
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
  async look(refundId: string, within?: WithinRefund): Promise<RefundFacts | undefined> {
    const refund = await this.require(refundId);
    const known = await this.read(refund);
    if (known === "unreachable") return undefined;
    return this.commit(refund, known ?? { state: refund.state }, within);
  }

  /** As {@link look}, with the facts as we know them where the provider gives no answer. */
  async checkRefund(refundId: string): Promise<RefundFacts> {
    return (await this.look(refundId)) ?? this.facts(refundId);
  }

  /** Puts a refund that does not finish before the operator. */
  async reportStuckRefund(refundId: string): Promise<RefundFacts> {
    const { orderId } = await this.require(refundId);
    await this.database.transaction(async (tx) => {
      const { order, subject } = await this.records.lock(tx, orderId);
      const refund = await this.refunds.lock(tx, refundId);
      if (refund === undefined || refund.state === "succeeded" || refund.state === "failed") return;
      const { amountPaise, state } = refund;
      const isNew = await this.attention.raise(tx, {
        kind: "refund_stuck",
        subject: refundId,
        ...paidFor(order),
        facts: { orderId, amountPaise, state },
      });
      if (!isNew) return;
      const note = "refund_stuck";
      await subject.tell(tx, order.subjectId, { kind: "needs_attention", actor: "system", note });
    });
    return this.facts(refundId);
  }

  /** What the provider has: our refund, or a reversal of its own that covers it; undefined = neither. */
  private async read(refund: RefundRow): Promise<RefundNews | "unreachable" | undefined> {
    const answer = await this.provider.readRefunds(refund.orderId);
    if (answer.kind !== "done") return "unreachable";
    const own = answer.value.find((entry) => entry.refundId === refund.refundId);
    if (own !== undefined) return newsOf(own);
    // Another refund that a person decided gives back other money: only the provider's own reversals cover this one.
    const ours = await this.refunds.idsOf(refund.orderId);
    const others = answer.value.filter(
      (entry) => refundOutcome(entry.status) !== "failed" && !ours.includes(entry.refundId ?? ""),
    );
    const covered = others.reduce((sum, entry) => sum + entry.amountPaise, 0) >= refund.amountPaise;
    const last = others.at(-1);
    return covered && last !== undefined ? newsOf(last) : undefined;
  }

  private async commit(refund: RefundRow, news: RefundNews, within?: WithinRefund): Promise<RefundFacts> {
    await this.database.transaction(async (tx) => {
      const { order, subject } = await this.records.lock(tx, refund.orderId);
      const before = await this.refunds.lock(tx, refund.refundId);
      // What was learned before never goes back: "requested" says only that nothing new is known.
      const changed =
        before !== undefined &&
        news.state !== "requested" &&
        (await this.refunds.told(tx, refund.refundId, news));
      if (changed && (news.state === "succeeded" || news.state === "failed")) {
        await subject.tell(tx, order.subjectId, {
          kind: news.state === "succeeded" ? "refund_succeeded" : "refund_failed",
          actor: "provider",
          note: refund.refundId,
          detail: { amountPaise: refund.amountPaise },
        });
        await this.attention.gone(tx, "refund_stuck", refund.refundId);
        if (news.state === "failed") {
          await this.attention.raise(tx, {
            kind: "refund_failed",
            subject: refund.refundId,
            ...paidFor(order),
            facts: {
              orderId: refund.orderId,
              amountPaise: refund.amountPaise,
              providerStatus: news.providerStatus ?? "",
            },
          });
        }
      }
      await within?.(tx);
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

function newsOf(refund: ProviderRefund): RefundNews {
  return {
    state: refundOutcome(refund.status),
    providerRefundId: refund.providerRefundId,
    providerStatus: refund.status,
  };
}
