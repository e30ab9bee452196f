import { Injectable, Logger } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import { paymentModeLabel } from "@sakhi/domain/payments/payment-mode";
import { paymentOutcome } from "@sakhi/domain/payments/payment.states";
import { Config } from "../../platform/config/config.js";
import { PROVIDER_CALLS, Counters } from "../../platform/metrics/counters.js";
import { type CashfreeCall, CashfreeClient, pathOf } from "./cashfree.client.js";
import { readWebhook } from "./cashfree.webhook.js";
import {
  type OrderReading,
  type OrderRequest,
  PaymentProvider,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderResponse,
  type RefundRequest,
  seenRefund,
  type WebhookEvent,
  type WebhookHeaders,
} from "./payment-provider.js";

/** The order tag that holds the mark of our database. */
const INSTALLATION_TAG = "installation";

/** An answer that lacks what it must have: its status was 200, but it says nothing we can act on. */
class UnreadableResponse extends Error {
  constructor(what: string) {
    super(`the provider's answer has no usable ${what}`);
    this.name = "UnreadableResponse";
  }
}

/** The provider's words, ids and sessions: printable ASCII, so that PostgreSQL and a log can take them as they are. */
const WORD = /^[\x21-\x7e]{1,1000}$/;
/** ISO 8601 in a year that every part of ours can hold. */
const MOMENT = /^[12]\d{3}-\d\d-\d\dT/;

/** Cashfree, by our own client (docs/decisions/0009). */
@Injectable()
export class CashfreeProvider extends PaymentProvider {
  private readonly logger = new Logger("Cashfree");
  private readonly client: CashfreeClient;
  readonly #secret: string;

  constructor(
    config: Config,
    private readonly counters: Counters,
  ) {
    super();
    this.#secret = config.cashfree.clientSecret;
    this.client = new CashfreeClient(config.cashfree);
  }

  createOrder(request: OrderRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.ask(
      "createOrder",
      { method: "POST", path: pathOf("orders"), body: toCreateOrderRequest(request), idempotencyKey },
      (order) => fromOrderEntity(order, request.orderId),
    );
  }

  /** `refused` with status 404 when there is no such order. An answer about another order is `unknown`, here and below. */
  readOrder(orderId: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.ask("readOrder", { method: "GET", path: pathOf("orders", orderId) }, (order) =>
      fromOrderEntity(order, orderId),
    );
  }

  readPayments(orderId: string): Promise<ProviderResponse<readonly ProviderPayment[]>> {
    return this.ask("readPayments", { method: "GET", path: pathOf("orders", orderId, "payments") }, (list) =>
      listOf(list, (payment) => fromPaymentEntity(payment, orderId)),
    );
  }

  async readAll(orderId: string, withRefunds: boolean): Promise<OrderReading> {
    const order = await this.readOrder(orderId);
    if (order.kind === "refused" && order.status === 404) return { kind: "absent" };
    if (order.kind !== "done") return { kind: "unreachable" };
    // Payments after the order: once its status is final, none can be added to what is read now.
    const payments = await this.readPayments(orderId);
    if (payments.kind !== "done") return { kind: "unreachable" };
    const found = { kind: "found", order: order.value, payments: oldestFirst(payments.value) } as const;
    const successes = found.payments.filter(({ status }) => paymentOutcome(status) === "success");
    if (!withRefunds && successes.length < 2) return { ...found, refunds: undefined };
    const refunds = await this.readRefunds(orderId);
    if (refunds.kind !== "done") return { kind: "unreachable" };
    return { ...found, refunds: refunds.value.map(seenRefund) };
  }

  terminate(orderId: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.ask(
      "terminate",
      { method: "PATCH", path: pathOf("orders", orderId), body: { order_status: "TERMINATED" } },
      (order) => fromOrderEntity(order, orderId),
    );
  }

  refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderRefund>> {
    const { orderId } = request;
    return this.ask(
      "refund",
      { method: "POST", path: pathOf("orders", orderId, "refunds"), body: toRefundRequest(request), idempotencyKey },
      (refund) => fromRefundEntity(refund, orderId),
    );
  }

  readRefunds(orderId: string): Promise<ProviderResponse<readonly ProviderRefund[]>> {
    return this.ask("readRefunds", { method: "GET", path: pathOf("orders", orderId, "refunds") }, (list) =>
      listOf(list, (refund) => fromRefundEntity(refund, orderId)),
    );
  }

  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | undefined {
    return readWebhook(this.#secret, rawBody, headers, Date.now());
  }

  private async ask<T>(name: string, call: CashfreeCall, read: (body: unknown) => T): Promise<ProviderResponse<T>> {
    const asked = performance.now();
    const answer = await this.responseOf(call, read);
    const seconds = (performance.now() - asked) / 1000;
    this.counters.time(PROVIDER_CALLS, { call: name, outcome: outcomeOf(answer) }, seconds);
    switch (answer.kind) {
      case "done":
        break;
      case "refused":
        // "Not found" is a question answered, not a fault.
        if (answer.status !== 404) this.logger.warn(`${name}: refused with ${answer.status} ${answer.code}`);
        break;
      case "unknown":
        this.logger.warn(`${name}: no definite answer (${answer.why})`);
        break;
    }
    return answer;
  }

  private async responseOf<T>(call: CashfreeCall, read: (body: unknown) => T): Promise<ProviderResponse<T>> {
    const answer = await this.client.send(call);
    if (answer.kind !== "answered") return answer;
    try {
      return { kind: "done", value: read(answer.body) };
    } catch (error) {
      // An answer that we cannot read may well have done what we asked.
      if (error instanceof UnreadableResponse) return { kind: "unknown", why: "server_error" };
      throw error;
    }
  }
}

/** How a call ended, for the figures: "not found" is an answer, not an error. */
function outcomeOf(answer: ProviderResponse<unknown>): string {
  switch (answer.kind) {
    case "done":
      return "done";
    case "refused":
      return answer.status === 404 ? "not_found" : "refused";
    case "unknown":
      return answer.why;
  }
}

function oldestFirst(payments: readonly ProviderPayment[]): ProviderPayment[] {
  const at = ({ completedAt, startedAt }: ProviderPayment): number =>
    (completedAt ?? startedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return [...payments].sort((a, b) => at(a) - at(b));
}

/** An object's fields; none of anything else. */
function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** What may be missing: absent, null, empty or unusable are all none. */
function optional(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && WORD.test(value) ? value : undefined;
}

function text(value: unknown, what: string): string {
  const found = optional(value);
  if (found === undefined) throw new UnreadableResponse(what);
  return found;
}

/** Rupees → paise, rounded: money that came must never go unread for a fraction of a paisa. */
function paise(value: unknown, what: string): number {
  const rupees = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof rupees !== "number" || rupees < 0 || !Number.isSafeInteger(Math.round(rupees * 100))) {
    throw new UnreadableResponse(what);
  }
  return Math.round(rupees * 100);
}

function moment(value: unknown): Date | undefined {
  if (typeof value !== "string" || !MOMENT.test(value)) return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at);
}

/** Our request in the provider's words: rupees with at most two decimals, times without milliseconds. */
function toCreateOrderRequest(request: OrderRequest): object {
  const { customer } = request;
  return {
    order_id: request.orderId,
    order_amount: toRupees(request.amountPaise),
    order_currency: request.currency,
    order_expiry_time: request.expiresAt,
    customer_details: {
      customer_id: customer.id,
      customer_phone: customer.phone,
      ...(customer.email === undefined ? {} : { customer_email: customer.email }),
      ...(customer.name === undefined ? {} : { customer_name: customer.name }),
    },
    order_meta: {
      return_url: request.returnUrl,
      ...(request.notifyUrl === undefined ? {} : { notify_url: request.notifyUrl }),
    },
    ...(request.installation === undefined ? {} : { order_tags: { [INSTALLATION_TAG]: request.installation } }),
  };
}

/** A refund in the provider's words: of a stall or a listing, in full or in part. */
function toRefundRequest({ orderId, refundId, amountPaise }: RefundRequest): object {
  return { refund_id: refundId, refund_amount: toRupees(amountPaise), refund_note: `Refund of order ${orderId}` };
}

/** The order an answer is about must be the one we asked about. Ids are compared without case, as the provider may. */
function sameOrder(value: unknown, orderId: string): string {
  const reported = text(value, "order_id");
  if (reported.toLowerCase() !== orderId.toLowerCase()) throw new UnreadableResponse("order_id");
  return reported;
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
function fromOrderEntity(value: unknown, orderId: string): ProviderOrder {
  const entity = fieldsOf(value);
  return {
    orderId: sameOrder(entity["order_id"], orderId),
    status: text(entity["order_status"], "order_status"),
    amountPaise: paise(entity["order_amount"], "order_amount"),
    currency: text(entity["order_currency"], "order_currency"),
    sessionId: optional(entity["payment_session_id"]),
    expiresAt: moment(entity["order_expiry_time"]),
    customerId: optional(fieldsOf(entity["customer_details"])["customer_id"]),
    installation: optional(fieldsOf(entity["order_tags"])[INSTALLATION_TAG]),
    createdAt: moment(entity["created_at"]),
  };
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
function fromPaymentEntity(value: unknown, orderId: string): ProviderPayment {
  const entity = fieldsOf(value);
  sameOrder(entity["order_id"], orderId);
  return {
    paymentId: text(entity["cf_payment_id"], "cf_payment_id"),
    status: text(entity["payment_status"], "payment_status"),
    amountPaise: paise(entity["payment_amount"], "payment_amount"),
    currency: text(entity["payment_currency"] ?? entity["order_currency"], "payment_currency"),
    mode: paymentModeLabel(optional(entity["payment_group"])),
    startedAt: moment(entity["payment_time"]),
    completedAt: moment(entity["payment_completion_time"]),
  };
}

/**
 * @param orderId the order that was asked about
 * @throws UnreadableResponse
 */
function fromRefundEntity(value: unknown, orderId: string): ProviderRefund {
  const entity = fieldsOf(value);
  sameOrder(entity["order_id"], orderId);
  return {
    refundId: optional(entity["refund_id"]),
    providerRefundId: text(entity["cf_refund_id"], "cf_refund_id"),
    status: text(entity["refund_status"], "refund_status"),
    amountPaise: paise(entity["refund_amount"], "refund_amount"),
    bankReference: optional(entity["refund_arn"]),
  };
}

/** @throws UnreadableResponse when it is no list */
function listOf<R>(value: unknown, read: (entry: unknown) => R): R[] {
  if (!Array.isArray(value)) throw new UnreadableResponse("list");
  return value.map((entry: unknown) => read(entry));
}
