import { Injectable, Logger } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import { paymentModeLabel } from "@sakhi/domain/payments/payment-mode";
import { paymentOutcome } from "@sakhi/domain/payments/payment.states";
import type { ReportedLine, ReportedPayout } from "@sakhi/domain/payouts/payout-lines";
import { Config } from "../../platform/config/config.js";
import { PROVIDER_CALLS, Counters } from "../../platform/metrics/counters.js";
import { type CashfreeCall, CashfreeClient, dateOf, fieldsOf, pathOf } from "./cashfree.client.js";
import { payoutsRequest, fromRecon, fromSettlements } from "./cashfree.payouts.js";
import { listOf, optional, paise, pngAddress, text, UnreadableResponse } from "./cashfree.reading.js";
import { readWebhook } from "./cashfree.webhook.js";
import {
  type OrderedSubject,
  type OrderReading,
  type OrderRequest,
  PaymentProvider,
  type ProviderOrder,
  type ProviderPayer,
  type ProviderPayment,
  type PayoutPage,
  type PayoutWindow,
  type ProviderRefund,
  type ProviderResponse,
  type RefundRequest,
  seenRefund,
  type UpiQrRequest,
  type WebhookEvent,
  type WebhookHeaders,
} from "./payment-provider.js";

/** Order tag with the installation id of our database. */
const INSTALLATION_TAG = "installation";
/** Order tags with the booking or the application that is paid for, and the booking's stall and event. */
const SUBJECT_TAGS = ["booking", "application"] as const;
const STALL_TAG = "stall";
const EVENT_TAG = "event";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A stall, or those of one order; see `stallTag`. */
const STALLS = /^[A-Z]\d{1,3}(?:\+[A-Z]\d{1,3}){0,5}$/;
const EVENT = /^[a-z0-9-]{1,80}$/;

/** Names of the calls in metrics and logs. */
const CALLS = [
  "createOrder",
  "readOrder",
  "readPayments",
  "payByUpiQr",
  "terminate",
  "refund",
  "readRefunds",
  "readDisputes",
  "readPayouts",
  "readPayoutLines",
] as const;
/** Outcomes that alarms compare. */
const WATCHED_OUTCOMES = ["done", "timeout", "network", "server_error"] as const;

/** Cashfree, through our own client (docs/decisions/0009). */
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
    for (const call of CALLS) {
      for (const outcome of WATCHED_OUTCOMES) counters.show(PROVIDER_CALLS, { call, outcome });
    }
  }

  createOrder(request: OrderRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.call(
      "createOrder",
      { method: "POST", path: pathOf("orders"), body: toCreateOrderRequest(request), idempotencyKey },
      (order) => fromOrderEntity(order, request.orderId),
    );
  }

  /** `refused` with status 404 if the order does not exist. In all methods, a response about another order is `unknown`. */
  readOrder(orderId: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.call("readOrder", { method: "GET", path: pathOf("orders", orderId) }, (order) =>
      fromOrderEntity(order, orderId),
    );
  }

  readPayments(orderId: string): Promise<ProviderResponse<readonly ProviderPayment[]>> {
    return this.call("readPayments", { method: "GET", path: pathOf("orders", orderId, "payments") }, (list) =>
      listOf(list, (payment) => fromPaymentEntity(payment, orderId)),
    );
  }

  async readOrderWithPayments(orderId: string, withRefunds: boolean): Promise<OrderReading> {
    const order = await this.readOrder(orderId);
    if (order.kind === "refused" && order.status === 404) return { kind: "absent" };
    if (order.kind !== "done") return { kind: "unreachable" };
    // Payments after the order: once its status is final, no payment can be added.
    const payments = await this.readPayments(orderId);
    if (payments.kind !== "done") return { kind: "unreachable" };
    const found = { kind: "found", order: order.value, payments: oldestFirst(payments.value) } as const;
    const successes = found.payments.filter(({ status }) => paymentOutcome(status) === "success");
    // Without a successful payment there is nothing to refund.
    if (successes.length === 0) return { ...found, refunds: [] };
    if (!withRefunds && successes.length < 2) return { ...found, refunds: undefined };
    const refunds = await this.readRefunds(orderId);
    if (refunds.kind !== "done") return { kind: "unreachable" };
    return { ...found, refunds: refunds.value.map(seenRefund) };
  }

  readPayer(orderId: string): Promise<ProviderResponse<ProviderPayer>> {
    return this.call("readOrder", { method: "GET", path: pathOf("orders", orderId) }, (order) =>
      fromCustomerDetails(order, orderId),
    );
  }

  terminate(orderId: string): Promise<ProviderResponse<ProviderOrder>> {
    return this.call(
      "terminate",
      { method: "PATCH", path: pathOf("orders", orderId), body: { order_status: "TERMINATED" } },
      (order) => fromOrderEntity(order, orderId),
    );
  }

  payByUpiQr({ sessionId, expiresAt }: UpiQrRequest, idempotencyKey: string): Promise<ProviderResponse<string>> {
    const body = {
      payment_session_id: sessionId,
      transaction_expiry_time: expiresAt.toISOString().replace(/\.\d+Z$/, "Z"),
      payment_method: { upi: { channel: "qrcode" } },
    };
    return this.call(
      "payByUpiQr",
      { method: "POST", path: pathOf("orders", "sessions"), body, idempotencyKey },
      (payment) => pngAddress(fieldsOf(fieldsOf(fieldsOf(payment)["data"])["payload"])["qrcode"], "qrcode"),
    );
  }

  refund(request: RefundRequest, idempotencyKey: string): Promise<ProviderResponse<ProviderRefund>> {
    const { orderId } = request;
    return this.call(
      "refund",
      { method: "POST", path: pathOf("orders", orderId, "refunds"), body: toRefundRequest(request), idempotencyKey },
      (refund) => fromRefundEntity(refund, orderId),
    );
  }

  readRefunds(orderId: string): Promise<ProviderResponse<readonly ProviderRefund[]>> {
    return this.call("readRefunds", { method: "GET", path: pathOf("orders", orderId, "refunds") }, (list) =>
      listOf(list, (refund) => fromRefundEntity(refund, orderId)),
    );
  }

  readDisputes(orderId: string): Promise<ProviderResponse<readonly SeenDispute[]>> {
    return this.call("readDisputes", { method: "GET", path: pathOf("orders", orderId, "disputes") }, (list) =>
      listOf(list, (dispute) => fromDisputeEntity(dispute, orderId)),
    );
  }

  readPayouts(window: PayoutWindow): Promise<ProviderResponse<PayoutPage<ReportedPayout>>> {
    return this.call(
      "readPayouts",
      { method: "POST", path: pathOf("settlements"), body: payoutsRequest(window) },
      fromSettlements,
    );
  }

  readPayoutLines(window: PayoutWindow): Promise<ProviderResponse<PayoutPage<ReportedLine>>> {
    return this.call(
      "readPayoutLines",
      { method: "POST", path: pathOf("settlement", "recon"), body: payoutsRequest(window) },
      fromRecon,
    );
  }

  readWebhook(rawBody: Buffer, headers: WebhookHeaders): WebhookEvent | undefined {
    return readWebhook(this.#secret, rawBody, headers, Date.now());
  }

  private async call<T>(
    name: (typeof CALLS)[number],
    request: CashfreeCall,
    read: (body: unknown) => T,
  ): Promise<ProviderResponse<T>> {
    const start = performance.now();
    const response = await this.send(request, read);
    const seconds = (performance.now() - start) / 1000;
    this.counters.time(PROVIDER_CALLS, { call: name, outcome: outcomeOf(response) }, seconds);
    switch (response.kind) {
      case "done":
        break;
      case "refused":
        // "Not found" is a valid response, not a fault.
        if (response.status !== 404) this.logger.warn(`${name}: refused with ${response.status} ${response.code}`);
        break;
      case "unknown":
        this.logger.warn(`${name}: no definite response (${response.cause ?? response.why})`);
        break;
    }
    return response;
  }

  private async send<T>(request: CashfreeCall, read: (body: unknown) => T): Promise<ProviderResponse<T>> {
    const response = await this.client.send(request);
    if (response.kind !== "done") return response;
    try {
      return { kind: "done", value: read(response.value) };
    } catch (error) {
      // The request may have been carried out although the response is unreadable.
      if (error instanceof UnreadableResponse) return { kind: "unknown", why: "server_error" };
      throw error;
    }
  }
}

/** The outcome label of the metrics; "not found" is no error. */
function outcomeOf(response: ProviderResponse<unknown>): string {
  switch (response.kind) {
    case "done":
      return "done";
    case "refused":
      return response.status === 404 ? "not_found" : "refused";
    case "unknown":
      return response.why;
  }
}

function oldestFirst(payments: readonly ProviderPayment[]): ProviderPayment[] {
  const at = ({ completedAt, startedAt }: ProviderPayment): number =>
    (completedAt ?? startedAt)?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return [...payments].sort((a, b) => at(a) - at(b));
}

/** Maps an order to the provider's request: rupees with at most two decimals, times without milliseconds. */
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
    ...(request.installation === undefined ? {} : { order_tags: tagsOf(request.installation, request.subject) }),
  };
}

function tagsOf(installation: string, subject: OrderedSubject | undefined): Readonly<Record<string, string>> {
  return {
    [INSTALLATION_TAG]: installation,
    ...(subject === undefined ? {} : { [subject.type]: subject.id }),
    ...(subject?.stallId === undefined ? {} : { [STALL_TAG]: subject.stallId }),
    ...(subject?.event === undefined ? {} : { [EVENT_TAG]: subject.event }),
  };
}

/** Tags that are not as we write them are ignored. */
function subjectOf(tags: Readonly<Record<string, unknown>>): OrderedSubject | undefined {
  const stall = optional(tags[STALL_TAG]);
  const event = optional(tags[EVENT_TAG]);
  for (const type of SUBJECT_TAGS) {
    const id = optional(tags[type]);
    if (id === undefined || !UUID.test(id)) continue;
    if (type !== "booking" || stall === undefined || !STALLS.test(stall)) return { type, id };
    return { type, id, stallId: stall, ...(event !== undefined && EVENT.test(event) ? { event } : {}) };
  }
  return undefined;
}

/** Maps a refund, full or partial, of a stall or a listing to the provider's request. */
function toRefundRequest({ orderId, refundId, amountPaise }: RefundRequest): object {
  return { refund_id: refundId, refund_amount: toRupees(amountPaise), refund_note: `Refund of order ${orderId}` };
}

/** @returns the id of the response's order, which must be the requested one regardless of case @throws UnreadableResponse */
function sameOrder(value: unknown, orderId: string): string {
  const reported = text(value, "order_id");
  if (reported.toLowerCase() !== orderId.toLowerCase()) throw new UnreadableResponse("order_id");
  return reported;
}

/**
 * @param orderId the requested order
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
    expiresAt: dateOf(entity["order_expiry_time"]),
    customerId: optional(fieldsOf(entity["customer_details"])["customer_id"]),
    installation: optional(fieldsOf(entity["order_tags"])[INSTALLATION_TAG]),
    subject: subjectOf(fieldsOf(entity["order_tags"])),
    createdAt: dateOf(entity["created_at"]),
  };
}

/** Longest text of a payer; the provider's limit is 100. */
const PAYER_TEXT = /^[^\p{Cc}\p{Cs}\p{Cn}]{1,200}$/u;

/**
 * @param orderId the requested order
 * @throws UnreadableResponse
 */
function fromCustomerDetails(value: unknown, orderId: string): ProviderPayer {
  const entity = fieldsOf(value);
  sameOrder(entity["order_id"], orderId);
  const customer = fieldsOf(entity["customer_details"]);
  const textOf = (name: string): string | undefined => {
    const found = customer[name];
    return typeof found === "string" && PAYER_TEXT.test(found) ? found : undefined;
  };
  const phone = textOf("customer_phone")?.slice(-10);
  return {
    name: textOf("customer_name"),
    email: textOf("customer_email"),
    phone: phone !== undefined && /^\d{10}$/.test(phone) ? phone : undefined,
  };
}

/**
 * @param orderId the requested order
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
    startedAt: dateOf(entity["payment_time"]),
    completedAt: dateOf(entity["payment_completion_time"]),
  };
}

/**
 * @param orderId the requested order
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

/**
 * @param orderId the requested order
 * @throws UnreadableResponse
 */
function fromDisputeEntity(value: unknown, orderId: string): SeenDispute {
  const entity = fieldsOf(value);
  const order = fieldsOf(entity["order_details"]);
  sameOrder(order["order_id"], orderId);
  return {
    disputeId: text(entity["dispute_id"], "dispute_id"),
    paymentId: optional(order["cf_payment_id"]),
    amountPaise: paise(entity["dispute_amount"], "dispute_amount"),
    status: text(entity["dispute_status"], "dispute_status"),
    respondBy: dateOf(entity["respond_by"]),
    reasonCode: optional(entity["reason_code"]),
    updatedAt: dateOf(entity["updated_at"]) ?? dateOf(entity["created_at"]),
  };
}
