import { Injectable } from "@nestjs/common";
import { balanceOf, isReturned } from "@sakhi/domain/payments/refundable.rules";
import type { OrderLedger } from "@sakhi/domain/payments/refundable.rules";
import {
  UNKNOWN_ATTEMPT_MS,
  firstSuccess,
  decideSettlement,
  pendingPayments,
} from "@sakhi/domain/payments/settlement.rules";
import type { SettlementDecision } from "@sakhi/domain/payments/settlement.rules";
import type { SettlementFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { Database, rows } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { AttemptsRepository } from "../orders/attempts.repository.js";
import type { AttemptRow } from "../orders/attempts.repository.js";
import { OrderReader, seenOrder } from "../orders/order-reading.service.js";
import type { OrderReading } from "../orders/order-reading.service.js";
import { OrderRecords } from "../orders/order-records.service.js";
import type { LockedOrder } from "../orders/order-records.service.js";
import { SettlementEffects } from "./settlement.effects.js";
import type { SettlementCheck, SettlementOptions, SettlementTrigger } from "./settlement.types.js";

type Reading = Exclude<OrderReading, { kind: "unreachable" }>;

/** How often a look is begun anew because the order changed between the asking and the locks. */
const MAX_CHECKS = 5;

/**
 * The one way to settle (architecture section 3): asks the provider outside any transaction, then commits what
 * follows in one, idempotently. Workflow, webhook inbox, return page and sweep all come here, and nothing else
 * changes money.
 */
@Injectable()
export class Settlement {
  constructor(
    private readonly database: Database,
    private readonly records: OrderRecords,
    private readonly attempts: AttemptsRepository,
    private readonly reader: OrderReader,
    private readonly effects: SettlementEffects,
  ) {}

  /**
   * Asks the provider about an order and commits what follows.
   *
   * @throws DomainError order_not_found
   */
  async settleOrder(orderId: string, trigger: SettlementTrigger): Promise<SettlementFacts> {
    return (await this.check(orderId, { trigger })).facts;
  }

  /** As {@link settleOrder}, for those who need to know or commit more. */
  async check(orderId: string, options: SettlementOptions): Promise<SettlementCheck> {
    for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
      const { order } = await this.records.find(orderId);
      const attempt = await this.attempts.newest(orderId);
      if (attempt === undefined) return this.neverAsked(options);
      await this.records.orders.asked(orderId);
      const { refunds = options.trigger === "operator" } = options;
      const reading = await this.reader.read(orderId, refunds || mayBeLate(order.state));
      if (reading.kind === "unreachable") return { facts: await this.facts("unreachable", 0) };
      const check = await this.database.transaction((tx) =>
        this.commit(tx, orderId, attempt, reading, options),
      );
      if (check !== undefined) return check;
    }
    // Something changes it faster than the provider answers: whoever asked looks again.
    return { facts: await this.facts("unreachable", 0) };
  }

  /** @returns undefined when the reading no longer fits what is locked now */
  private async commit(
    tx: Tx,
    orderId: string,
    attempt: AttemptRow,
    reading: Reading,
    options: SettlementOptions,
  ): Promise<SettlementCheck | undefined> {
    let locked = await this.records.lock(tx, orderId, options.chosenStallId);
    if (reading.kind === "found" && reading.refunds === undefined && mayBeLate(locked.order.state)) {
      return undefined;
    }
    const newest = await this.attempts.newest(orderId, tx);
    // A new attempt was begun since we asked: the reading says nothing about it.
    if (newest === undefined || newest.id !== attempt.id) return undefined;
    const opening = await this.effects.opening(tx, locked, newest, reading);
    if (opening === "conflict") {
      await options.within?.(tx);
      return { facts: await this.facts("issue", 0, tx), providerStatus: statusOf(reading) };
    }
    if (opening === "ended") {
      await options.within?.(tx);
      return { facts: await this.facts("not_opened", 0, tx), providerStatus: statusOf(reading) };
    }
    if (opening === "accepted") locked = await this.records.lock(tx, orderId, options.chosenStallId);

    const seen = seenOrder(reading);
    const found = reading.kind === "found" ? reading : { payments: [], refunds: undefined };
    const ledger = await this.effects.observe(tx, locked, found.payments, found.refunds, options);
    const decision = decideSettlement({
      order: {
        state: locked.order.state,
        amountPaise: locked.order.amountPaise,
        currency: locked.order.currency,
        accepted: await this.attempts.wasAccepted(tx, orderId),
        openingUnderWay: isUnderWay(newest, options.trigger),
        refundDecided: isReturned(ledger),
        refundedPaise: backOf(ledger, firstSuccess(seen)?.paymentId),
      },
      seen,
      subject: locked.status,
    });
    await this.effects.apply(tx, { locked, attempt: newest, decision, options });
    await options.within?.(tx);
    return {
      facts: {
        ...(await this.facts(outcomeOf(decision, locked), pendingPayments(seen), tx)),
        ...(await offerFacts(tx, decision, locked)),
      },
      providerStatus: statusOf(reading),
    };
  }

  /** The provider was never told of it, so it has nothing to say. */
  private async neverAsked({ within }: SettlementOptions): Promise<SettlementCheck> {
    if (within !== undefined) await this.database.transaction(within);
    return { facts: await this.facts("not_opened", 0) };
  }

  private async facts(
    outcome: SettlementFacts["outcome"],
    pendingAttempts: number,
    tx?: Tx,
  ): Promise<SettlementFacts> {
    const clock = "SELECT clock_timestamp() AS at";
    const [found] =
      tx === undefined ? await this.database.query<{ at: Date }>(clock) : await rows<{ at: Date }>(tx, clock);
    return { outcome, at: (found?.at ?? new Date()).toISOString(), pendingAttempts };
  }
}

/** What has gone back of one payment, by its id: the reading and our books may put two of one second in another order. */
function backOf(ledger: OrderLedger, paymentId: string | undefined): number {
  const payment = balanceOf(ledger).payments.find((each) => each.paymentId === paymentId);
  return payment === undefined ? 0 : payment.paise - payment.leftPaise;
}

/** Money on such an order comes after its subject was given up: what has gone back already matters. */
function mayBeLate(state: LockedOrder["order"]["state"]): boolean {
  return state === "closed" || state === "void";
}

/**
 * Whether a 404 may only mean "not yet". A visitor who tries again cannot be let wait: should the first request
 * still arrive, the second one is told so by the provider and takes over its order.
 */
function isUnderWay(attempt: AttemptRow, trigger: SettlementTrigger): boolean {
  if (attempt.ageMs >= UNKNOWN_ATTEMPT_MS) return false;
  return attempt.state === "creating" || (attempt.state === "unknown" && trigger !== "initiate");
}

function statusOf(reading: Reading): string | undefined {
  return reading.kind === "found" ? reading.order.status : undefined;
}

/** How long another stall can still be chosen, where one is offered. */
async function offerFacts(
  tx: Tx,
  decision: SettlementDecision,
  { order, subject }: LockedOrder,
): Promise<Pick<SettlementFacts, "offerMsLeft">> {
  if (decision.do !== "offer" && decision.do !== "offered") return {};
  return { offerMsLeft: (await subject.offers?.msLeft(tx, order.orderId)) ?? 0 };
}

function outcomeOf(decision: SettlementDecision, { order }: LockedOrder): SettlementFacts["outcome"] {
  switch (decision.do) {
    case "wait":
      // Of an order that is not open, nothing is expected any more.
      return order.state === "closed" ? "unpaid" : "open";
    case "unpaid":
      return "unpaid";
    case "not_opened":
      return "not_opened";
    case "keep":
      // What is sold is no longer paid: that is not settled.
      return decision.issues === undefined ? "sold" : "issue";
    case "sell":
      return "sold";
    case "offer":
    case "offered":
      return "offered";
    case "refund":
    case "refunding":
      return "refunding";
    case "issue":
      return "issue";
  }
}
