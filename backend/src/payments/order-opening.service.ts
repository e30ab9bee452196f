import { API_PATHS } from "@sakhi/domain/site/routes";
import { Injectable, Logger } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { Paise } from "@sakhi/domain/money/money";
import { checkFoundOrder, type OrderDifference } from "@sakhi/domain/payments/order-identity.rules";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { askedOrder, OrdersRepository, type AttemptRow } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import type { LockedOrder } from "./payments.types.js";
import { readOrder } from "./provider/order-reading.js";
import {
  PaymentProvider,
  type OrderRequest,
  type ProviderOrder,
  type ProviderPayment,
} from "./provider/payment-provider.js";

/** The provider's limits. */
const CURRENCY = "INR";
const NAME_MIN = 3;

/** Who pays what, and where the provider sends them afterwards. */
interface OrderParams {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly payer: {
    /** A uuid that means this payer or this thing. */
    readonly id: string;
    /** Ten digits. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly name?: string | undefined;
  };
  /** Path of our page; the order id is added. */
  readonly returnPath: string;
}

/**
 * How an attempt to open an order went. `refused` is definite: the order was not opened, and the subject is in
 * its earlier state (`busy` when the provider only asked us to slow down).
 */
type Opening = "accepted" | "refused" | "busy" | "unknown";

/** What became of an order that was found at the provider: ours and open now, past its time, or not ours. */
export type FoundOpening = "accepted" | "ended" | "conflict";

/** Statuses with which the provider says that it already has an order of this id. */
const DUPLICATE = 409;
const TOO_MANY = 429;

/**
 * Opening an order at the provider: claim, commit, ask, record the answer. The first to learn the answer records it;
 * later ones change nothing.
 */
@Injectable()
export class OrderOpeningService {
  private readonly logger = new Logger("OrderOpening");

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly repository: OrdersRepository,
    private readonly orders: OrdersService,
  ) {}

  /** How long an order can be paid at the provider, in seconds. */
  get windowSeconds(): number {
    return this.config.paymentWindowSeconds;
  }

  /** What the provider is asked to open, by its rules; expires when the window that begins now, by the database's clock, is over. */
  async request(tx: Tx, { orderId, amountPaise, payer, returnPath }: OrderParams): Promise<OrderRequest> {
    const { publicUrl, cashfree } = this.config;
    // The provider calls back over https only; the local simulator takes any address.
    const canBeCalled = publicUrl.startsWith("https:") || cashfree.baseUrl !== undefined;
    const { email, name } = payer;
    const { expiresAt, installation } = await requestFacts(tx, this.windowSeconds);
    return {
      orderId,
      amountPaise,
      currency: CURRENCY,
      customer: {
        id: payer.id.replaceAll(/[^A-Za-z0-9]/g, ""),
        phone: payer.phone,
        ...(email === undefined ? {} : { email }),
        ...(name === undefined || [...name].length < NAME_MIN ? {} : { name }),
      },
      // Ours, not their `{order_id}`: older versions replaced it, the newest documentation says to write it out.
      returnUrl: `${publicUrl}${returnPath}?order_id=${encodeURIComponent(orderId)}`,
      ...(canBeCalled ? { notifyUrl: `${publicUrl}${API_PATHS.webhook}` } : {}),
      expiresAt,
      installation,
    };
  }

  /**
   * Claims the right to ask, inside the transaction that begins the payment. The exact request is kept before
   * anybody is asked; nobody else can claim while this attempt is under way.
   *
   * @returns the attempt's id
   */
  async claim(tx: Tx, request: OrderRequest): Promise<string> {
    const { environment } = this.config.cashfree;
    if (!(await this.repository.open(tx, request.orderId, environment, request.expiresAt))) {
      throw new Error(`order ${request.orderId} is not one that can be opened`);
    }
    return this.repository.insertAttempt(tx, request);
  }

  /** Asks the provider for a claimed attempt and records its answer. */
  async ask(attemptId: string): Promise<Opening> {
    const attempt = await this.repository.findAttempt(attemptId);
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
        await this.repository.attemptUnanswered(attempt.id, answer.why);
        return "unknown";
    }
  }

  /** The provider has an order of our id: by an earlier request of ours whose answer was lost, or somebody else's. */
  private async readDuplicate(attempt: AttemptRow): Promise<Opening> {
    const reading = await readOrder(this.provider, attempt.orderId, false);
    if (reading.kind === "found") return this.found(attempt, reading.order, reading.payments);
    await this.repository.attemptUnanswered(attempt.id, "duplicate");
    return "unknown";
  }

  private async found(
    attempt: AttemptRow,
    order: ProviderOrder,
    payments: readonly ProviderPayment[],
  ): Promise<Opening> {
    return this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, attempt.orderId);
      const opening = await this.foundInTx(tx, locked, attempt, order, payments);
      return opening === "accepted" ? "accepted" : "refused";
    });
  }

  private async refused(attempt: AttemptRow, answer: { status: number; code: string }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, attempt.orderId);
      await this.notOpenedInTx(tx, locked, attempt, "refused by the payment provider", answer);
    });
  }

  /**
   * Records that the provider has the order, under its locks. Only one that is recognised as ours is taken over; any
   * other is rejected and raises an issue, because the id is used up.
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
    if ((await this.repository.newestAttempt(order.orderId, tx))?.state === "accepted") return "accepted";
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
    if (!(await this.repository.attemptAnswered(tx, attempt.id, "accepted", { status: 200 })))
      return "accepted";
    await this.repository.accepted(tx, order.orderId, found.sessionId, found.expiresAt);
    const expiresAt = found.expiresAt ?? new Date(attempt.request.expiresAt);
    // A payment the visitor has turned away from keeps its end.
    const open = order.state === "open";
    const payUntil = open ? new Date(expiresAt.getTime() + PAYMENT_GRACE_SECONDS * 1000) : undefined;
    await subject.opened(payUntil);
    await subject.record({ kind: "payment_opened", actor: "provider", note: order.orderId });
    await subject.signal();
    return "accepted";
  }

  /** Raises an issue: the provider has an order of our id which is not ours. */
  async raiseConflict(
    tx: Tx,
    locked: LockedOrder,
    found: ProviderOrder,
    differs: readonly OrderDifference[],
  ): Promise<void> {
    const { orderId, amountPaise: ourPaise } = locked.order;
    const isNew = await this.orders.raiseIssue(tx, locked, {
      kind: "order_conflict",
      subject: orderId,
      facts: {
        differs: differs.join(", "),
        ourPaise,
        theirPaise: found.amountPaise,
        theirCurrency: found.currency,
        theirStatus: found.status,
      },
    });
    if (isNew) this.logger.error(`order ${orderId} at the provider is not ours: ${differs.join(", ")}`);
  }

  /** Records that the provider does not have the order, under its locks; the subject returns to its earlier state. */
  async notOpenedInTx(
    tx: Tx,
    { order, subject }: LockedOrder,
    attempt: AttemptRow,
    note: string,
    answer: { status?: number; code?: string } = {},
  ): Promise<void> {
    if (!(await this.repository.attemptAnswered(tx, attempt.id, "refused", answer))) return;
    // First the order, so that it can be voided with a hold whose time is over.
    await this.repository.unsent(tx, order.orderId);
    await subject.notOpened(note);
  }
}

/** Until when an order of this request can be paid: the provider's expiry and the grace. */
export function payUntilOf({ expiresAt }: OrderRequest): Date {
  return new Date(Date.parse(expiresAt) + PAYMENT_GRACE_SECONDS * 1000);
}

/**
 * The expiry that many seconds from now by the database's clock (ISO 8601, UTC, whole seconds), and the mark of this
 * database, by which its orders are known again at the provider.
 */
async function requestFacts(tx: Tx, seconds: number): Promise<{ expiresAt: string; installation: string }> {
  const [found] = await rows<{ expiresAt: string; installation: string }>(
    tx,
    `SELECT to_char((date_trunc('second', clock_timestamp()) + make_interval(secs => $1)) AT TIME ZONE 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "expiresAt", id AS installation
       FROM installation`,
    [seconds],
  );
  if (found === undefined) throw new Error("the database has no installation mark");
  return found;
}
