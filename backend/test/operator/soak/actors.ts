import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { orderId as newOrderId, registration } from "../../bookings/mela.js";
import { walkIn } from "../operator.js";
import type { TestSimulator } from "@sakhi/testkit/payment-simulator";
import type { SeededRandom } from "@sakhi/testkit/seeded-random";
import type { HttpBrowser } from "./http-browser.js";

/** Few stalls for many: everybody is in everybody's way. */
const STALLS = ["A1", "A2", "A3", "A4", ...Array.from({ length: 16 }, (_, index) => `B${index + 1}`)];
const COUPONS = ["FEW", "ONCE50"] as const;

/** What was done, and what the server said to it. */
export interface Done {
  readonly who: string;
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  /** What an operator's success is about, as it must stand in the audit log. */
  readonly audited?: { readonly action: string; readonly subjectId: string };
}

/** What everybody in the mix shares. */
export interface Stage {
  readonly simulator: TestSimulator;
  readonly done: Done[];
  /** Mostly a booking in one of these states; sometimes any there is or was, which must be refused. */
  booking(random: SeededRandom, states: readonly BookingState[]): Promise<{ id: string; stallId: string }>;
}

/** A visitor who reserves, registers, pays, fails to pay and leaves, as chance has it. */
export class SoakVisitor {
  private order: { readonly orderId: string; readonly stallId: string; amount: number } | undefined;

  constructor(
    readonly name: string,
    private readonly phone: string,
    private readonly browser: HttpBrowser,
    private readonly random: SeededRandom,
    private readonly stage: Stage,
  ) {}

  async act(): Promise<void> {
    const hold = (await this.browser.get("/api/v1/mela/my-hold")).body;
    const state = hold["state"];
    const stallId = typeof hold["stallId"] === "string" ? hold["stallId"] : undefined;
    if (stallId === undefined) return this.reserve();
    if (state === "paying") {
      const what = this.random.weighted({ pay: 6, fail: 1, initiate: 1, reserve: 1, release: 1 });
      if (what === "pay" || what === "fail") return this.pay(what);
      if (what === "initiate") return this.initiate();
      return what === "reserve" ? this.reserve() : this.release(stallId);
    }
    const what = this.random.weighted({
      register: 6,
      initiate: state === "registered" ? 10 : 0,
      reserve: 1,
      release: 1,
    });
    if (what === "register") return this.register(stallId);
    if (what === "initiate") return this.initiate();
    return what === "reserve" ? this.reserve() : this.release(stallId);
  }

  private reserve(): Promise<void> {
    return this.post("reserve", "/api/v1/mela/reserve", { stallId: this.random.one(STALLS) });
  }

  private release(stallId: string): Promise<void> {
    return this.post("release", "/api/v1/mela/release", { stallId });
  }

  private async register(stallId: string): Promise<void> {
    const orderId = newOrderId();
    const coupon = this.random.next() < 0.5 ? { appliedCouponCode: this.random.one(COUPONS) } : {};
    const email = `${this.name}@example.com`;
    const body = registration(stallId, { orderId, email, phoneNumber: this.phone, ...coupon });
    const answer = await this.browser.post("/api/v1/mela/create-provisional-registration", body);
    this.note("register", answer);
    if (answer.status === 201) {
      this.order = { orderId, stallId, amount: Number(answer.body["finalAmount"]) };
    }
  }

  private async initiate(): Promise<void> {
    if (this.order === undefined) return this.reserve();
    const { orderId, stallId, amount } = this.order;
    const stallType = stallId.startsWith("A") ? "Premium" : "General";
    await this.post("initiate", "/api/v1/cashfree/initiate", {
      orderId,
      amount,
      customerName: "Asha Rao",
      customerEmail: `${this.name}@example.com`,
      customerPhone: this.phone,
      metadata: { type: "mela_stall", stallId, stallType },
    });
  }

  /** At the provider's page, and back to ours. */
  private async pay(what: "pay" | "fail"): Promise<void> {
    if (this.order === undefined) return this.reserve();
    const { orderId } = this.order;
    // The provider may have closed the order meanwhile: then nothing is paid.
    await this.stage.simulator.pay(orderId, { outcome: what === "pay" ? "success" : "failed" }).catch(() => undefined);
    this.note(what, await this.browser.get(`/api/v1/mela/payment-status/${orderId}`));
  }

  private async post(what: string, path: string, body: object): Promise<void> {
    this.note(what, await this.browser.post(path, body));
  }

  private note(what: string, { status, body }: { status: number; body: Record<string, unknown> }): void {
    this.stage.done.push({ who: this.name, what, status, code: body["code"] });
  }
}

/** How often an operator does what. */
const OPERATOR_ACTIONS = {
  block: 3,
  unblock: 3,
  sell: 2,
  price: 1,
  move: 4,
  cancel: 4,
  extend: 3,
  release: 2,
  coupon: 2,
} as const;

/** An operator who does anything to anybody. */
export class SoakOperator {
  private sales = 0;

  constructor(
    readonly name: string,
    private readonly browser: HttpBrowser,
    private readonly random: SeededRandom,
    private readonly stage: Stage,
  ) {}

  async act(): Promise<void> {
    const { random } = this;
    const what = random.weighted(OPERATOR_ACTIONS);
    const stallId = random.one(STALLS);
    switch (what) {
      case "block":
        return this.post("stall_blocked", stallId, `stalls/${stallId}/block`, {});
      case "unblock": {
        const { stallId: blocked } = await this.stage.booking(random, ["blocked"]);
        return this.post("stall_unblocked", blocked, `stalls/${blocked}/unblock`, {});
      }
      case "sell":
        return this.sell(stallId);
      case "price": {
        const price = (stallId.startsWith("A") ? 36_000 : 27_000) + random.between(0, 1) * 500;
        return this.post("stall_price_changed", stallId, `stalls/${stallId}/price`, { price });
      }
      case "move": {
        const { id, stallId: from } = await this.stage.booking(random, ["held", "registered", "sold"]);
        // Mostly one of the same type; another is refused.
        const alike = STALLS.filter((one) => one.startsWith(from.slice(0, 1)));
        const toStallId = random.next() < 0.9 ? random.one(alike) : stallId;
        return this.post("booking_moved", id, `bookings/${id}/move`, { toStallId });
      }
      case "cancel": {
        const { id } = await this.stage.booking(random, ["sold"]);
        const refund = random.one(["full", "partial", "none"]);
        const amount = refund === "partial" ? { refundAmount: random.between(1, 30_000) } : {};
        return this.post("booking_cancelled", id, `bookings/${id}/cancel`, { refund, ...amount });
      }
      case "extend": {
        const { id } = await this.stage.booking(random, ["held", "registered"]);
        const minutes = random.between(1, 15);
        return this.post("hold_extended", id, `bookings/${id}/extend`, { minutes });
      }
      case "release": {
        const { id } = await this.stage.booking(random, ["held", "registered", "paying"]);
        return this.post("booking_released", id, `bookings/${id}/release`, {});
      }
      case "coupon": {
        const code = random.one(COUPONS);
        const body = { percentage: random.between(1, 60), active: true, maxUses: random.between(1, 6) };
        return this.post("coupon_changed", code, `coupons/${code}`, body, "put");
      }
    }
  }

  private async sell(stallId: string): Promise<void> {
    this.sales += 1;
    const phoneNumber = `98${this.name.length}00${String(this.sales).padStart(5, "0")}`;
    const body = walkIn({ method: this.random.one(["cash", "cheque"]), phoneNumber });
    const answer = await this.browser.post(`/api/v1/mela/admin/stalls/${stallId}/sell-offline`, body);
    const subjectId = String(answer.body["bookingId"]);
    this.note("stall_sold_offline", subjectId, answer);
  }

  private async post(
    action: string,
    subjectId: string,
    path: string,
    body: object,
    method: "post" | "put" = "post",
  ): Promise<void> {
    const said = { ...body, reason: `the dice of ${this.name}` };
    this.note(action, subjectId, await this.browser[method](`/api/v1/mela/admin/${path}`, said));
  }

  private note(
    action: string,
    subjectId: string,
    { status, body }: { status: number; body: Record<string, unknown> },
  ): void {
    const audited = status < 300 ? { audited: { action, subjectId } } : {};
    this.stage.done.push({ who: this.name, what: action, status, code: body["code"], ...audited });
  }
}
