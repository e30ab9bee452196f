import { Injectable, Logger } from "@nestjs/common";
import { Config } from "../../platform/config/config.js";
import { PROVIDER_CALLS, Counters } from "../../platform/metrics/counters.js";
import { type CashfreeCall, CashfreeClient, pathOf } from "./cashfree.client.js";
import {
  UnreadableResponse,
  fromOrderEntity,
  fromPaymentEntity,
  fromRefundEntity,
  listOf,
  toCreateOrderRequest,
  toRefundRequest,
} from "./cashfree.mapping.js";
import { readWebhook } from "./cashfree.webhook.js";
import {
  type OrderRequest,
  PaymentProvider,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderRefund,
  type ProviderResponse,
  type RefundRequest,
  type WebhookEvent,
  type WebhookHeaders,
} from "./payment-provider.js";

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
