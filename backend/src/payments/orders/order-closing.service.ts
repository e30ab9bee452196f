import { Injectable } from "@nestjs/common";
import { STUCK_CLOSING_MS, closingPause } from "@sakhi/domain/payments/closing.rules";
import type { ClosingFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { IssuesService } from "../../issues/issues.service.js";
import { Database } from "../../platform/database/database.js";
import { OrderRecords } from "./order-records.service.js";
import { PaymentProvider } from "../provider/payment-provider.js";
import { Settlement } from "../settlement/settlement.service.js";
import type { SettlementCheck, SettlementTrigger } from "../settlement/settlement.types.js";
import { paidFor } from "./orders.types.js";

/** An order that waits for an operator is looked at again after this long, in milliseconds. */
const OPERATOR_PAUSE_MS = 10 * 60 * 1000;

/**
 * The end of the time to pay (architecture section 4, step 6): read, terminate, wait until the provider's word is
 * final and no attempt is under way, and only then call the order closed. Each call is one step; the facts say when
 * to look again.
 */
@Injectable()
export class OrderClosing {
  constructor(
    private readonly database: Database,
    private readonly records: OrderRecords,
    private readonly provider: PaymentProvider,
    private readonly settlement: Settlement,
    private readonly issues: IssuesService,
  ) {}

  /**
   * One step towards closing an order whose window is over, or whose visitor has turned away.
   *
   * @throws DomainError order_not_found
   */
  async closePaymentOrder(orderId: string, trigger: SettlementTrigger = "workflow"): Promise<ClosingFacts> {
    const msLeft = await this.begin(orderId);
    if (msLeft > 0) return this.facts("not_due", { recheckInMs: msLeft });
    const ended = await this.ended(orderId);
    if (ended !== undefined) return ended;

    let check = await this.settlement.check(orderId, { trigger, close: true });
    if (check.facts.outcome === "open" && check.providerStatus === "ACTIVE") {
      const answer = await this.provider.terminate(orderId);
      if (answer.kind === "unknown") return this.again(orderId, "unreachable");
      // Refused means paid or expired in this moment; either way the next look tells.
      check = await this.settlement.check(orderId, { trigger, close: true });
    }
    return this.check(orderId, check);
  }

  /** Marks the order as closing when its time is over. @returns milliseconds left, 0 when it is due */
  private async begin(orderId: string): Promise<number> {
    const { order, subject } = await this.records.find(orderId);
    if (order.state !== "open") return 0;
    const msLeft = await subject.msUntilWindowEnds(order.subjectId);
    if (msLeft > 0) return msLeft;
    await this.database.transaction(async (tx) => {
      const locked = await this.records.lock(tx, orderId);
      if (!(await this.records.orders.closing(tx, orderId, "system"))) return;
      await locked.subject.record(tx, locked.order.subjectId, {
        kind: "termination_requested",
        actor: "system",
        note: orderId,
      });
    });
    return 0;
  }

  private async ended(orderId: string): Promise<ClosingFacts | undefined> {
    const { order } = await this.records.find(orderId);
    switch (order.state) {
      case "paid":
        return this.facts("paid");
      case "closed":
      case "void":
      case "unsent":
        return this.facts("closed");
      case "open":
      case "closing":
        return undefined;
    }
  }

  private async check(orderId: string, { facts, providerStatus }: SettlementCheck): Promise<ClosingFacts> {
    switch (facts.outcome) {
      case "sold":
      case "offered":
      case "refunding":
        return this.facts("paid");
      case "issue":
        return this.facts("paid", { recheckInMs: OPERATOR_PAUSE_MS });
      case "unpaid":
      case "not_opened":
        return this.facts("closed");
      case "unreachable":
        return this.again(orderId, "unreachable");
      case "open":
        return this.again(
          orderId,
          facts.pendingAttempts > 0 || providerStatus === undefined
            ? "attempt_pending"
            : "termination_requested",
        );
    }
  }

  /** Not final yet: look again, and put it before the operator when it takes too long. It is never released so. */
  private async again(orderId: string, step: ClosingFacts["step"]): Promise<ClosingFacts> {
    const ms = (await this.records.orders.msClosing(orderId)) ?? 0;
    if (ms > STUCK_CLOSING_MS) await this.reportStuck(orderId, step);
    return this.facts(step, { recheckInMs: closingPause(ms) });
  }

  private async reportStuck(orderId: string, step: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { order, subject } = await this.records.lock(tx, orderId);
      if (order.state !== "closing") return;
      const isNew = await this.issues.raise(tx, {
        kind: "order_stuck_closing",
        subject: orderId,
        ...paidFor(order),
        facts: { orderId, step },
      });
      if (!isNew) return;
      await subject.record(tx, order.subjectId, {
        kind: "issue_raised",
        actor: "system",
        note: "order_stuck_closing",
      });
    });
  }

  private async facts(
    step: ClosingFacts["step"],
    more: { recheckInMs?: number } = {},
  ): Promise<ClosingFacts> {
    const [clock] = await this.database.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    return { step, at: (clock?.at ?? new Date()).toISOString(), ...more };
  }
}
