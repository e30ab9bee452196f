import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { SeededRandom } from "@sakhi/testkit/seeded-random";
import { type TestResponse, orderId as newOrderId, type TestVisitor } from "../../bookings/mela.js";
import type { Buyer } from "../../payments/paying.js";
import type { OperatorTest, TestAdministrator } from "../operator.js";

/** Few stalls, so that actors conflict. */
const STALLS = ["A1", "A2", "A3", "A4", ...Array.from({ length: 16 }, (_, index) => `B${index + 1}`)];
const COUPONS = ["FEW", "ONCE50"] as const;

/** An action and its response. */
export interface Done {
  readonly who: string;
  readonly what: string;
  readonly status: number;
  readonly code: unknown;
  /** The expected audit log entry of a successful operator action. */
  readonly audited?: { readonly action: string; readonly subjectId: string };
}

/** State shared by all actors. */
export interface Stage {
  readonly test: OperatorTest;
  readonly done: Done[];
  /** Usually a booking in one of these states; sometimes any other, which must be rejected. */
  booking(random: SeededRandom, states: readonly BookingState[]): Promise<{ id: string; stallId: string }>;
}

/** A visitor who randomly reserves, registers, pays, fails to pay and releases. */
export class SoakVisitor {
  private readonly visitor: TestVisitor;
  private buyer: Buyer | undefined;

  constructor(
    readonly name: string,
    private readonly phoneNumber: string,
    private readonly random: SeededRandom,
    private readonly stage: Stage,
  ) {
    this.visitor = stage.test.mela.visitor();
  }

  async act(): Promise<void> {
    const hold = await this.visitor.myHold();
    const { state, stallId } = { ...hold.body };
    if (typeof stallId !== "string") return this.reserve();
    const what =
      state === "paying"
        ? this.random.weighted({ pay: 6, fail: 1, initiate: 1, reserve: 1, release: 1 })
        : this.random.weighted({ register: 6, initiate: state === "registered" ? 10 : 0, reserve: 1, release: 1 });
    switch (what) {
      case "pay":
      case "fail":
        return this.pay(what);
      case "initiate":
        return this.initiate();
      case "register":
        return this.register(stallId);
      case "release":
        this.record("release", await this.visitor.release(stallId));
        return;
      case "reserve":
        return this.reserve();
    }
  }

  private async reserve(): Promise<void> {
    this.record("reserve", await this.visitor.reserve(this.random.one(STALLS)));
  }

  private async register(stallId: string): Promise<void> {
    const orderId = newOrderId();
    const coupon = this.random.next() < 0.5 ? { appliedCouponCode: this.random.one(COUPONS) } : {};
    const form = { orderId, email: `${this.name}@example.com`, phoneNumber: this.phoneNumber, ...coupon };
    const response = await this.visitor.register(stallId, form);
    this.record("register", response);
    if (response.status !== 201) return;
    this.buyer = { visitor: this.visitor, orderId, stallId, amount: Number(response.body["finalAmount"]) };
  }

  private async initiate(): Promise<void> {
    if (this.buyer === undefined) return this.reserve();
    this.record("initiate", await this.stage.test.initiate(this.buyer));
  }

  /** Pays on the provider's page, then opens the return page. */
  private async pay(what: "pay" | "fail"): Promise<void> {
    if (this.buyer === undefined) return this.reserve();
    const { test } = this.stage;
    const { orderId } = this.buyer;
    // Fails if the provider has closed the order meanwhile.
    await test.simulator.pay(orderId, { outcome: what === "pay" ? "success" : "failed" }).catch(() => undefined);
    this.record(what, await this.visitor.get(`/api/v1/mela/payment-status/${orderId}`));
  }

  private record(what: string, { status, body }: TestResponse): void {
    this.stage.done.push({ who: this.name, what, status, code: body["code"] });
  }
}

/** Weights of an operator's actions. */
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

/** An operator who acts on random stalls and bookings. */
export class SoakOperator {
  private sales = 0;

  constructor(
    readonly name: string,
    private readonly operator: TestAdministrator,
    private readonly random: SeededRandom,
    private readonly stage: Stage,
  ) {}

  async act(): Promise<void> {
    const [action, subjectId, { status, body }] = await this.randomAction();
    const audited = status < 300 ? { audited: { action, subjectId } } : {};
    this.stage.done.push({ who: this.name, what: action, status, code: body["code"], ...audited });
  }

  /** Runs a random action. @returns its name in the audit log, its subject and the response */
  private async randomAction(): Promise<readonly [action: string, subjectId: string, response: TestResponse]> {
    const { random } = this;
    const what = random.weighted(OPERATOR_ACTIONS);
    const stallId = random.one(STALLS);
    const reason = `the dice of ${this.name}`;
    switch (what) {
      case "block":
        return ["stall_blocked", stallId, await this.operator.block(stallId, reason)];
      case "unblock": {
        const { stallId: blocked } = await this.stage.booking(random, ["blocked"]);
        return ["stall_unblocked", blocked, await this.operator.unblock(blocked, reason)];
      }
      case "sell": {
        this.sales += 1;
        const phoneNumber = `98${this.name.length}00${String(this.sales).padStart(5, "0")}`;
        const response = await this.operator.sellOffline(stallId, {
          method: random.one(["cash", "cheque"]),
          phoneNumber,
        });
        return ["stall_sold_offline", String(response.body["bookingId"]), response];
      }
      case "price": {
        const price = (stallId.startsWith("A") ? 36_000 : 27_000) + random.between(0, 1) * 500;
        return ["stall_price_changed", stallId, await this.operator.price(stallId, price, reason)];
      }
      case "move": {
        const { id, stallId: from } = await this.stage.booking(random, ["held", "registered", "sold"]);
        // Usually a stall of the same type; others are rejected.
        const alike = STALLS.filter((one) => one.startsWith(from.slice(0, 1)));
        const to = random.next() < 0.9 ? random.one(alike) : stallId;
        return ["booking_moved", id, await this.operator.move(id, to, reason)];
      }
      case "cancel": {
        const { id } = await this.stage.booking(random, ["sold"]);
        const refund = random.one(["full", "partial", "none"]);
        const amount = refund === "partial" ? random.between(1, 30_000) : undefined;
        return ["booking_cancelled", id, await this.operator.cancel(id, refund, amount, reason)];
      }
      case "extend": {
        const { id } = await this.stage.booking(random, ["held", "registered"]);
        return ["hold_extended", id, await this.operator.extend(id, random.between(1, 15), reason)];
      }
      case "release": {
        const { id } = await this.stage.booking(random, ["held", "registered", "paying"]);
        return ["booking_released", id, await this.operator.release(id, reason)];
      }
      case "coupon": {
        const code = random.one(COUPONS);
        const { body } = await this.operator.get("coupons");
        const seen = (body as unknown as { code: string; version: number }[]).find((coupon) => coupon.code === code);
        const terms = { percentage: random.between(1, 60), active: true, maxUses: random.between(1, 6) };
        const change = { ...terms, version: seen?.version ?? 0, reason };
        return ["coupon_changed", code, await this.operator.put(`coupons/${code}`, change)];
      }
    }
  }
}
