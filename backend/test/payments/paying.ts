import { createHmac } from "node:crypto";
import type { Type } from "@nestjs/common";
import { TestSimulator } from "@sakhi/testkit/payment-simulator";
import { until } from "@sakhi/testkit/until";
import { ExpiredPaymentsService } from "../../src/bookings/expired-payments.service.js";
import type { SettlementTrigger } from "../../src/payments/payments.types.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { SettlementService } from "../../src/payments/settlement.service.js";
import { type TestResponse, MelaTest, orderId as newOrderId, type TestVisitor } from "../bookings/mela.js";

/** A visitor who is buying a stall. */
export interface Buyer {
  readonly visitor: TestVisitor;
  readonly stallId: string;
  readonly orderId: string;
  /** Rupees. */
  readonly amount: number;
}

/** Parts of a webhook that differ from the provider's. */
interface ForgedWebhook {
  readonly secret?: string;
  readonly timestamp?: string;
  /** The signed body, if it is not the one sent. */
  readonly signed?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The Mela with its own database and payment simulator. */
export class PayingTest {
  protected constructor(
    readonly mela: MelaTest,
    readonly simulator: TestSimulator,
  ) {}

  /** @param modules features with routes other than the bookings' */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<PayingTest> {
    const simulator = await TestSimulator.start();
    // Nothing listens there: webhooks are lost unless a spec overrides it.
    const own = { PUBLIC_URL: "http://127.0.0.1:1", ...simulator.settings, ...settings };
    return new PayingTest(await MelaTest.start(own, modules), simulator);
  }

  get<T>(service: Type<T>): T {
    return this.mela.app.get(service, { strict: false });
  }

  get settlement(): SettlementService {
    return this.get(SettlementService);
  }

  get expiredPayments(): ExpiredPaymentsService {
    return this.get(ExpiredPaymentsService);
  }

  /** A visitor who has reserved a stall and registered for it. */
  async registered(
    stallId: string,
    changes: Record<string, unknown> = {},
    visitor: TestVisitor = this.mela.visitor(),
  ): Promise<Buyer> {
    const reserved = await visitor.reserve(stallId);
    if (reserved.status > 201) throw new Error(`reserve ${stallId}: ${JSON.stringify(reserved.body)}`);
    const orderId = newOrderId();
    const response = await visitor.register(stallId, { orderId, ...changes });
    if (response.status !== 201) throw new Error(`register ${stallId}: ${JSON.stringify(response.body)}`);
    return { visitor, stallId, orderId, amount: Number(response.body["finalAmount"]) };
  }

  /** A visitor with an open payment order. */
  async paying(stallId: string, changes: Record<string, unknown> = {}, visitor?: TestVisitor): Promise<Buyer> {
    const buyer = await this.registered(stallId, changes, visitor);
    const response = await this.initiate(buyer);
    if (response.status !== 201) throw new Error(`initiate ${stallId}: ${JSON.stringify(response.body)}`);
    return buyer;
  }

  /** A visitor whose payment window ended unpaid: the stall is free again. */
  async released(stallId: string, changes: Record<string, unknown> = {}, visitor?: TestVisitor): Promise<Buyer> {
    const buyer = await this.paying(stallId, changes, visitor);
    await this.endWindow(buyer);
    const { release } = await this.expiredPayments.closeExpiredPayment(await this.bookingOf(buyer.orderId));
    if (release?.released !== true) throw new Error(`${stallId} was not released`);
    return buyer;
  }

  /** A visitor whose payment arrived after the release, when another visitor holds the stall. */
  async paidTooLate(stallId: string): Promise<Buyer> {
    const buyer = await this.released(stallId);
    await this.mela.visitor().reserve(stallId);
    await this.simulator.pay(buyer.orderId, { force: true });
    return buyer;
  }

  /** @param language of the page that sends it */
  initiate(
    buyer: Buyer,
    changes: Record<string, unknown> = {},
    visitor = buyer.visitor,
    language = "en",
  ): Promise<TestResponse> {
    const { stallId, orderId, amount } = buyer;
    const body = {
      orderId,
      amount,
      customerName: "Asha Rao",
      customerEmail: "asha@example.com",
      customerPhone: "9876543210",
      metadata: { type: "mela_stall", stallId, stallType: stallId.startsWith("A") ? "Premium" : "General" },
      ...changes,
    };
    return visitor.post("/api/v1/cashfree/initiate", body, { "accept-language": language });
  }

  /** @returns the outcome */
  async settle(orderId: string, trigger: SettlementTrigger = "workflow"): Promise<string> {
    return (await this.settlement.settleOrder(orderId, trigger)).outcome;
  }

  /** Settles late money; an offer of another stall is left to expire. */
  async refundLateMoney(orderId: string): Promise<string> {
    const outcome = await this.settle(orderId);
    if (outcome !== "offered") return outcome;
    await this.endOffer(orderId);
    return this.settle(orderId);
  }

  /** Expires the offer of another stall in the database only. */
  endOffer(orderId: string): Promise<unknown[]> {
    return this.mela.query(
      `UPDATE stall_offers SET offered_at = offered_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
        WHERE order_id = $1`,
      [orderId],
    );
  }

  status(orderId: string): Promise<TestResponse> {
    return this.mela.visitor().get(`/api/v1/mela/payment-status/${orderId}`);
  }

  /** Ends the payment window in the database only. */
  async endWindow({ orderId }: Buyer): Promise<void> {
    for (const sql of [
      "UPDATE bookings SET pay_until = clock_timestamp() - interval '1 second' WHERE order_id = $1",
      "UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 seconds' WHERE order_id = $1",
    ]) {
      await this.mela.query(sql, [orderId]);
    }
  }

  async bookingOf(orderId: string): Promise<string> {
    const id = await this.mela.value("SELECT id FROM bookings WHERE order_id = $1", [orderId]);
    if (id === undefined) throw new Error(`no booking of order ${orderId}`);
    return id;
  }

  async orderState(orderId: string): Promise<string> {
    const state = await this.mela.value("SELECT state FROM orders WHERE order_id = $1", [orderId]);
    return state ?? "none";
  }

  /** Outcomes of an order's recorded payments, oldest first. */
  paymentsOf(orderId: string): Promise<string[]> {
    return this.mela.column(
      "SELECT outcome FROM payments WHERE order_id = $1 ORDER BY started_at, provider_payment_id",
      [orderId],
    );
  }

  /** Kinds of the open issues of a subject. */
  issues(subject: string): Promise<string[]> {
    return this.mela.column("SELECT kind FROM issues WHERE subject = $1 AND resolved_at IS NULL ORDER BY kind", [
      subject,
    ]);
  }

  /** Templates of the mails queued for a stall's bookings, oldest first. */
  mails(stallId: string): Promise<string[]> {
    return this.mela.column(
      `SELECT m.template FROM mails m JOIN bookings b ON b.id = m.booking_id
        WHERE b.stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) ORDER BY m.created_at`,
      [stallId],
    );
  }

  /** Sends a webhook, signed like the provider's or with forged parts. */
  sendWebhook(body: string, change: ForgedWebhook = {}) {
    const { secret = this.mela.config.cashfree.clientSecret, timestamp = String(Date.now()), signed = body } = change;
    const signature = createHmac("sha256", secret).update(timestamp).update(signed).digest("base64");
    const all = {
      ...{ "content-type": "application/json", "x-webhook-signature": signature, "x-webhook-timestamp": timestamp },
      ...change.headers,
    };
    const headers = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]));
    return this.mela.app.inject({ method: "POST", url: "/api/v1/cashfree/webhook", headers, payload: body });
  }

  invoicesOf(orderId: string): Promise<string[]> {
    return this.mela.column("SELECT number FROM invoices WHERE order_id = $1", [orderId]);
  }

  /** Kinds of an order's documents, e.g. CRN and INV. */
  async documents(orderId: string): Promise<string[]> {
    return (await this.invoicesOf(orderId)).map((number) => number.slice(0, 3)).sort();
  }

  /** Requests a refund and waits until it has succeeded. */
  async refundArrives(refundId: string): Promise<void> {
    const refunds = this.get(RefundsService);
    await refunds.requestRefund(refundId);
    await until("the refund to arrive", async () => (await refunds.checkRefund(refundId)).state === "succeeded");
  }

  refundsOf(orderId: string): Promise<{ id: string; state: string; paise: number; reason: string }[]> {
    return this.mela.query(
      "SELECT refund_id AS id, state, amount_paise::int AS paise, reason FROM refunds WHERE order_id = $1",
      [orderId],
    );
  }

  /** Ids of the workflows nudged so far that start with a prefix. */
  nudged(prefix: string): Promise<string[]> {
    return this.mela.column(
      `SELECT payload->>'workflowId' AS id FROM outbox
        WHERE topic = 'workflow' AND payload->>'workflowId' LIKE $1 || '%' ORDER BY outbox.id`,
      [prefix],
    );
  }

  /** Resets the return page's rate limit of provider reads. */
  resetRateLimit(orderId: string): Promise<unknown[]> {
    return this.mela.query("UPDATE orders SET asked_at = NULL WHERE order_id = $1", [orderId]);
  }

  /**
   * Polls like the return page until it gets the status; a slow response of the provider shows at the next poll.
   *
   * @param poll returns the page's status
   */
  untilReported(orderId: string, status: string, poll: (orderId: string) => Promise<unknown>): Promise<void> {
    return until(`${orderId} to be ${status}`, async () => {
      await this.resetRateLimit(orderId);
      return (await poll(orderId)) === status;
    });
  }

  close(): Promise<void> {
    return this.mela.close();
  }
}
