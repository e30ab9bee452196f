import { Injectable, Logger } from "@nestjs/common";
import { toRupees } from "@sakhi/domain/money/money";
import axios, { isAxiosError } from "axios";
import { CFEnvironment, Cashfree } from "cashfree-pg";
import { Config } from "../../platform/config/config.js";
import { PROVIDER_CALLS, Tallies } from "../../platform/metrics/tallies.js";
import {
  UnreadableAnswer,
  fromOrderEntity,
  fromPaymentEntity,
  fromRefundEntity,
  listOf,
  toCreateOrderRequest,
} from "./cashfree.mapping.js";
import { PaymentProvider } from "./payment-provider.js";
import type {
  OrderRequest,
  ProviderAnswer,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
  RefundRequest,
  WebhookHeaders,
} from "./payment-provider.js";
import { isGenuineWebhook } from "../webhooks/webhook-signature.js";

type SdkAxios = NonNullable<ConstructorParameters<typeof Cashfree>[7]>;

/** How long we wait for the provider, in milliseconds. */
const TIMEOUT_MS = 8_000;
/** The API's version is pinned: the SDK's default moves with its releases. */
const API_VERSION = "2025-01-01";

/**
 * Cashfree by its own SDK (reference/payments-and-gst.md sections 1, 2, 5 and 7). Raw errors are never logged or
 * passed on: they carry our secret in their request headers.
 */
@Injectable()
export class CashfreeProvider extends PaymentProvider {
  private readonly logger = new Logger("Cashfree");
  private readonly client: Cashfree;
  private readonly secret: string;

  constructor(
    config: Config,
    private readonly tallies: Tallies,
  ) {
    super();
    const { environment, clientId, clientSecret, baseUrl } = config.cashfree;
    this.secret = clientSecret;
    this.client = new Cashfree(
      // Not Cashfree.PRODUCTION: that is undefined and silently means the sandbox.
      environment === "production" ? CFEnvironment.PRODUCTION : CFEnvironment.SANDBOX,
      clientId,
      clientSecret,
      undefined,
      undefined,
      undefined,
      // Without this false the SDK sends our own requests, bodies included, to its error tracker.
      false,
      // The SDK's types come from axios's CommonJS declarations, ours from the same package's ESM ones.
      axios.create({ timeout: TIMEOUT_MS, maxRedirects: 0 }) as unknown as SdkAxios,
    );
    // An empty basePath breaks the SDK, so it is set only where one is configured.
    if (baseUrl !== undefined) this.client.basePath = baseUrl;
    this.client.XApiVersion = API_VERSION;
  }

  createOrder(request: OrderRequest, idempotencyKey: string): Promise<ProviderAnswer<ProviderOrder>> {
    return this.ask(
      "createOrder",
      () => this.client.PGCreateOrder(toCreateOrderRequest(request), undefined, idempotencyKey),
      (order) => fromOrderEntity(order, request.orderId),
    );
  }

  readOrder(orderId: string): Promise<ProviderAnswer<ProviderOrder>> {
    return this.ask(
      "readOrder",
      () => this.client.PGFetchOrder(orderId),
      (order) => fromOrderEntity(order, orderId),
    );
  }

  readPayments(orderId: string): Promise<ProviderAnswer<readonly ProviderPayment[]>> {
    return this.ask(
      "readPayments",
      () => this.client.PGOrderFetchPayments(orderId),
      (list) => listOf(list, (payment) => fromPaymentEntity(payment, orderId)),
    );
  }

  terminate(orderId: string): Promise<ProviderAnswer<ProviderOrder>> {
    return this.ask(
      "terminate",
      () => this.client.PGTerminateOrder(orderId, { order_status: "TERMINATED" }),
      (order) => fromOrderEntity(order, orderId),
    );
  }

  refund(
    { orderId, refundId, amountPaise }: RefundRequest,
    idempotencyKey: string,
  ): Promise<ProviderAnswer<ProviderRefund>> {
    const body = {
      refund_id: refundId,
      refund_amount: toRupees(amountPaise),
      refund_note: "Stall payment returned in full",
    };
    return this.ask(
      "refund",
      () => this.client.PGOrderCreateRefund(orderId, body, undefined, idempotencyKey),
      (refund) => fromRefundEntity(refund, orderId),
    );
  }

  readRefunds(orderId: string): Promise<ProviderAnswer<readonly ProviderRefund[]>> {
    return this.ask(
      "readRefunds",
      () => this.client.PGOrderFetchRefunds(orderId),
      (list) => listOf(list, (refund) => fromRefundEntity(refund, orderId)),
    );
  }

  verifyWebhook(rawBody: Buffer, headers: WebhookHeaders): boolean {
    return isGenuineWebhook(this.secret, rawBody, headers, Date.now());
  }

  private async ask<Entity, T>(
    call: string,
    send: () => Promise<{ readonly data: Entity }>,
    read: (entity: Entity) => T,
  ): Promise<ProviderAnswer<T>> {
    const asked = performance.now();
    const answer = await answerOf(send, read);
    const seconds = (performance.now() - asked) / 1000;
    this.tallies.time(PROVIDER_CALLS, { call, outcome: outcomeOf(answer) }, seconds);
    switch (answer.kind) {
      case "done":
        break;
      case "refused":
        // "Not found" is a question answered, not a fault.
        if (answer.status !== 404) this.logger.warn(`${call}: refused with ${answer.status} ${answer.code}`);
        break;
      case "unknown":
        this.logger.warn(`${call}: no definite answer (${answer.why})`);
        break;
    }
    return answer;
  }
}

/** How a call ended, for the figures: "not found" is an answer, not a refusal. */
function outcomeOf(answer: ProviderAnswer<unknown>): string {
  switch (answer.kind) {
    case "done":
      return "done";
    case "refused":
      return answer.status === 404 ? "not_found" : "refused";
    case "unknown":
      return answer.why;
  }
}

async function answerOf<Entity, T>(
  send: () => Promise<{ readonly data: Entity }>,
  read: (entity: Entity) => T,
): Promise<ProviderAnswer<T>> {
  try {
    const response = await send();
    return { kind: "done", value: read(response.data) };
  } catch (error) {
    // A 200 we cannot read may well have done what we asked.
    if (error instanceof UnreadableAnswer) return { kind: "unknown", why: "server_error" };
    if (!isAxiosError<unknown>(error)) {
      return { kind: "unknown", why: "network" };
    }
    const status = error.response?.status;
    if (status === undefined) {
      const timedOut = error.code === "ECONNABORTED" || error.code === "ETIMEDOUT";
      return { kind: "unknown", why: timedOut ? "timeout" : "network" };
    }
    if (status >= 400 && status < 500 && status !== 408) {
      return { kind: "refused", status, code: codeOf(error.response?.data) };
    }
    return { kind: "unknown", why: "server_error" };
  }
}

/** The provider's error code, for the log: one word, so that nothing else gets there. */
function codeOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("code" in body)) return "";
  return typeof body.code === "string" && /^[\w-]{1,60}$/.test(body.code) ? body.code : "";
}
