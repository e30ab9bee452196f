import { setTimeout as delay } from "node:timers/promises";
import { expectSuccess, type HttpReply, HttpVisitor } from "@sakhi/testkit/http-visitor";
import { eventually } from "@sakhi/testkit/until";
import type { ChaosProduct } from "../chaos/chaos-product.js";

/** Pause between two visitors, in ms. */
const PAUSE_MS = 1_000;
const BUY_MS = 60_000;

/** A quiet sale: each second somebody reads the plan, every other one reserves a stall and registers, and leaves. */
export class Traffic {
  private readonly over = new AbortController();
  private readonly running: Promise<void>;
  private payers = 0;

  constructor(private readonly product: ChaosProduct) {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.running;
  }

  /** From now on every visitor goes to pay, and does not. @returns ends it */
  paysOften(): () => void {
    this.payers += 1;
    return () => {
      this.payers -= 1;
    };
  }

  /** Opens an order, and leaves. */
  async leaveOrderOpen(): Promise<void> {
    await eventually("an order to be opened", async () => (await this.book(true)) !== undefined, BUY_MS);
  }

  /** Buys a stall, and waits for the page that says so; the api reads the order at the provider for it. */
  async buy(): Promise<void> {
    let order: Order | undefined;
    await eventually("an order to be opened", async () => (order = await this.book(true)) !== undefined, BUY_MS);
    if (order === undefined) return;
    const { visitor, orderId } = order;
    await this.product.payments.pay(orderId);
    await eventually(
      "the stall to be sold",
      async () => (await visitor.status(orderId)).body["paymentStatus"] === "payment_successful",
      BUY_MS,
    );
  }

  /** Pays for a listing, which then waits for its review. @returns its order */
  async listBrand(): Promise<string> {
    const browser = new HttpVisitor(this.site());
    const form = browser.application({ submissionType: "paid_listing" });
    const reply = expectSuccess(await browser.post("/api/v1/cashfree/initiate", form));
    const orderId = String(reply.body["orderId"]);
    await this.product.payments.pay(orderId);
    return orderId;
  }

  private site(): string {
    const { sites } = this.product;
    return sites[Math.floor(Math.random() * sites.length)] ?? "";
  }

  private async run(): Promise<void> {
    for (let turn = 0; !this.over.signal.aborted; turn += 1) {
      const pays = this.payers > 0;
      // A product with a fault refuses some.
      if (pays || turn % 2 === 0) await this.book(pays).catch(() => undefined);
      else await new HttpVisitor(this.site()).layout().catch(() => undefined);
      await delay(PAUSE_MS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  /** Reserves a free stall and registers; with `pays` the order is opened too. @returns undefined if anything was refused */
  private async book(pays: boolean): Promise<Order | undefined> {
    const visitor = new HttpVisitor(this.site());
    const layout = await visitor.layout();
    const free = (layout.body as unknown as { stallId: string; status: string }[]).filter(
      ({ status }) => status === "Available",
    );
    const stall = free[Math.floor(Math.random() * free.length)];
    if (stall === undefined || !worked(await visitor.reserve(stall.stallId))) return undefined;
    const registration = visitor.registration(stall.stallId);
    const registered = await visitor.post("/api/v1/mela/create-provisional-registration", registration);
    if (!worked(registered)) return undefined;
    const orderId = String(registration["orderId"]);
    const amount = Number(registered.body["finalAmount"]);
    if (!pays) return { visitor, orderId };
    const opened = await visitor.initiate(visitor.payment(stall.stallId, orderId, amount));
    return worked(opened) ? { visitor, orderId } : undefined;
  }
}

interface Order {
  readonly visitor: HttpVisitor;
  readonly orderId: string;
}

const worked = ({ status }: HttpReply): boolean => status < 300;
