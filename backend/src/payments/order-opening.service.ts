import { API_PATHS } from "@sakhi/domain/site/routes";
import { Injectable, Logger } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { Paise } from "@sakhi/domain/money/money";
import {
  checkFoundOrder,
  type FoundJudgement,
  type OrderDifference,
} from "@sakhi/domain/payments/order-identity.rules";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { askedOrder, OrdersRepository, type AttemptRow } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import type { LockedOrder, OrderRow, SeenBooking } from "./payments.types.js";
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
export interface OrderParams {
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

/** The right to ask the provider to open an order, and the order; for the caller who claimed it. */
export interface Claim {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
  /** The booking that it pays for, where it was claimed in one statement: the answer is recorded in one, too. */
  readonly booking?: SeenBooking;
}

/**
 * How an attempt to open an order went. `refused` is definite: the order was not opened, and the subject is in
 * its earlier state (`busy` when the provider only asked us to slow down).
 */
type Opening =
  | { readonly kind: "accepted"; readonly order: OrderRow }
  | { readonly kind: "refused" | "busy" | "unknown" };

/** What became of an order that was found at the provider: ours and open now, past its time, or not ours. */
export type FoundOpening =
  | { readonly kind: "accepted"; readonly order: OrderRow }
  | { readonly kind: "ended" | "conflict" };

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

  /**
   * Claims the right to ask, inside the transaction that begins the payment; the window to pay begins now, by the
   * database's clock. The exact request is kept before anybody is asked; nobody else can claim while this attempt is
   * under way.
   */
  async claim(tx: Tx, params: OrderParams): Promise<Claim> {
    const { environment } = this.config.cashfree;
    const opened = await this.repository.open(tx, params.orderId, environment, this.windowSeconds);
    if (opened === undefined) throw new Error(`order ${params.orderId} is not one that can be opened`);
    const { installation, ...order } = opened;
    if (order.providerExpiresAt === null) throw new Error(`order ${order.orderId} has no end`);
    const expiresAt = order.providerExpiresAt.toISOString().replace(/\.\d+Z$/, "Z");
    const attempt = await this.repository.insertAttempt(tx, { ...this.request(params), expiresAt, installation });
    return { order, attempt };
  }

  /**
   * Claims the right to ask as {@link claim} does, and starts the booking's payment, in one statement.
   *
   * @returns undefined where nothing was done: something is not as it was seen, and a transaction decides
   */
  async claimAtOnce(booking: SeenBooking, params: OrderParams): Promise<Claim | undefined> {
    const { environment } = this.config.cashfree;
    const times = { windowSeconds: this.windowSeconds, graceSeconds: PAYMENT_GRACE_SECONDS };
    const claimed = await this.repository.startAtOnce(booking, times, environment, this.request(params));
    return claimed && { ...claimed, booking };
  }

  /** Asks the provider for a claimed attempt and records its answer. */
  async ask(claim: Claim): Promise<Opening> {
    const { attempt } = claim;
    const answer = await this.provider.createOrder(attempt.request, attempt.idempotencyKey);
    switch (answer.kind) {
      case "done":
        return this.found(claim, answer.value, []);
      case "refused":
        if (answer.status === DUPLICATE) return this.readDuplicate(claim);
        await this.refused(claim, { status: answer.status, code: answer.code });
        return { kind: answer.status === TOO_MANY ? "busy" : "refused" };
      case "unknown":
        await this.repository.attemptUnanswered(attempt.id, answer.why);
        return { kind: "unknown" };
    }
  }

  /** What the provider is asked to open, by its rules; until when, and the mark of our database, the database says. */
  private request({
    orderId,
    amountPaise,
    payer,
    returnPath,
  }: OrderParams): Omit<OrderRequest, "expiresAt" | "installation"> {
    const { publicUrl, cashfree } = this.config;
    // The provider calls back over https only; the local simulator takes any address.
    const canBeCalled = publicUrl.startsWith("https:") || cashfree.baseUrl !== undefined;
    const { email, name } = payer;
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
    };
  }

  /** The provider has an order of our id: by an earlier request of ours whose answer was lost, or somebody else's. */
  private async readDuplicate(claim: Claim): Promise<Opening> {
    const { attempt } = claim;
    const reading = await this.provider.readAll(attempt.orderId, false);
    if (reading.kind === "found") return this.found(claim, reading.order, reading.payments);
    await this.repository.attemptUnanswered(attempt.id, "duplicate");
    return { kind: "unknown" };
  }

  private async found(claim: Claim, found: ProviderOrder, payments: readonly ProviderPayment[]): Promise<Opening> {
    const { order, attempt } = claim;
    const accepted = await this.foundAtOnce(claim, found, payments);
    if (accepted !== undefined) return { kind: "accepted", order: accepted };
    return this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, order);
      const opening = await this.foundInTx(tx, locked, attempt, found, payments);
      return opening.kind === "accepted" ? opening : { kind: "refused" };
    });
  }

  /**
   * The plain case of {@link foundInTx} in one statement: the order is ours, and nothing has happened meanwhile.
   *
   * @returns undefined where nothing was done
   */
  private async foundAtOnce(
    { order, attempt, booking }: Claim,
    found: ProviderOrder,
    payments: readonly ProviderPayment[],
  ): Promise<OrderRow | undefined> {
    if (booking === undefined || judge(order, attempt, found, payments).kind !== "ours") return undefined;
    const ends = endOfFound(attempt, found);
    return this.repository.acceptedAtOnce(booking, attempt.id, found.sessionId, ends, withGrace(ends));
  }

  private async refused({ order, attempt }: Claim, answer: { status: number; code: string }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, order);
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
    const decided = judge(order, attempt, found, payments);
    if (decided.kind !== "ours") {
      // Somebody else has learned the answer meanwhile: the order may have been paid since.
      const newest = await this.repository.newestAttempt(order.orderId, tx);
      if (newest?.state === "accepted") return { kind: "accepted", order };
    }
    switch (decided.kind) {
      case "conflict":
        await this.notOpenedInTx(tx, locked, attempt, "the payment provider has another order of this id");
        await this.raiseConflict(tx, locked, found, decided.differs);
        return { kind: "conflict" };
      case "ended":
        await this.notOpenedInTx(tx, locked, attempt, "its time at the payment provider is over");
        return { kind: "ended" };
      case "ours":
        break;
    }
    const ends = endOfFound(attempt, found);
    const accepted = await this.repository.accepted(tx, attempt.id, found.sessionId, ends);
    // Answered before, by somebody else; or an earlier attempt's late answer, and the later one speaks for the order.
    if (accepted === undefined) return { kind: "accepted", order };
    // A payment the visitor has turned away from keeps its end.
    await subject.opened(order.state === "open" ? withGrace(ends) : undefined);
    await subject.record({ kind: "payment_opened", actor: "provider", note: order.orderId });
    await subject.signal();
    return { kind: "accepted", order: accepted };
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
    if (!(await this.repository.attemptRefused(tx, attempt.id, answer))) return;
    // First the order, so that it can be voided with a hold whose time is over.
    await this.repository.unsent(tx, order.orderId);
    await subject.notOpened(note);
  }
}

/** What an order found at the provider is to the attempt that asked for it; an order's amount never changes. */
function judge(
  { amountPaise, currency }: OrderRow,
  attempt: AttemptRow,
  found: ProviderOrder,
  payments: readonly ProviderPayment[],
): FoundJudgement {
  const asked = { ...askedOrder(attempt), amountPaise, currency };
  return checkFoundOrder(
    asked,
    found,
    payments.map(({ status }) => status),
  );
}

/** When a found order ends: as the provider says, and no later than it was asked for, whatever it understood. */
function endOfFound({ request }: AttemptRow, { expiresAt }: ProviderOrder): Date {
  const asked = new Date(request.expiresAt);
  return expiresAt === undefined || expiresAt > asked ? asked : expiresAt;
}

/** Until when an order of this request can be paid: the provider's expiry and the grace. */
export function payUntilOf({ expiresAt }: OrderRequest): Date {
  return withGrace(new Date(expiresAt));
}

function withGrace(ends: Date): Date {
  return new Date(ends.getTime() + PAYMENT_GRACE_SECONDS * 1000);
}
