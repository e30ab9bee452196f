import type { Type } from "@nestjs/common";
import { TestSimulator } from "@sakhi/testkit/payment-simulator";
import { until } from "@sakhi/testkit/until";
import { BookingPayments } from "../../src/bookings/booking-payments.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { SettlementService } from "../../src/payments/settlement.service.js";
import type { SettlementTrigger } from "../../src/payments/payments.types.js";
import { type Answer, MelaTest, orderId as newOrderId, type TestVisitor } from "../bookings/mela.js";

/** A visitor on the way to buying a stall. */
export interface Buyer {
  readonly visitor: TestVisitor;
  readonly stallId: string;
  readonly orderId: string;
  /** Rupees. */
  readonly amount: number;
}

/** The Mela on a database of its own, with a payment provider that is as new. */
export class PayingTest {
  protected constructor(
    readonly mela: MelaTest,
    readonly simulator: TestSimulator,
  ) {}

  /** @param modules features with routes besides the bookings' */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<PayingTest> {
    const simulator = await TestSimulator.start();
    // Nobody listens at the address: webhooks are lost unless a spec wants them.
    const own = { PUBLIC_URL: "http://127.0.0.1:1", ...simulator.settings, ...settings };
    return new PayingTest(await MelaTest.start(own, modules), simulator);
  }

  get<T>(service: Type<T>): T {
    return this.mela.app.get(service, { strict: false });
  }

  get settlement(): SettlementService {
    return this.get(SettlementService);
  }

  get payments(): BookingPayments {
    return this.get(BookingPayments);
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
    const answer = await visitor.register(stallId, { orderId, ...changes });
    if (answer.status !== 201) throw new Error(`register ${stallId}: ${JSON.stringify(answer.body)}`);
    return { visitor, stallId, orderId, amount: Number(answer.body["finalAmount"]) };
  }

  /** A visitor who stands before the provider's page. */
  async paying(stallId: string, changes: Record<string, unknown> = {}, visitor?: TestVisitor): Promise<Buyer> {
    const buyer = await this.registered(stallId, changes, visitor);
    const answer = await this.initiate(buyer);
    if (answer.status !== 201) throw new Error(`initiate ${stallId}: ${JSON.stringify(answer.body)}`);
    return buyer;
  }

  /** A visitor whose time to pay ran out without money: the stall is free again. */
  async released(stallId: string, changes: Record<string, unknown> = {}, visitor?: TestVisitor): Promise<Buyer> {
    const buyer = await this.paying(stallId, changes, visitor);
    await this.endWindow(buyer);
    const { release } = await this.payments.closeExpiredPayment(await this.bookingOf(buyer.orderId));
    if (release?.released !== true) throw new Error(`${stallId} was not released`);
    return buyer;
  }

  initiate(buyer: Buyer, changes: Record<string, unknown> = {}, visitor = buyer.visitor): Promise<Answer> {
    const { stallId, orderId, amount } = buyer;
    return visitor.post("/api/v1/cashfree/initiate", {
      orderId,
      amount,
      customerName: "Asha Rao",
      customerEmail: "asha@example.com",
      customerPhone: "9876543210",
      metadata: { type: "mela_stall", stallId, stallType: stallId.startsWith("A") ? "Premium" : "General" },
      ...changes,
    });
  }

  /** @returns what it came to */
  async settle(orderId: string, trigger: SettlementTrigger = "workflow"): Promise<string> {
    return (await this.settlement.settleOrder(orderId, trigger)).outcome;
  }

  /** Settles money that came late; where another stall is offered for it, as if the payer had let the time pass. */
  async lateMoneyBack(orderId: string): Promise<string> {
    const outcome = await this.settle(orderId);
    if (outcome !== "offered") return outcome;
    await this.endOffer(orderId);
    return this.settle(orderId);
  }

  /** The time to choose another stall is over, by its end in the database: nothing else notices. */
  endOffer(orderId: string): Promise<unknown[]> {
    return this.mela.query(
      `UPDATE stall_offers SET offered_at = offered_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
        WHERE order_id = $1`,
      [orderId],
    );
  }

  status(orderId: string): Promise<Answer> {
    return this.mela.visitor().get(`/api/v1/mela/payment-status/${orderId}`);
  }

  /** Lets the time to pay run out, by its deadline: nothing else notices. */
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

  /** Outcomes of what is known of an order's payments, the oldest first. */
  paymentsOf(orderId: string): Promise<string[]> {
    return this.mela.column(
      "SELECT outcome FROM payments WHERE order_id = $1 ORDER BY started_at, provider_payment_id",
      [orderId],
    );
  }

  /** Kinds put before the operator, by subject. */
  issues(subject: string): Promise<string[]> {
    return this.mela.column("SELECT kind FROM issues WHERE subject = $1 AND resolved_at IS NULL ORDER BY kind", [
      subject,
    ]);
  }

  /** Templates of the mails queued for a stall's bookings, the oldest first. */
  mails(stallId: string): Promise<string[]> {
    return this.mela.column(
      `SELECT m.template FROM mails m JOIN bookings b ON b.id = m.booking_id
        WHERE b.stall_id = $1 ORDER BY m.created_at`,
      [stallId],
    );
  }

  invoicesOf(orderId: string): Promise<string[]> {
    return this.mela.column("SELECT number FROM invoices WHERE order_id = $1", [orderId]);
  }

  /** Kinds of an order's documents, e.g. CRN and INV. */
  async documents(orderId: string): Promise<string[]> {
    return (await this.invoicesOf(orderId)).map((number) => number.slice(0, 3)).sort();
  }

  /** Sees a refund through at the provider. */
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

  /** Workflow ids nudged so far, with a prefix. */
  nudged(prefix: string): Promise<string[]> {
    return this.mela.column(
      `SELECT payload->>'workflowId' AS id FROM outbox
        WHERE topic = 'workflow' AND payload->>'workflowId' LIKE $1 || '%' ORDER BY outbox.id`,
      [prefix],
    );
  }

  /** The return page has the provider asked at most every two seconds: as if they had passed. */
  mayAskAgain(orderId: string): Promise<unknown[]> {
    return this.mela.query("UPDATE orders SET asked_at = NULL WHERE order_id = $1", [orderId]);
  }

  /**
   * Asks as the return page does, until it is so: an answer that took the provider too long comes the next time.
   *
   * @param ask what the page receives
   */
  untilReported(orderId: string, status: string, ask: (orderId: string) => Promise<unknown>): Promise<void> {
    return until(`${orderId} to be ${status}`, async () => {
      await this.mayAskAgain(orderId);
      return (await ask(orderId)) === status;
    });
  }

  close(): Promise<void> {
    return this.mela.close();
  }
}
