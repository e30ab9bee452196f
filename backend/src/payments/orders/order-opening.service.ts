import { Injectable, Logger } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { checkFoundOrder } from "@sakhi/domain/payments/order-identity.rules";
import type { OrderDifference } from "@sakhi/domain/payments/order-identity.rules";
import { IssuesService } from "../../issues/issues.service.js";
import { Config } from "../../platform/config/config.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { AttemptsRepository, askedOrder } from "./attempts.repository.js";
import type { AttemptRow } from "./attempts.repository.js";
import { OrderRecords } from "./order-records.service.js";
import type { LockedOrder } from "./order-records.service.js";
import { OrderReader } from "./order-reading.service.js";
import { PaymentProvider } from "../provider/payment-provider.js";
import type { OrderRequest, ProviderOrder, ProviderPayment } from "../provider/payment-provider.js";
import { paidFor } from "./orders.types.js";

/**
 * How an attempt to open an order went. `refused` is definite: the order was not opened, and the subject is back
 * where it was (`busy` when the provider only asked us to slow down).
 */
export type Opening = "accepted" | "refused" | "busy" | "unknown";

/** What became of an order that was found at the provider: ours and open now, past its time, or not ours. */
export type FoundOpening = "accepted" | "ended" | "conflict";

/** Statuses with which the provider says that it already has an order of this id. */
const DUPLICATE = 409;
const TOO_MANY = 429;

/**
 * Opening an order at the provider (architecture section 4, step 4): claim, commit, ask, note the answer. Whoever
 * learns the answer first notes it; later ones change nothing.
 */
@Injectable()
export class OrderOpening {
  private readonly logger = new Logger("OrderOpening");

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly reader: OrderReader,
    private readonly attempts: AttemptsRepository,
    private readonly records: OrderRecords,
    private readonly issues: IssuesService,
  ) {}

  /**
   * Claims the right to ask, inside the transaction that begins the payment. The exact request is kept before
   * anybody is asked; nobody else can claim while this attempt is under way.
   *
   * @returns the attempt's id
   */
  async claim(tx: Tx, request: OrderRequest): Promise<string> {
    const { environment } = this.config.cashfree;
    if (!(await this.records.orders.open(tx, request.orderId, environment, request.expiresAt))) {
      throw new Error(`order ${request.orderId} is not one that can be opened`);
    }
    return this.attempts.claim(tx, request);
  }

  /** Asks the provider for a claimed attempt and notes its answer. */
  async ask(attemptId: string): Promise<Opening> {
    const attempt = await this.attempts.find(attemptId);
    if (attempt === undefined) throw new Error(`no attempt ${attemptId}`);
    const answer = await this.provider.createOrder(attempt.request, attempt.idempotencyKey);
    switch (answer.kind) {
      case "done":
        return this.found(attempt, answer.value, []);
      case "refused":
        if (answer.status === DUPLICATE) return this.readDuplicate(attempt);
        await this.refused(attempt, { status: answer.status, code: answer.code });
        return answer.status === TOO_MANY ? "busy" : "refused";
      case "unknown":
        await this.attempts.unanswered(attempt.id, answer.why);
        return "unknown";
    }
  }

  /** The provider has an order of our id: by an earlier request of ours whose answer was lost, or somebody else's. */
  private async readDuplicate(attempt: AttemptRow): Promise<Opening> {
    const reading = await this.reader.read(attempt.orderId, false);
    if (reading.kind === "found") return this.found(attempt, reading.order, reading.payments);
    await this.attempts.unanswered(attempt.id, "duplicate");
    return "unknown";
  }

  private async found(
    attempt: AttemptRow,
    order: ProviderOrder,
    payments: readonly ProviderPayment[],
  ): Promise<Opening> {
    return this.database.transaction(async (tx) => {
      const locked = await this.records.lock(tx, attempt.orderId);
      const opening = await this.foundInTx(tx, locked, attempt, order, payments);
      return opening === "accepted" ? "accepted" : "refused";
    });
  }

  private async refused(attempt: AttemptRow, answer: { status: number; code: string }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.records.lock(tx, attempt.orderId);
      await this.notOpenedInTx(tx, locked, attempt, "refused by the payment provider", answer);
    });
  }

  /**
   * Notes that the provider has the order, under its locks. Only one that is known again as ours is taken over; any
   * other is refused and put before the operator, for the id is burnt.
   */
  async foundInTx(
    tx: Tx,
    locked: LockedOrder,
    attempt: AttemptRow,
    found: ProviderOrder,
    payments: readonly ProviderPayment[],
  ): Promise<FoundOpening> {
    const { order, subject } = locked;
    // Somebody else has learned the answer meanwhile: the order may have been paid since.
    if ((await this.attempts.newest(order.orderId, tx))?.state === "accepted") return "accepted";
    const decided = checkFoundOrder(
      { ...askedOrder(attempt), amountPaise: order.amountPaise, currency: order.currency },
      found,
      payments.map(({ status }) => status),
    );
    if (decided.kind === "conflict") {
      await this.notOpenedInTx(tx, locked, attempt, "the payment provider has another order of this id");
      await this.raiseConflict(tx, locked, found, decided.differs);
      return "conflict";
    }
    if (decided.kind === "ended") {
      await this.notOpenedInTx(tx, locked, attempt, "its time at the payment provider is over");
      return "ended";
    }
    // An earlier attempt's late answer: the later one speaks for the order.
    if (!(await this.attempts.answered(tx, attempt.id, "accepted", { status: 200 }))) return "accepted";
    await this.records.orders.accepted(tx, order.orderId, found.sessionId, found.expiresAt);
    const expiresAt = found.expiresAt ?? new Date(attempt.request.expiresAt);
    // A payment the visitor has turned away from keeps its end.
    const open = order.state === "open";
    const payUntil = open ? new Date(expiresAt.getTime() + PAYMENT_GRACE_SECONDS * 1000) : undefined;
    await subject.opened(tx, order.subjectId, payUntil);
    await subject.record(tx, order.subjectId, {
      kind: "payment_opened",
      actor: "provider",
      note: order.orderId,
    });
    await subject.nudge(tx, order.subjectId);
    return "accepted";
  }

  /** Puts before the operator that the provider has an order of our id which is not ours. */
  async raiseConflict(
    tx: Tx,
    { order, subject }: LockedOrder,
    found: ProviderOrder,
    differs: readonly OrderDifference[],
  ): Promise<void> {
    const isNew = await this.issues.raise(tx, {
      kind: "order_conflict",
      subject: order.orderId,
      ...paidFor(order),
      facts: {
        differs: differs.join(", "),
        ourPaise: order.amountPaise,
        theirPaise: found.amountPaise,
        theirCurrency: found.currency,
        theirStatus: found.status,
      },
    });
    if (!isNew) return;
    this.logger.error(`order ${order.orderId} at the provider is not ours: ${differs.join(", ")}`);
    await subject.record(tx, order.subjectId, {
      kind: "issue_raised",
      actor: "system",
      note: "order_conflict",
    });
  }

  /** Notes that the provider does not have the order, under its locks; the subject goes back. */
  async notOpenedInTx(
    tx: Tx,
    { order, subject }: LockedOrder,
    attempt: AttemptRow,
    note: string,
    answer: { status?: number; code?: string } = {},
  ): Promise<void> {
    if (!(await this.attempts.answered(tx, attempt.id, "refused", answer))) return;
    // First the order, so that it can be voided with a hold whose time is over.
    await this.records.orders.unsent(tx, order.orderId);
    await subject.notOpened(tx, order.subjectId, note);
  }
}
