import { setTimeout as delay } from "node:timers/promises";
import type { AcknowledgedFacts } from "@sakhi/testkit/acknowledged-facts";
import { HttpVisitor, newOrderId } from "@sakhi/testkit/http-visitor";
import type { HttpReply } from "@sakhi/testkit/http-visitor";
import type { SimulatedPayment } from "@sakhi/testkit/payment-simulator";
import type { SeededRandom } from "@sakhi/testkit/seeded-random";
import { TIMES } from "./chaos-product.js";
import type { ChaosProduct } from "./chaos-product.js";
import { type Demand, FULL_EVENT, FULL_TYPE, type VisitorKind } from "./demand.js";
import type { ChaosLog } from "./log.js";
import { endMoveSoon } from "./moves.js";

/** Shared by all visitors and operators of a chaos run. */
export interface Stage {
  readonly product: ChaosProduct;
  readonly demand: Demand;
  readonly log: ChaosLog;
  readonly facts: AcknowledgedFacts;
  /** Aborted when no new action may start. */
  readonly closing: AbortSignal;
}

/** Timeout of a call. */
const CALL_TIMEOUT_MS = 15_000;
/** Attempts after a 5xx or without a response. */
const MAX_ATTEMPTS = 12;
const COUPONS = ["MELA10", "SAKHI25", "EARLY15", "ONCE50", "MELA10", "MELA10"] as const;

/** A browser in the chaos run. Records every call, and retries failed ones on either api. */
export class ChaosBrowser extends HttpVisitor {
  constructor(
    private readonly stage: Stage,
    private readonly random: SeededRandom,
    number: number,
  ) {
    super(random.one(stage.product.sites), number);
  }

  /** Makes a call with retries, like a patient person; undefined if all of them fail. */
  async request(what: string, call: () => Promise<HttpReply>): Promise<HttpReply | undefined> {
    const { log, product, closing } = this.stage;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      const at = log.now();
      const reply = await call().catch(() => undefined);
      const code = reply?.body["code"];
      const known = typeof code === "string" ? code : JSON.stringify(reply?.body ?? "").slice(0, 100);
      log.calls.push({ what, at, ms: log.now() - at, status: reply?.status, code: known });
      if (reply !== undefined && reply.status < 500) return reply;
      if (closing.aborted) return undefined;
      this.site = this.random.one(product.sites);
      await delay(this.random.between(200, 1_500));
    }
    return undefined;
  }

  /** Like `request`, sometimes double-clicked. @returns the successful reply, if any */
  async press(what: string, call: () => Promise<HttpReply>): Promise<HttpReply | undefined> {
    const clicks = this.cookie !== undefined && this.random.next() < 0.2 ? 2 : 1;
    const replies = await Promise.all(Array.from({ length: clicks }, () => this.request(what, call)));
    return replies.find((reply) => reply !== undefined && reply.status < 300);
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
    const reply = await super.call(method, path, body, headers, CALL_TIMEOUT_MS);
    // Without a hold my-hold is null.
    return { ...reply, body: Object(reply.body) as HttpReply["body"] };
  }
}

const WAITING = "/api/v1/mela/waiting";
const BOOKING = "/api/v1/mela/my-booking";

/** What a holder sees of her moves. */
interface MovesView {
  readonly stallId: string;
  readonly open?: { readonly id: string; readonly toStallId: string };
  readonly stalls: readonly { readonly stallId: string; readonly difference: number }[];
}

let people = 100_000_000;

/** The whole visit of a random kind of visitor. */
export async function visit(stage: Stage, random: SeededRandom): Promise<void> {
  people += 1;
  const browser = new ChaosBrowser(stage, random, people);
  browser.event = random.one(stage.demand.events) || undefined;
  const visitor = new Visitor(stage, random, browser);
  const kind = random.weighted(stage.demand.visitors);
  stage.log.count(`visitors: ${kind}`);
  if (kind === "listsBrand") return visitor.listBrand();
  if (kind === "joins") return visitor.join();
  if (kind === "waits") return visitor.wait();
  return visitor.book(kind);
}

type BookingKind = Exclude<VisitorKind, "listsBrand" | "joins" | "waits">;

interface Order {
  readonly orderId: string;
  readonly stallId: string;
  readonly amount: number;
}

class Visitor {
  constructor(
    private readonly stage: Stage,
    private readonly random: SeededRandom,
    private readonly browser: ChaosBrowser,
  ) {}

  private isOver(): boolean {
    return this.stage.closing.aborted;
  }

  /** Books a stall, and pays according to the kind of visitor. */
  async book(kind: BookingKind): Promise<void> {
    const { random, browser } = this;
    await browser.request("my-hold", () => browser.myHold());
    if (kind === "manyTabs") await Promise.all([this.reserve(), this.reserve(), this.reserve()]);
    const hold = await this.reserve();
    if (hold === undefined || this.isOver()) return;
    if (kind === "leaves" && random.next() < 0.5) return this.leave(hold.stallId, hold.expiresAt);
    const first = kind === "buysSeveral" ? await this.addStalls(hold.stallId) : hold.stallId;
    const registered = await this.register(first);
    if (registered === undefined || this.isOver()) return;
    const order = kind === "buysSeveral" ? await this.changeOrder(registered) : registered;
    if (kind === "leaves") return this.leave(hold.stallId, hold.expiresAt);
    if (random.next() < 0.15) await browser.request("my-hold", () => browser.myHold());
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
        await this.pollStatus(orderId, 1);
        await this.pay(orderId);
        break;
      case "paysLate":
        await this.waitUntilReleased(orderId);
        await this.pay(orderId, { force: true });
        await this.pollStatus(orderId, 20);
        return this.respondToOffer();
      case "paysWrongAmount":
        await this.pay(orderId, { amount: order.amount + random.one([-100, 1, 500]) });
        break;
      case "paysTwice":
        await this.pay(orderId);
        await this.pay(orderId, {}, true);
        break;
      case "bankIsSlow": {
        const afterMs = random.between(1_000, 15_000);
        await this.pay(orderId, { outcome: "pending", afterMs, then: random.one(["success", "success", "failed"]) });
        break;
      }
      default:
        await this.pay(orderId);
    }
    // Some never return from the provider's page.
    if (random.next() < 0.2) return;
    const status = await this.pollStatus(orderId, 10);
    if (status !== "payment_successful") return;
    if (kind === "moves") return this.move(orderId);
    if (random.next() < 0.25) await this.claimListing();
  }

  /** Opens her booking, and moves it: to what an operator keeps for her, or to a stall of her choice, and sometimes on. */
  private async move(orderId: string): Promise<void> {
    const { browser, random, stage } = this;
    const token = await this.linkInMail(/\/my-booking#([\w.~-]+)/, 40_000);
    if (token === undefined) return;
    await browser.press("open booking", () => browser.post(`${BOOKING}/session`, { token }));
    for (let moves = random.between(1, 3); moves > 0 && !this.isOver(); moves -= 1) {
      const read = await browser.request("my moves", () => browser.get(`${BOOKING}/moves`));
      const { open, stalls } = (read?.body ?? {}) as unknown as Partial<MovesView>;
      if (open !== undefined) await this.answerMove(orderId, open);
      else if (stalls !== undefined && stalls.length > 0) await this.chooseMove(orderId, random.one(stalls));
      await delay(random.between(200, 4_000));
    }
    if (random.next() < 0.25) stage.log.count("bookings looked at after moving");
  }

  private async chooseMove(orderId: string, { stallId, difference }: MovesView["stalls"][number]): Promise<void> {
    const { browser, random, stage } = this;
    const reply = await browser.press("choose another stall", () =>
      browser.post(`${BOOKING}/moves`, { toStallId: stallId, seenDifference: difference }),
    );
    if (reply === undefined) return;
    const { open, stallId: own } = reply.body as unknown as MovesView;
    stage.log.count(open === undefined ? "holders moved at once" : "holders keep a dearer stall");
    if (own === stallId) stage.facts.remember("moved", orderId, stallId);
    if (open === undefined) return;
    stage.facts.remember("move", open.id);
    // Her own would wait ten minutes.
    await endMoveSoon(stage.product, open.id, random.between(2, 15));
    await this.answerMove(orderId, open);
  }

  /** Pays for a kept stall, says no, or lets the time pass. */
  private async answerMove(orderId: string, { id, toStallId }: NonNullable<MovesView["open"]>): Promise<void> {
    const { browser, random, stage } = this;
    const answer = random.weighted({ pays: 60, paysTwice: 5, paysLate: 12, fails: 5, withdraws: 10, leaves: 8 });
    if (answer === "leaves") return;
    if (answer === "withdraws") {
      const reply = await browser.press("say no to a move", () => browser.post(`${BOOKING}/moves/${id}/withdraw`, {}));
      if (reply !== undefined) stage.log.count("holders said no to a move");
      return;
    }
    const opened = await browser.press("pay for a move", () => browser.post(`${BOOKING}/moves/${id}/pay`, {}));
    const moveOrder = opened?.body["orderId"];
    if (typeof moveOrder !== "string" || this.isOver()) return;
    stage.facts.remember("opened", moveOrder);
    stage.log.count("moves: payments opened");
    if (answer === "fails") return this.pay(moveOrder, { outcome: "failed" });
    if (answer === "paysLate") {
      await endMoveSoon(stage.product, id, 1);
      const rest = TIMES.window * 1_000 + random.between(4_000, 20_000);
      await delay(rest, undefined, { signal: stage.closing }).catch(() => undefined);
    }
    await this.pay(moveOrder, answer === "paysLate" ? { force: true } : {});
    if (answer === "paysTwice") await this.pay(moveOrder, {}, true);
    for (let look = 0; look < 8 && !this.isOver(); look += 1) {
      const read = await browser.request("my moves", () => browser.get(`${BOOKING}/moves`));
      const { stallId, open } = (read?.body ?? {}) as unknown as MovesView;
      if (stallId === toStallId) {
        stage.facts.remember("moved", orderId, toStallId);
        stage.log.count("holders saw that they had moved");
        return;
      }
      if (open === undefined && answer !== "paysLate") return;
      await delay(random.between(300, 2_000));
    }
  }

  /** @param add to her hold, in one order with it */
  private async reserve(add = false): Promise<{ readonly stallId: string; readonly expiresAt: string } | undefined> {
    const { browser, random, stage } = this;
    for (let tries = 0; tries < (add ? 2 : 5) && !this.isOver(); tries += 1) {
      const layout = await browser.request("layout", () => browser.layout());
      const stalls = (layout?.body ?? []) as unknown as { stallId: string; status: string }[];
      const free = Array.isArray(stalls) ? stalls.filter(({ status }) => status === "Available") : [];
      // Often one of the first, so that visitors compete.
      const wanted = free.slice(0, random.one([3, 70]));
      if (wanted.length > 0) {
        const { stallId } = random.one(wanted);
        const reply = await browser.press(add ? "add a stall" : "reserve", () => browser.reserve(stallId, add));
        if (reply !== undefined) {
          const expiresAt = String(reply.body["expiresAt"]);
          stage.facts.remember("reserved", stallId, expiresAt);
          stage.log.count("reserved");
          return { stallId, expiresAt };
        }
      }
      await delay(random.between(200, 1_500));
    }
    return undefined;
  }

  /** Adds a stall to her hold, and sometimes removes one. @returns the first stall of her order */
  private async addStalls(first: string): Promise<string> {
    const { browser, random, stage } = this;
    const added = await this.reserve(true);
    if (added === undefined) return first;
    stage.log.count("stalls added to an order");
    if (random.next() < 0.7) return first;
    const removed = random.one([first, added.stallId]);
    const reply = await browser.press("remove a stall", () => browser.release(removed, true));
    if (reply?.body["released"] !== true) return first;
    stage.log.count("stalls removed from an order");
    return removed === first ? added.stallId : first;
  }

  /** Sometimes adds a stall to an order that is registered, which changes its number and its amount. */
  private async changeOrder(order: Order): Promise<Order> {
    const { browser, random } = this;
    if (random.next() < 0.5) return order;
    await this.addStalls(order.stallId);
    const hold = await browser.request("my-hold", () => browser.myHold());
    const { orderId, stallId, finalAmount } = hold?.body ?? {};
    return typeof orderId === "string" && typeof stallId === "string"
      ? { orderId, stallId, amount: Number(finalAmount) }
      : order;
  }

  private async leave(stallId: string, expiresAt: string): Promise<void> {
    const { browser, random, stage } = this;
    // Half just close the page.
    if (random.next() < 0.5) return;
    const reply = await browser.press("release", () => browser.release(stallId));
    if (reply?.body["released"] === true) stage.facts.remember("left", stallId, expiresAt);
  }

  private async register(stallId: string): Promise<Order | undefined> {
    const { browser, random, stage } = this;
    const orderId = newOrderId();
    const coupon = random.next() < 0.3 ? { appliedCouponCode: random.one(COUPONS) } : {};
    const form = { ...browser.registration(stallId, orderId), ...coupon };
    const reply =
      (await browser.press("register", () => browser.register(form))) ??
      // Retries without a refused coupon.
      (await browser.press("register", () => browser.register(browser.registration(stallId, orderId))));
    if (reply === undefined) return undefined;
    stage.facts.remember("registered", orderId);
    stage.log.count("registered");
    return { orderId, stallId, amount: Number(reply.body["finalAmount"]) };
  }

  private async initiate({ orderId, stallId, amount }: Order): Promise<boolean> {
    const { browser, stage } = this;
    const payment = browser.payment(stallId, orderId, amount);
    const reply = await browser.press("initiate", () => browser.initiate(payment));
    if (reply === undefined) return false;
    stage.facts.remember("opened", orderId);
    stage.log.count("payments opened");
    return true;
  }

  /**
   * Pays at the provider, which may be unreachable or have closed the order.
   * @param again a second payment on the order, which a correct provider would refuse
   */
  private async pay(
    orderId: string,
    how: SimulatedPayment & { readonly afterMs?: number; readonly then?: string } = {},
    again = false,
  ) {
    const { product, facts, log } = this.stage;
    try {
      const { paymentId } = await (again
        ? product.payments.secondSuccess(orderId)
        : product.payments.pay(orderId, how));
      if ((how.outcome ?? "success") !== "success" || paymentId === undefined) return;
      facts.remember("paid", orderId, paymentId);
      log.count(again ? "second payments made" : "payments made");
    } catch {
      log.count("payments that could not be made");
    }
  }

  /** Waits until the stall is released, and mostly longer, so that another visitor may reserve it. */
  private async waitUntilReleased(orderId: string): Promise<void> {
    const { browser, random, stage } = this;
    const rest = (ms: number) => delay(ms, undefined, { signal: stage.closing }).catch(() => undefined);
    await rest(TIMES.window * 1_000);
    let status: unknown = "payment_pending";
    while (status === "payment_pending" && !this.isOver()) {
      await rest(random.between(2_000, 6_000));
      const reply = await browser.request("payment-status", () => browser.status(orderId));
      status = reply?.body["paymentStatus"] ?? status;
    }
    await rest(random.between(0, 15_000));
  }

  /** Polls the return page until it shows the result, at most `times` times. */
  private async pollStatus(orderId: string, times: number): Promise<string> {
    const { browser, random, stage } = this;
    let status = "payment_pending";
    for (let look = 0; look < times && status === "payment_pending" && !this.isOver(); look += 1) {
      const reply = await browser.request("payment-status", () => browser.status(orderId));
      const found = reply?.body["paymentStatus"];
      if (typeof found === "string") status = found;
      if (status === "payment_pending") await delay(random.between(300, 2_000));
    }
    if (status === "payment_successful") {
      stage.facts.remember("shown_sold", orderId);
      stage.log.count("shown that it is theirs");
    }
    return status;
  }

  /** Responds to the offer of another stall: accepts, declines, or does nothing. */
  private async respondToOffer(): Promise<void> {
    const { browser, random, stage } = this;
    const link = await this.linkInMail(/\/paid-events\/mela\/offer#([\w.~-]+)/);
    if (link === undefined || random.next() < 0.3) return;
    const view = await browser.request("offer", () => browser.post("/api/v1/mela/offer/view", { token: link }));
    const free = (view?.body["freeStalls"] ?? []) as string[];
    const accepts = free.length > 0 && random.next() < 0.7;
    const reply = accepts
      ? await browser.press("offer accept", () =>
          browser.post("/api/v1/mela/offer/accept", { token: link, stallId: random.one(free) }),
        )
      : await browser.press("offer decline", () => browser.post("/api/v1/mela/offer/decline", { token: link }));
    if (reply !== undefined) stage.log.count(accepts ? "offers accepted" : "offers declined");
  }

  /** Waits for a stall of a full type, opens the mailed link, and takes what is offered, or leaves. */
  async wait(): Promise<void> {
    const { browser, random, stage } = this;
    browser.event = FULL_EVENT;
    const { email, phone: phoneNumber } = browser;
    const form = { event: FULL_EVENT, stallType: FULL_TYPE, fullName: "Asha Rao", email, phoneNumber };
    const joined = await browser.press("join waiting list", () => browser.post(`${WAITING}/join`, form));
    // Some of the type are free.
    if (joined === undefined) return;
    stage.facts.remember("waits", email);
    stage.log.count("joined the waiting list");
    const token = await this.linkInMail(/\/waiting-list#([\w.~-]+)/, 30_000);
    if (token === undefined) return;
    for (let look = 0; look < 40 && !this.isOver(); look += 1) {
      const view = await browser.request("waiting place", () => browser.post(`${WAITING}/view`, { token }));
      const { state, stallId } = (view?.body ?? {}) as { state?: string; stallId?: string };
      if (state === "offered" && stallId !== undefined) {
        if (random.next() < 0.15) break;
        const taken = await browser.press("take offered stall", () =>
          browser.post("/api/v1/mela/reserve", { stallId, offer: token, event: FULL_EVENT }),
        );
        if (taken === undefined) continue;
        stage.facts.remember("reserved", stallId, String(taken.body["expiresAt"]));
        stage.log.count("offered stalls taken");
        const order = await this.register(stallId);
        if (order === undefined || this.isOver() || !(await this.initiate(order))) return;
        return this.payAs(random.one(["buys", "buys", "neverPays", "paysLate"]), order);
      }
      if (state !== "waiting" && state !== undefined) return;
      await delay(random.between(500, 2_500));
    }
    // Some just don't come back: operators find their offers.
    if (random.next() < 0.2 || this.isOver()) return;
    const left = await browser.press("leave waiting list", () => browser.post(`${WAITING}/leave`, { token }));
    if (left !== undefined) stage.log.count("left the waiting list");
  }

  /** Claims the free listing of a sold stall. */
  private async claimListing(): Promise<void> {
    const { email, phone } = this.browser;
    const listingData = this.browser.application({ submissionType: "free_lead" });
    const form = { email, phoneNumber: `+91${phone}`, listingData };
    await this.apply("verify-listing", "/api/v1/mela/verify-listing", form, "mela_free");
  }

  /** Joins the community for free. */
  async join(): Promise<void> {
    const form = this.browser.application({ submissionType: "free_lead" });
    await this.apply("submit-lead", "/api/v1/brand/submit-lead", form, "free");
  }

  /** Submits an application to be listed. @param kind as it is stored */
  private async apply(what: string, path: string, form: object, kind: string): Promise<HttpReply | undefined> {
    const { browser, stage } = this;
    const reply = await browser.press(what, () => browser.post(path, form));
    if (reply === undefined) return undefined;
    stage.facts.remember("applied", browser.email, kind);
    stage.log.count(`applications: ${kind}`);
    return reply;
  }

  /** Submits an application, pays for it, and renews it after the reminder. */
  async listBrand(): Promise<void> {
    const { browser, random } = this;
    const form = browser.application({ submissionType: "paid_listing" });
    const reply = await this.apply("initiate listing", "/api/v1/cashfree/initiate", form, "paid");
    if (reply === undefined) return;
    if (random.next() < 0.1) return;
    if (!(await this.payListing(String(reply.body["orderId"]), "listings paid"))) return;
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
      const reply = await browser.request("listing payment-status", () => browser.get(path));
      if (reply?.body["status"] === "payment_successful") {
        stage.log.count(counted);
        return true;
      }
      await delay(random.between(300, 2_000));
    }
    return false;
  }

  /** Waits for a mail with a matching link, and returns the link's token. */
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
        // The mailbox is unreachable.
      }
      await delay(2_000);
    }
    return undefined;
  }
}
