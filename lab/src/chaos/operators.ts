import { setTimeout as delay } from "node:timers/promises";
import type { HttpReply } from "@sakhi/testkit/http-visitor";
import type { SeededRandom } from "@sakhi/testkit/seeded-random";
import { Secret, TOTP } from "otpauth";
import { ADMINISTRATOR } from "./chaos-product.js";
import { FULL_EVENT, FULL_TYPE, LEFT_OF_FULL_TYPE } from "./demand.js";
import { endMoveSoon } from "./moves.js";
import { ChaosBrowser } from "./visitors.js";
import type { Stage } from "./visitors.js";

const ADMIN = "/api/v1/mela/admin";
const STEP_SECONDS = 30;

/** Resolutions that account for the money; "resolve" only closes an issue. */
const RESOLUTIONS = [
  "refund_in_full",
  "settle_again",
  "check_refund",
  "restart_workflow",
  "resend_mail",
  "render_invoice",
  "relay_again",
];
const WITHOUT_MONEY = ["mail_failed", "workflow_failing", "invoice_failed", "outbox_stuck", "network_hoarding"];

interface PlanStall {
  readonly stallId: string;
  readonly type: string;
  readonly state: string;
  readonly bookingId?: string;
}

/** An operator at the dashboard, logged in with password and authenticator app. */
export class Operator {
  private readonly browser: ChaosBrowser;
  private walkIns = 0;
  private corrections = 0;

  constructor(
    private readonly stage: Stage,
    private readonly random: SeededRandom,
    private readonly number: number,
  ) {
    this.browser = new ChaosBrowser(stage, random, 900_000_000 + number);
  }

  /** Logs in for the first time and sets up the authenticator app, which every later login needs. */
  async setUpSecondFactor(): Promise<void> {
    const currentPassword = ADMINISTRATOR.password;
    await this.login();
    const started = await this.browser.request("second-factor", () =>
      this.post("account/second-factor/begin", { currentPassword }),
    );
    const secret = String(started?.body["secret"]);
    const confirmed = await this.browser.request("second-factor", async () =>
      this.post("account/second-factor/confirm", { code: await freshCode(secret, this.stage.closing) }),
    );
    if (confirmed?.status !== 200) throw new Error(`no second factor: ${JSON.stringify(confirmed ?? started)}`);
    authenticator.secret = secret;
  }

  /** Blocks the stalls of one type of an event but a few, so that people wait for it; what is unblocked later is theirs. */
  async fillUp(): Promise<void> {
    const query = `?event=${FULL_EVENT}`;
    const plan = await this.browser.request("plan", () => this.browser.get(`${ADMIN}/plan${query}`));
    const stalls = (Array.isArray(plan?.body) ? plan.body : []) as unknown as PlanStall[];
    const ofType = stalls.filter(({ type, state }) => type === FULL_TYPE && state === "available");
    for (const stall of ofType.slice(LEFT_OF_FULL_TYPE))
      await this.onStall([stall], `block${query}`, "stall_blocked", {});
  }

  /** Acts until the chaos run closes; logs in again when the session has ended. */
  async work(): Promise<void> {
    const { closing } = this.stage;
    while (!closing.aborted) {
      const reply = await this.act();
      if (reply?.status === 401) {
        await delay(this.random.between(1_000, 5_000));
        await this.login();
      }
      await delay(this.random.between(100, 900));
    }
  }

  private async login(): Promise<void> {
    const { secret } = authenticator;
    this.browser.cookie = undefined;
    const code = secret === undefined ? {} : { code: await freshCode(secret, this.stage.closing) };
    await this.browser.request("login", () => this.post("login", { ...ADMINISTRATOR, ...code }));
  }

  /** Slug of the current event; empty if the api did not answer. */
  private async currentEvent(): Promise<string> {
    const reply = await this.browser.request("facts", () => this.browser.get("/api/v1/mela/facts"));
    const { slug } = (reply?.body ?? {}) as { slug?: string };
    return slug ?? "";
  }

  private async act(): Promise<HttpReply | undefined> {
    const { random, browser, stage } = this;
    const { demand } = stage;
    // A change names its event, also the current one's.
    const event = random.one(demand.events) || (await this.currentEvent());
    const query = `?event=${event}`;
    const plan = await browser.request("plan", () => browser.get(`${ADMIN}/plan${query}`));
    if (plan?.status !== 200 || !Array.isArray(plan.body)) return plan;
    const stalls = plan.body as unknown as PlanStall[];
    const inState = (...states: string[]) => stalls.filter(({ state }) => states.includes(state));
    // Nearly sold out: make room first.
    const full = demand.makesRoom && inState("sold", "blocked").length > 40 && random.next() < 0.7;
    const action = full ? "cancel" : random.weighted(demand.actions);
    switch (action) {
      case "cancel": {
        const refund = random.weighted({ full: 5, partial: 3, none: 1 });
        const more = refund === "partial" ? { refundAmount: random.between(1, 900) } : {};
        return this.onBooking(inState("sold"), "cancel", "booking_cancelled", { refund, ...more });
      }
      case "move": {
        const free = inState("available");
        if (free.length === 0) return plan;
        const body = { toStallId: random.one(free).stallId };
        return this.onBooking(inState("held", "registered", "sold"), "move", "booking_moved", body);
      }
      case "correct":
        return this.correct(inState("registered", "paying", "sold"));
      case "correctListing":
        return this.correctListing();
      case "extend":
        return this.onBooking(inState("held", "registered"), "extend", "hold_extended", { minutes: 1 });
      case "release":
        return this.onBooking(inState("held", "registered", "paying"), "release", "booking_released", {});
      case "block":
        return this.onStall(inState("available"), `block${query}`, "stall_blocked", {});
      case "unblock":
        return this.onStall(inState("blocked"), `unblock${query}`, "stall_unblocked", {});
      case "price":
        return this.onStall(stalls, `price${query}`, "stall_price_changed", {
          price: random.one([27_000, 27_500, 36_000]),
        });
      case "sell":
        return this.onStall(inState("available"), `sell-offline${query}`, undefined, this.walkIn());
      case "coupon": {
        const code = random.one(["MELA10", "SAKHI25"]);
        const read = await browser.request("coupons", () => browser.get(`${ADMIN}/coupons`));
        if (read?.status !== 200) return read;
        const seen = (read.body as unknown as { code: string; version: number }[]).find(
          (coupon) => coupon.code === code,
        );
        const terms = { percentage: random.between(5, 40), active: true, maxUses: random.between(5, 60) };
        const body = { ...terms, version: seen?.version ?? 0 };
        return this.change("coupon_changed", code, () =>
          browser.put(`${ADMIN}/coupons/${code}`, { ...body, reason: "the dice of the chaos run" }),
        );
      }
      case "message":
        return this.writeMessage(event, inState("sold"));
      case "waiting":
        return this.stepWaiting(event);
      case "moveSale":
        return this.moveSale(inState("sold"), inState("available"));
      case "withdrawMove":
        return this.withdrawMove(inState("sold"));
      case "review":
        return this.review();
      case "withdraw":
        return this.withdraw();
      case "issues":
        return this.workOnIssue();
    }
  }

  /** Writes to the holders of an event, or to some; sometimes it is paused and continues. */
  private async writeMessage(event: string, sold: PlanStall[]): Promise<HttpReply | undefined> {
    const { browser, random, stage } = this;
    const bookingIds = sold.flatMap(({ bookingId }) => (bookingId === undefined ? [] : [bookingId])).slice(0, 8);
    if (bookingIds.length === 0) return undefined;
    const whom = random.next() < 0.8 ? { audience: "chosen", bookingIds } : { audience: "not_arrived" };
    const text = { subject: "Stall {stall}", text: "Dear {name},\n\nsee you at {event}.\n\n{link}" };
    const reply = await browser.request("message", () =>
      this.post(`events/${event}/messages`, { ...whom, ...text, timing: "now", draft: false }),
    );
    if (reply?.status !== 201) return reply;
    const id = String(reply.body["id"]);
    stage.facts.remember("message", id);
    stage.log.count("operator: message_written");
    if (random.next() < 0.3)
      for (const step of ["pause", "resume"]) {
        await browser.request("message step", () => this.post(`messages/${id}/steps`, { step }));
        if (step === "pause") await delay(random.between(0, 3_000));
      }
    return reply;
  }

  /** Takes an offered stall back, or removes somebody from the waiting list. */
  private async stepWaiting(event: string): Promise<HttpReply | undefined> {
    const { browser, random, stage } = this;
    const read = await browser.request("waiting list", () => browser.get(`${ADMIN}/events/${event}/waiting`));
    const places = (read?.body["places"] ?? []) as { id: string; state: string }[];
    const offered = places.filter(({ state }) => state === "offered");
    if (read?.status !== 200 || offered.length === 0) return read;
    const { id } = random.one(offered);
    const step = random.one(["reclaim", "remove", "remove"]);
    const reply = await browser.request("waiting step", () => this.post(`waiting/${id}/steps`, { step }));
    if (reply?.status === 200) stage.log.count(`operator: waiting ${step}`);
    return reply;
  }

  /** Lets holders of all events move on their own. */
  async letHoldersMove(): Promise<void> {
    for (const named of this.stage.demand.events) {
      const event = named || (await this.currentEvent());
      const path = `${ADMIN}/events/${event}/move-settings`;
      await this.browser.request("move settings", () => this.browser.put(path, { byHolder: true, linkHours: 1 }));
    }
  }

  /** Moves a sold booking to a stall of any price: at once, or once its difference is paid. */
  private async moveSale(sold: PlanStall[], free: PlanStall[]): Promise<HttpReply | undefined> {
    const { browser, random, stage } = this;
    const bookings = sold.flatMap(({ bookingId }) => (bookingId === undefined ? [] : [bookingId]));
    if (bookings.length === 0 || free.length === 0) return undefined;
    // Often one of the newest: its holder may still look at her page.
    const id = random.one(random.next() < 0.5 ? bookings.slice(-4) : bookings);
    const body = { toStallId: random.one(free).stallId, ...(random.next() < 0.1 ? { waived: true } : {}) };
    const reply = await browser.request("move to any stall", () => this.post(`bookings/${id}/stall-moves`, body));
    if (reply?.status !== 200) return reply;
    const isMoved = reply.body["state"] === "moved";
    const moveId = String(reply.body["moveId"]);
    stage.facts.remember("move", moveId);
    stage.facts.remember("audited", isMoved ? "booking_moved" : "booking_move_asked", id);
    stage.log.count(`operator: move ${isMoved ? "made at once" : "asked for"}`);
    // Most holders never look: their time is over.
    if (!isMoved && random.next() < 0.7) await endMoveSoon(stage.product, moveId, random.between(1, 12));
    return reply;
  }

  /** Withdraws a move that waits for its money. */
  private async withdrawMove(sold: PlanStall[]): Promise<HttpReply | undefined> {
    const { browser, random } = this;
    const bookings = sold.flatMap(({ bookingId }) => (bookingId === undefined ? [] : [bookingId]));
    for (let tries = 0; tries < 4 && bookings.length > 0; tries += 1) {
      const id = random.one(bookings);
      const read = await browser.request("moves", () => browser.get(`${ADMIN}/bookings/${id}/stall-moves`));
      const moves = (read?.body["moves"] ?? []) as { id: string; state: string }[];
      const open = moves.find(({ state }) => state === "asked");
      if (open !== undefined)
        return this.change("booking_move_withdrawn", id, () =>
          this.post(`bookings/${id}/stall-moves/${open.id}/withdraw`, {}),
        );
      if (read?.status !== 200) return read;
    }
    return undefined;
  }

  private walkIn(): object {
    this.walkIns += 1;
    const phoneNumber = `8${this.number}${String(this.walkIns).padStart(8, "0")}`;
    const person = { fullName: "Meera Iyer", businessName: "Meera Pottery", pincode: "560001" };
    const email = `walk.in.${phoneNumber}@example.com`;
    return { ...person, email, phoneNumber, method: "cash", reference: `receipt ${this.walkIns}` };
  }

  private async onBooking(stalls: PlanStall[], path: string, action: string, body: object) {
    const bookings = stalls.flatMap(({ bookingId }) => (bookingId === undefined ? [] : [bookingId]));
    if (bookings.length === 0) return undefined;
    const id = this.random.one(bookings);
    return this.change(action, id, () => this.post(`bookings/${id}/${path}`, body));
  }

  /** Corrects a registration; a sold one gets a credit note and a new invoice if the name changes. */
  private async correct(stalls: PlanStall[]): Promise<HttpReply | undefined> {
    const { browser, random, stage } = this;
    const bookings = stalls.flatMap(({ bookingId }) => (bookingId === undefined ? [] : [bookingId]));
    if (bookings.length === 0) return undefined;
    const id = random.one(bookings);
    const read = await browser.request("booking", () => browser.get(`${ADMIN}/bookings/${id}`));
    if (read?.status !== 200 || typeof read.body["fullName"] !== "string") return read;
    const { fullName, email, phoneNumber, businessName, gstNumber, gstAddress, pincode } = read.body;
    const form = { fullName, email, phoneNumber, businessName, gstNumber, gstAddress, pincode };
    this.corrections += 1;
    const seenAt = String(read.body["updatedAt"]);
    const value = `Corrected ${this.number} ${this.corrections}`;
    const body = { ...form, [random.one(["fullName", "businessName"])]: value, seenAt };
    const reply = await this.change("registration_corrected", id, () => this.post(`bookings/${id}/correct`, body));
    if (reply?.status === 200) stage.facts.remember("corrected", id, value, seenAt);
    return reply;
  }

  /** Corrects a listing's application; its invoice is reissued. */
  private async correctListing(): Promise<HttpReply | undefined> {
    const { browser, random, stage } = this;
    const state = random.one(["under_review", "live"]);
    const list = await browser.request("applications", () => browser.get(`${ADMIN}/listings?state=${state}`));
    const found = (Array.isArray(list?.body) ? list.body : []) as { id: string }[];
    if (found.length === 0) return list;
    const { id } = random.one(found);
    const read = await browser.request("application", () => browser.get(`${ADMIN}/listings/${id}`));
    const form = read?.body["form"] as Record<string, unknown> | undefined;
    if (read?.status !== 200 || form === undefined) return read;
    const { brandName, email, phoneNumber } = read.body;
    const { whatsappBusinessContact, businessAddress, gstNumber, govtDocument } = form;
    this.corrections += 1;
    const seenAt = String(read.body["updatedAt"]);
    const fullName = `Corrected ${this.number} ${this.corrections}`;
    const numbers = { phoneNumber, whatsappBusinessContact };
    const details = { fullName, brandName, email, ...numbers, businessAddress, gstNumber, govtDocument };
    const reply = await this.change("application_corrected", id, () =>
      this.post(`listings/${id}/correct`, { ...details, seenAt }),
    );
    if (reply?.status === 200) stage.facts.remember("listing_corrected", id, fullName, seenAt);
    return reply;
  }

  private async onStall(stalls: PlanStall[], path: string, action: string | undefined, body: object) {
    if (stalls.length === 0) return undefined;
    const { stallId } = this.random.one(stalls);
    return this.change(action, stallId, () => this.post(`stalls/${stallId}/${path}`, body));
  }

  /** Approves a waiting application, or rejects it. */
  private async review(): Promise<HttpReply | undefined> {
    const { browser, random } = this;
    const list = await browser.request("applications", () => browser.get(`${ADMIN}/listings?state=under_review`));
    const waiting = (Array.isArray(list?.body) ? list.body : []) as { id: string }[];
    if (waiting.length === 0) return list;
    const { id } = random.one(waiting.slice(0, 5));
    if (random.next() < 0.15)
      return this.change("application_rejected", id, () => this.post(`listings/${id}/reject`, {}));
    return this.change("application_approved", id, () =>
      browser.post(`${ADMIN}/listings/${id}/approve`, { noPictures: true }),
    );
  }

  private async withdraw(): Promise<HttpReply | undefined> {
    const { browser, random } = this;
    const list = await browser.request("applications", () => browser.get(`${ADMIN}/listings?state=live`));
    const live = (Array.isArray(list?.body) ? list.body : []) as { id: string }[];
    if (live.length === 0) return list;
    const { id } = random.one(live);
    const refund = random.weighted({ full: 2, partial: 2, none: 1 });
    const body = { refund, ...(refund === "partial" ? { refundAmount: random.between(1, 500) } : {}) };
    return this.change("application_withdrawn", id, () => this.post(`listings/${id}/withdraw`, body));
  }

  private async workOnIssue(): Promise<HttpReply | undefined> {
    const { browser, random } = this;
    const list = await browser.request("issues", () => browser.get(`${ADMIN}/issues`));
    const entries = (list?.body["entries"] ?? []) as { id: string; kind: string; resolutions: { action: string }[] }[];
    if (entries.length === 0) return list;
    const { id, kind, resolutions } = random.one(entries);
    const allowed = resolutions
      .map(({ action }) => action)
      .filter(
        (action) =>
          RESOLUTIONS.includes(action) ||
          (action === "resolve" && WITHOUT_MONEY.includes(kind)) ||
          (action === "paid_by_hand" && kind === "refund_by_hand"),
      );
    if (allowed.length === 0) return list;
    const action = random.one(allowed);
    return this.change(`resolution_${action}`, id, () => this.post(`issues/${id}/resolution`, { action }));
  }

  /** Performs an action. Once acknowledged, its line in the audit log may not be lost. */
  private async change(action: string | undefined, subjectId: string, request: () => Promise<HttpReply>) {
    const reply = await this.browser.request(action ?? "sell-offline", request);
    if (reply === undefined || reply.status >= 300) return reply;
    this.stage.log.count(`operator: ${action ?? "stall_sold_offline"}`);
    const audited =
      action === undefined ? ["stall_sold_offline", String(reply.body["bookingId"])] : [action, subjectId];
    this.stage.facts.remember("audited", ...audited);
    return reply;
  }

  private post(path: string, body: object): Promise<HttpReply> {
    return this.browser.post(`${ADMIN}/${path}`, {
      ...body,
      ...(NO_REASON.test(path) ? {} : { reason: "the dice of the chaos run" }),
    });
  }
}

/** The authenticator app shared by the operators. */
const authenticator: { secret: string | undefined; lastStep: number } = { secret: undefined, lastStep: 0 };

/** Returns an unused code, at most one step early; otherwise waits for its step, unless the chaos run is closing. */
async function freshCode(secret: string, closing: AbortSignal): Promise<string> {
  const now = (): number => Math.floor(Date.now() / 1_000 / STEP_SECONDS);
  const step = Math.max(authenticator.lastStep + 1, now());
  authenticator.lastStep = step;
  while (step > now() + 1 && !closing.aborted) await delay(200);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * STEP_SECONDS * 1_000 });
}

/** Calls without a reason: those of the operator's own account, and messages. */
const NO_REASON = /^(login|account|messages\/|events\/[^/]+\/messages)/;
