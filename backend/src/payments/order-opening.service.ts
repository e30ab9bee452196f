import { Injectable, Logger } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import type { Paise } from "@sakhi/domain/money/money";
import {
  checkFoundOrder,
  type FoundOrderResult,
  type OrderDifference,
} from "@sakhi/domain/payments/order-identity.rules";
import { refusedField } from "@sakhi/domain/payments/refused-field";
import { API_PATHS } from "@sakhi/domain/site/routes";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { OutsideFiles } from "../platform/outside/outside-files.js";
import { requestedOrder, OrdersRepository, type AttemptRow, type OpenedOrder } from "./orders.repository.js";
import { OrdersService } from "./orders.service.js";
import type { LockedOrder, OrderRow } from "./payments.types.js";
import {
  PaymentProvider,
  type OrderedSubject,
  type OrderRequest,
  type ProviderOrder,
  type ProviderPayment,
  TOO_MANY,
} from "./provider/payment-provider.js";

/** The provider's limits. */
const CURRENCY = "INR";
const NAME_MIN = 3;

/** Who pays what, and where the provider sends them afterwards. */
export interface OrderParams {
  readonly orderId: string;
  readonly amountPaise: Paise;
  readonly payer: {
    /** UUID of the visitor or application, sent as the provider's customer id. */
    readonly id: string;
    /** Ten digits. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly name?: string | undefined;
  };
  /** Path of our return page; the order id is appended. */
  readonly returnPath: string;
  /** None of a move: a restore asks an operator about its order. */
  readonly subject?: OrderedSubject;
}

/** An order and its claimed attempt: only the caller that claimed it may request it from the provider. */
export interface Claim {
  readonly order: OrderRow;
  readonly attempt: AttemptRow;
}

/**
 * Result of an attempt to open an order. `refused`: it was not opened, and the subject is back in its earlier state.
 * `unavailable`: the provider limits our rate (then the same holds), or gave no definite response.
 */
type Opening =
  | { readonly kind: "accepted"; readonly order: OrderRow }
  /** `fields`: the payer's detail that the provider does not accept, as an error's `fields`. */
  | { readonly kind: "refused"; readonly fields?: ReturnType<typeof refusedField> }
  | { readonly kind: "unavailable" };

/** Result for an order found at the provider: ours and open, past its expiry, or not ours. */
export type FoundOpening =
  | { readonly kind: "accepted"; readonly order: OrderRow }
  | { readonly kind: "ended" | "conflict" };

/** HTTP status: the provider already has an order of this id. */
const DUPLICATE = 409;

/**
 * Opens orders at the provider: claim, commit, request, record the response. The first caller to learn the response
 * records it; later ones change nothing.
 */
@Injectable()
export class OrderOpeningService {
  private readonly logger = new Logger("OrderOpening");

  private readonly quiet = new ThrottledLog(new Logger("Orders"));
  private readonly outside: OutsideFiles;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly repository: OrdersRepository,
    private readonly orders: OrdersService,
  ) {
    this.outside = new OutsideFiles(config.recordFolder);
  }

  /** The payment window in seconds. */
  get windowSeconds(): number {
    return this.config.paymentWindowSeconds;
  }

  /** Marks an unsent order as open, in the transaction that starts the payment; the payment window starts now, by the database's clock. */
  async open(tx: Tx, orderId: string): Promise<OpenedOrder> {
    const { environment } = this.config.cashfree;
    const opened = await this.repository.open(tx, orderId, environment, this.windowSeconds);
    if (opened === undefined) throw new Error(`order ${orderId} cannot be opened: it is not unsent`);
    return opened;
  }

  /**
   * Claims an attempt inside the transaction that opened the order. The exact request is stored before it is sent. No other
   * caller can claim while this attempt is under way.
   */
  async claim(tx: Tx, { installation, ...order }: OpenedOrder, params: OrderParams): Promise<Claim> {
    if (order.providerExpiresAt === null) throw new Error(`order ${order.orderId} has no expiry`);
    const expiresAt = order.providerExpiresAt.toISOString().replace(/\.\d+Z$/, "Z");
    const attempt = await this.repository.insertAttempt(tx, { ...this.request(params), expiresAt, installation });
    return { order, attempt };
  }

  /** Sends a claimed attempt to the provider and records the response. */
  async openAtProvider(claim: Claim): Promise<Opening> {
    const { attempt } = claim;
    await this.noteOutside(attempt.request);
    const response = await this.provider.createOrder(attempt.request, attempt.idempotencyKey);
    switch (response.kind) {
      case "done":
        return this.found(claim, response.value, []);
      case "refused":
        if (response.status === DUPLICATE) return this.readDuplicate(claim);
        await this.refused(claim, { status: response.status, code: response.code });
        return response.status === TOO_MANY
          ? { kind: "unavailable" }
          : { kind: "refused", fields: refusedField(response.code) };
      case "unknown":
        await this.repository.markAttemptUnknown(attempt.id, response.why);
        return { kind: "unavailable" };
    }
  }

  /**
   * Notes outside the database that the order is to be opened: the provider cannot list its orders (decision 50). After the
   * claim's commit and before the request: a note of a claim that was never committed would look like a loss of the database,
   * and an order without a note would be found by nobody (the table of kills in decision 103).
   */
  private async noteOutside({ orderId, installation }: OrderRequest): Promise<void> {
    if (installation === undefined) return;
    try {
      await this.outside.logOrder(installation, orderId, new Date().toISOString());
    } catch (error) {
      this.quiet.warn(`the log of orders was not written: ${describeError(error)}`);
    }
  }

  /** The request by the provider's rules; the database adds the expiry and its installation id. */
  private request({
    orderId,
    amountPaise,
    payer,
    returnPath,
    subject,
  }: OrderParams): Omit<OrderRequest, "expiresAt" | "installation"> {
    const { publicUrl, cashfree } = this.config;
    // The provider calls webhooks over https only; the local simulator takes any address.
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
      // The id itself, not the placeholder `{order_id}`: only older API versions replace it.
      returnUrl: `${publicUrl}${returnPath}?order_id=${encodeURIComponent(orderId)}`,
      subject,
      ...(canBeCalled ? { notifyUrl: `${publicUrl}${API_PATHS.webhook}` } : {}),
    };
  }

  /** The provider has an order of this id: from an earlier request whose response was lost, or not ours. */
  private async readDuplicate(claim: Claim): Promise<Opening> {
    const { attempt } = claim;
    const reading = await this.provider.readOrderWithPayments(attempt.orderId, false);
    if (reading.kind === "found") return this.found(claim, reading.order, reading.payments);
    await this.repository.markAttemptUnknown(attempt.id, "duplicate");
    return { kind: "unavailable" };
  }

  private async found(
    { order, attempt }: Claim,
    found: ProviderOrder,
    payments: readonly ProviderPayment[],
  ): Promise<Opening> {
    return this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, order);
      const opening = await this.foundInTx(tx, locked, attempt, found, payments);
      return opening.kind === "accepted" ? opening : { kind: "refused" };
    });
  }

  private async refused({ order, attempt }: Claim, response: { status: number; code: string }): Promise<void> {
    await this.database.transaction(async (tx) => {
      const locked = await this.orders.lock(tx, order);
      await this.notOpenedInTx(tx, locked, attempt, "refused by the payment provider", response);
    });
  }

  /**
   * Records that the provider has the order. Only an order recognised as ours is taken over; any other raises an issue,
   * because its id is used up. The caller holds the locks.
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
      // Another caller has recorded the response meanwhile: the order may have been paid since.
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
    // Recorded by another caller; or a late response to an earlier attempt, and the later attempt is the valid one.
    if (accepted === undefined) return { kind: "accepted", order };
    // One round trip for both.
    await Promise.all([
      // An order that is being closed keeps its end.
      order.state === "open" && subject.setPayUntil(withGrace(ends)),
      subject.publish({ kind: "payment_opened", actor: "provider", note: order.orderId }),
    ]);
    return { kind: "accepted", order: accepted };
  }

  /** Raises an issue: the provider has an order of this id that is not ours. */
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

  /** Records that the provider does not have the order; the subject returns to its earlier state. The caller holds the locks. */
  async notOpenedInTx(
    tx: Tx,
    { order, subject }: LockedOrder,
    attempt: AttemptRow,
    note: string,
    response: { status?: number; code?: string } = {},
  ): Promise<void> {
    if (!(await this.repository.markAttemptRefused(tx, attempt.id, response))) return;
    // The order first, so that it can be voided together with an expired hold.
    await this.repository.unsent(tx, order.orderId);
    await subject.notOpened(note);
  }
}

/** Compares an order found at the provider with the attempt that requested it; an order's amount never changes. */
function judge(
  { amountPaise, currency }: OrderRow,
  attempt: AttemptRow,
  found: ProviderOrder,
  payments: readonly ProviderPayment[],
): FoundOrderResult {
  const requested = { ...requestedOrder(attempt), amountPaise, currency };
  return checkFoundOrder(
    requested,
    found,
    payments.map(({ status }) => status),
  );
}

/** When a found order ends: the provider's expiry, capped at the requested one. */
function endOfFound({ request }: AttemptRow, { expiresAt }: ProviderOrder): Date {
  const requested = new Date(request.expiresAt);
  return expiresAt === undefined || expiresAt > requested ? requested : expiresAt;
}

/** Until when an order of this request can be paid: the requested expiry plus the grace. */
export function payUntilOf({ expiresAt }: OrderRequest): Date {
  return withGrace(new Date(expiresAt));
}

function withGrace(ends: Date): Date {
  return new Date(ends.getTime() + PAYMENT_GRACE_SECONDS * 1000);
}
