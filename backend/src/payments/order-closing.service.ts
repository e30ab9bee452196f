import { Injectable } from "@nestjs/common";
import { STUCK_CLOSING_MS, closingPause } from "@sakhi/domain/payments/closing.rules";
import { SETTLEMENT_OUTCOMES } from "@sakhi/domain/payments/consequences.rules";
import type { ClosingResult } from "@sakhi/workflows/payments/settlement.types";
import { Database } from "../platform/database/database.js";
import { OrdersRepository } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import type { SettlementTrigger } from "./payments.types.js";
import { PaymentProvider } from "./provider/payment-provider.js";
import { SettlementService, type SettlementResult } from "./settlement.service.js";

/** Interval between checks of an order that needs an operator, in ms. */
const OPERATOR_PAUSE_MS = 10 * 60 * 1000;

/**
 * Closes an order at the end of its payment window: reads it, terminates it, and marks it closed only once the provider's
 * status is final and no attempt is pending. Each call performs one step and returns when to check again.
 */
@Injectable()
export class OrderClosingService {
  constructor(
    private readonly database: Database,
    private readonly repository: OrdersRepository,
    private readonly orders: OrdersService,
    private readonly provider: PaymentProvider,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Performs one step towards closing an order whose window has ended or was ended early.
   *
   * @throws DomainError order_not_found
   */
  async closePaymentOrder(orderId: string, trigger: SettlementTrigger = "workflow"): Promise<ClosingResult> {
    const msLeft = await this.startClosing(orderId);
    if (msLeft > 0) return { step: "not_due", recheckInMs: msLeft };
    const ended = await this.ended(orderId);
    if (ended !== undefined) return { step: ended };

    let settled = await this.settlement.reconcile(orderId, { trigger, close: true });
    if (settled.facts.outcome === "open" && settled.providerStatus === "ACTIVE") {
      const response = await this.provider.terminate(orderId);
      if (response.kind === "unknown") return this.recheck(orderId, "unreachable");
      // A rejection means that it was paid or expired just now; the next reading shows which.
      settled = await this.settlement.reconcile(orderId, { trigger, close: true });
    }
    return this.decide(orderId, settled);
  }

  /** Marks the order as closing once its window has ended. @returns ms left, 0 when it is due */
  private async startClosing(orderId: string): Promise<number> {
    const order = await this.orders.require(orderId);
    if (order.state !== "open") return 0;
    const msLeft = await this.orders.msUntilWindowEnds(order);
    if (msLeft > 0) return msLeft;
    await this.database.transaction(async (tx) => {
      const { subject } = await this.orders.lock(tx, orderId);
      if (!(await this.repository.closing(tx, orderId, "system"))) return;
      await subject.record({ kind: "termination_requested", actor: "system", note: orderId });
    });
    return 0;
  }

  private async ended(orderId: string): Promise<"paid" | "closed" | undefined> {
    const { state } = await this.orders.require(orderId);
    switch (state) {
      case "paid":
        return "paid";
      case "closed":
      case "void":
      case "unsent":
        return "closed";
      case "open":
      case "closing":
        return undefined;
    }
  }

  private async decide(orderId: string, { facts, providerStatus }: SettlementResult): Promise<ClosingResult> {
    const { closing } = SETTLEMENT_OUTCOMES[facts.outcome];
    switch (closing) {
      case "paid":
      case "closed":
        return { step: closing };
      case "issue":
        return { step: "paid", recheckInMs: OPERATOR_PAUSE_MS };
      case "unreachable":
        return this.recheck(orderId, closing);
      case "open":
        return this.recheck(
          orderId,
          facts.pendingAttempts > 0 || providerStatus === undefined ? "attempt_pending" : "termination_requested",
        );
    }
  }

  /** Not final yet: schedules the next check and, after too long, raises an issue. The stall stays taken meanwhile. */
  private async recheck(orderId: string, step: ClosingResult["step"]): Promise<ClosingResult> {
    const ms = (await this.repository.msClosing(orderId)) ?? 0;
    if (ms > STUCK_CLOSING_MS) {
      await this.database.transaction(async (tx) => {
        const locked = await this.orders.lock(tx, orderId);
        if (locked.order.state !== "closing") return;
        const facts = { orderId, step };
        await this.orders.raiseIssue(tx, locked, { kind: "order_stuck_closing", subject: orderId, facts });
      });
    }
    return { step, recheckInMs: closingPause(ms) };
  }
}
