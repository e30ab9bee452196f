import { setTimeout as delay } from "node:timers/promises";
import { HttpVisitor, newOrderId } from "../http-visitor.js";
import type { HttpReply } from "../http-visitor.js";
import type { SimulatedPayment } from "../payment-simulator.js";
import type { SeededRandom } from "../seeded-random.js";
import type { AcknowledgedFacts } from "./facts.js";
import type { StormLog } from "./log.js";
import { TIMES } from "./storm-product.js";
import type { StormProduct } from "./storm-product.js";

/** What everybody in a storm shares. */
export interface Stage {
  readonly product: StormProduct;
  readonly log: StormLog;
  readonly facts: AcknowledgedFacts;
  /** Aborted when nobody begins anything new. */
  readonly closing: AbortSignal;
}

/** No person waits longer for an answer. */
const PATIENCE_MS = 15_000;
/** How often a person presses again when there was no answer, or "please try again". */
const TRIES = 12;
const COUPONS = ["MELA10", "SAKHI25", "EARLY15", "ONCE50", "MELA10", "MELA10"] as const;

/** A browser in the storm: every call is recorded, and made again at the other api where there was no answer. */
export class StormBrowser extends HttpVisitor {
  constructor(
    private readonly stage: Stage,
    private readonly random: SeededRandom,
    number: number,
  ) {
    super(random.one(stage.product.sites), number);
  }

  /** Asks as a person who presses again; undefined where that helped nothing. */
  async ask(what: string, request: () => Promise<HttpReply>): Promise<HttpReply | undefined> {
    const { log, product, closing } = this.stage;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const at = log.now();
      const answer = await request().catch(() => undefined);
      const code = answer?.body["code"];
      const known = typeof code === "string" ? code : JSON.stringify(answer?.body ?? "").slice(0, 100);
      log.calls.push({ what, at, ms: log.now() - at, status: answer?.status, code: known });
      if (answer !== undefined && answer.status < 500) return answer;
      if (closing.aborted) return undefined;
      this.site = this.random.one(product.sites);
      await delay(this.random.between(200, 1_500));
    }
    return undefined;
  }

  /** As `ask`, sometimes as a double click; the answer, if it was a yes. */
  async press(what: string, request: () => Promise<HttpReply>): Promise<HttpReply | undefined> {
    const clicks = this.cookie !== undefined && this.random.next() < 0.2 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: clicks }, () => this.ask(what, request)));
    return answers.find((answer) => answer !== undefined && answer.status < 300);
  }

  put(path: string, body: object): Promise<HttpReply> {
    return this.call("PUT", path, body);
  }

  protected override async call(
    method: "GET" | "POST" | "PUT",
    path: string,
    body: object | undefined,
    headers: Record<string, string> = {},
  ): Promise<HttpReply> {
    const answer = await super.call(method, path, body, headers, PATIENCE_MS);
    // Without a hold my-hold is null.
    return { ...answer, body: Object(answer.body) as HttpReply["body"] };
  }
}

/** How often a visitor of each kind comes. */
const KINDS = {
  buys: 40,
  leaves: 10,
  neverPays: 7,
  failsFirst: 6,
  paysLate: 10,
  paysWrongAmount: 4,
  paysTwice: 4,
  bankIsSlow: 5,
  manyTabs: 6,
  listsBrand: 14,
  joins: 3,
} as const;

let people = 100_000_000;

/** One visitor of a random kind, from the first page to the last. */
export async function visit(stage: Stage, random: SeededRandom): Promise<void> {
  people += 1;
  const visitor = new Visitor(stage, random, new StormBrowser(stage, random, people));
  const kind = random.weighted(KINDS);
  stage.log.count(`visitors: ${kind}`);
  if (kind === "listsBrand") return visitor.listBrand();
  if (kind === "joins") return visitor.join();
  return visitor.book(kind);
}

type BookingKind = Exclude<keyof typeof KINDS, "listsBrand" | "joins">;

interface Order {
  readonly orderId: string;
  readonly stallId: string;
  readonly amount: number;
}

class Visitor {
  constructor(
    private readonly stage: Stage,
    private readonly random: SeededRandom,
    private readonly browser: StormBrowser,
  ) {}

  private isOver(): boolean {
    return this.stage.closing.aborted;
  }

  /** Looks around, books a stall, and pays or not, as the kind of visitor has it. */
  async book(kind: BookingKind): Promise<void> {
    const { random, browser } = this;
    await browser.ask("my-hold", () => browser.myHold());
    if (kind === "manyTabs") await Promise.all([this.reserve(), this.reserve(), this.reserve()]);
    const hold = await this.reserve();
    if (hold === undefined || this.isOver()) return;
    if (kind === "leaves" && random.next() < 0.5) return this.leave(hold.stallId, hold.expiresAt);
    const order = await this.register(hold.stallId);
    if (order === undefined || this.isOver()) return;
    if (kind === "leaves") return this.leave(hold.stallId, hold.expiresAt);
    if (random.next() < 0.15) await browser.ask("my-hold", () => browser.myHold());
    if (!(await this.initiate(order)) || this.isOver()) return;
    await this.payAs(kind, order);
  }

  private async payAs(kind: BookingKind, order: Order): Promise<void> {
    const { random } = this;
    const { orderId } = order;
    switch (kind) {
      case "neverPays":
        return;
      case "failsFirst":
        await this.pay(orderId, { outcome: random.one(["failed", "dropped"]) });
        await this.look(orderId, 1);
        await this.pay(orderId);
        break;
      case "paysLate":
        await this.waitUntilGivenUp(orderId);
        await this.pay(orderId, { force: true });
        await this.look(orderId, 20);
        return this.answerOffer();
      case "paysWrongAmount":
        await this.pay(orderId, { amount: order.amount + random.one([-100, 1, 500]) });
        break;
      case "paysTwice":
        await this.pay(orderId);
        await this.payAgain(orderId);
        break;
      case "bankIsSlow": {
        const afterMs = random.between(1_000, 15_000);
        await this.pay(orderId, { outcome: "pending", afterMs, then: random.one(["success", "success", "failed"]) });
        break;
      }
      default:
        await this.pay(orderId);
    }
    // Some never come back from the provider's page.
    if (random.next() < 0.2) return;
    const status = await this.look(orderId, 10);
    if (status === "payment_successful" && random.next() < 0.25) await this.claimListing();
  }

  private async reserve(): Promise<{ readonly stallId: string; readonly expiresAt: string } | undefined> {
    const { browser, random, stage } = this;
    for (let tries = 0; tries < 5 && !this.isOver(); tries += 1) {
      const layout = await browser.ask("layout", () => browser.get("/api/v1/mela/layout"));
      const stalls = (layout?.body ?? []) as unknown as { stallId: string; status: string }[];
      const free = Array.isArray(stalls) ? stalls.filter(({ status }) => status === "Available") : [];
      // One of the first: visitors get into each other's way.
      const wanted = free.slice(0, random.one([3, 70]));
      if (wanted.length > 0) {
        const { stallId } = random.one(wanted);
        const answer = await browser.press("reserve", () => browser.reserve(stallId));
        if (answer !== undefined) {
          const expiresAt = String(answer.body["expiresAt"]);
          stage.facts.remember("reserved", stallId, expiresAt);
          stage.log.count("reserved");
          return { stallId, expiresAt };
        }
      }
      await delay(random.between(200, 1_500));
    }
    return undefined;
  }

  private async leave(stallId: string, expiresAt: string): Promise<void> {
    const { browser, random, stage } = this;
    // Half just close the page.
    if (random.next() < 0.5) return;
    const answer = await browser.press("release", () => browser.release(stallId));
    if (answer?.body["released"] === true) stage.facts.remember("left", stallId, expiresAt);
  }

  private async register(stallId: string): Promise<Order | undefined> {
    const { browser, random, stage } = this;
    const orderId = newOrderId();
    const coupon = random.next() < 0.3 ? { appliedCouponCode: random.one(COUPONS) } : {};
    const form = { ...browser.registration(stallId, orderId), ...coupon };
    const answer =
      (await browser.press("register", () => browser.register(form))) ??
      // A coupon that was refused is taken out again.
      (await browser.press("register", () => browser.register(browser.registration(stallId, orderId))));
    if (answer === undefined) return undefined;
    stage.facts.remember("registered", orderId);
    stage.log.count("registered");
    return { orderId, stallId, amount: Number(answer.body["finalAmount"]) };
  }

  private async initiate({ orderId, stallId, amount }: Order): Promise<boolean> {
    const { browser, stage } = this;
    const payment = browser.payment(stallId, orderId, amount);
    const answer = await browser.press("initiate", () => browser.initiate(payment));
    if (answer === undefined) return false;
    stage.facts.remember("opened", orderId);
    stage.log.count("payments opened");
    return true;
  }

  /** At the provider's page; it may be away, or have closed the order. */
  private async pay(
    orderId: string,
    how: SimulatedPayment & { readonly afterMs?: number; readonly then?: string } = {},
  ) {
    const { product, facts, log } = this.stage;
    try {
      const { paymentId } = await product.payments.pay(orderId, how);
      if ((how.outcome ?? "success") !== "success" || paymentId === undefined) return;
      facts.remember("paid", orderId, paymentId);
      log.count("payments made");
    } catch {
      log.count("payments that could not be made");
    }
  }

  /** The provider takes a second payment on the order, as it never should. */
  private async payAgain(orderId: string): Promise<void> {
    const { product, facts, log } = this.stage;
    try {
      const { paymentId = "" } = await product.payments.secondSuccess(orderId);
      facts.remember("paid", orderId, paymentId);
      log.count("second payments made");
    } catch {
      log.count("payments that could not be made");
    }
  }

  /** Waits until the stall is given up, and mostly a while longer, so that somebody else may have it. */
  private async waitUntilGivenUp(orderId: string): Promise<void> {
    const { browser, random, stage } = this;
    const rest = (ms: number) => delay(ms, undefined, { signal: stage.closing }).catch(() => undefined);
    await rest(TIMES.window * 1_000);
    let status: unknown = "payment_pending";
    while (status === "payment_pending" && !this.isOver()) {
      await rest(random.between(2_000, 6_000));
      const answer = await browser.ask("payment-status", () => browser.status(orderId));
      status = answer?.body["paymentStatus"] ?? status;
    }
    await rest(random.between(0, 15_000));
  }

  /** Back at our page: looks until it says how the payment went, at most so often. */
  private async look(orderId: string, times: number): Promise<string> {
    const { browser, random, stage } = this;
    let status = "payment_pending";
    for (let look = 0; look < times && status === "payment_pending" && !this.isOver(); look += 1) {
      const answer = await browser.ask("payment-status", () => browser.status(orderId));
      const found = answer?.body["paymentStatus"];
      if (typeof found === "string") status = found;
      if (status === "payment_pending") await delay(random.between(300, 2_000));
    }
    if (status === "payment_successful") {
      stage.facts.remember("shown_sold", orderId);
      stage.log.count("shown that it is theirs");
    }
    return status;
  }

  /** A payer whose stall was gone: takes another by the link in the mail, wants the money back, or does nothing. */
  private async answerOffer(): Promise<void> {
    const { browser, random, stage } = this;
    const link = await this.linkInMail(/\/paid-events\/mela\/offer#([\w.~-]+)/);
    if (link === undefined || random.next() < 0.3) return;
    const view = await browser.ask("offer", () => browser.post("/api/v1/mela/offer/view", { token: link }));
    const free = (view?.body["freeStalls"] ?? []) as string[];
    const accepts = free.length > 0 && random.next() < 0.7;
    const answer = accepts
      ? await browser.press("offer accept", () =>
          browser.post("/api/v1/mela/offer/accept", { token: link, stallId: random.one(free) }),
        )
      : await browser.press("offer decline", () => browser.post("/api/v1/mela/offer/decline", { token: link }));
    if (answer !== undefined) stage.log.count(accepts ? "offers accepted" : "offers declined");
  }

  /** The free listing that comes with the stall. */
  private async claimListing(): Promise<void> {
    const { browser, stage } = this;
    const { email, phone } = browser;
    const listingData = browser.application({ submissionType: "free_lead" });
    const form = { email, phoneNumber: `+91${phone}`, listingData };
    const answer = await browser.press("verify-listing", () => browser.post("/api/v1/mela/verify-listing", form));
    if (answer === undefined) return;
    stage.facts.remember("applied", email, "mela_free");
    stage.log.count("listings claimed");
  }

  /** Joins the community for free. */
  async join(): Promise<void> {
    const { browser, stage } = this;
    const form = browser.application({ submissionType: "free_lead" });
    const answer = await browser.press("submit-lead", () => browser.post("/api/v1/brand/submit-lead", form));
    if (answer === undefined) return;
    stage.facts.remember("applied", browser.email, "free");
    stage.log.count("joined");
  }

  /** Hands in an application, pays for it, and for another year once the reminder has come. */
  async listBrand(): Promise<void> {
    const { browser, random, stage } = this;
    const form = browser.application({ submissionType: "paid_listing" });
    const answer = await browser.press("initiate listing", () => browser.post("/api/v1/cashfree/initiate", form));
    if (answer === undefined) return;
    stage.facts.remember("applied", browser.email, "paid");
    stage.log.count("listings applied for");
    if (random.next() < 0.1) return;
    if (!(await this.payListing(String(answer.body["orderId"]), "listings paid"))) return;
    if (random.next() < 0.5) return;
    const token = await this.linkInMail(/[?&]renew=([\w.~%-]+)/, 3 * TIMES.listingYear * 1_000);
    if (token === undefined || this.isOver()) return;
    const body = { token: decodeURIComponent(token) };
    const renewal = await browser.press("renew", () => browser.post("/api/v1/brand/renew", body));
    if (renewal !== undefined) await this.payListing(String(renewal.body["orderId"]), "listings renewed");
  }

  private async payListing(orderId: string, counted: string): Promise<boolean> {
    const { browser, random, stage } = this;
    stage.facts.remember("opened", orderId);
    if (random.next() < 0.1) await this.pay(orderId, { outcome: "failed" });
    await this.pay(orderId);
    for (let look = 0; look < 10 && !this.isOver(); look += 1) {
      const path = `/api/v1/brand/payment-status?order_id=${orderId}`;
      const answer = await browser.ask("listing payment-status", () => browser.get(path));
      if (answer?.body["status"] === "payment_successful") {
        stage.log.count(counted);
        return true;
      }
      await delay(random.between(300, 2_000));
    }
    return false;
  }

  /** What a link in one of their mails holds; waits for the mail. */
  private async linkInMail(link: RegExp, withinMs = 15_000): Promise<string | undefined> {
    const { mails } = this.stage.product;
    const until = this.stage.log.now() + withinMs;
    while (this.stage.log.now() < until && !this.isOver()) {
      try {
        for (const mail of await mails.to(this.browser.email)) {
          const found = link.exec((await mails.body(mail)).text);
          if (found?.[1] !== undefined) return found[1];
        }
      } catch {
        // The mailbox is away.
      }
      await delay(2_000);
    }
    return undefined;
  }
}
