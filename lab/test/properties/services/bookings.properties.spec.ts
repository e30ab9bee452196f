import { afterAll, describe, it, jest } from "@jest/globals";
import fc from "fast-check";
import { ExpiredPaymentsService } from "../../../../backend/src/bookings/expired-payments.service.js";
import { HoldsService } from "../../../../backend/src/bookings/holds.service.js";
import { StallOfferResponsesService } from "../../../../backend/src/bookings/stall-offer-responses.service.js";
import { OfferLinksService } from "../../../../backend/src/mail/offer-links.service.js";
import { type TestResponse, orderId as newOrderId, type TestVisitor } from "../../../../backend/test/bookings/mela.js";
import { OperatorTest } from "../../../../backend/test/operator/operator.js";
import { Market, PEOPLE, providerSteps, rejectedOrDone, step, weighted, who } from "./market.js";
import { expectInvariants, TIMEOUT_MS } from "./property-runs.js";

// A retry could hide a real failure.
jest.retryTimes(0);

/** As many stalls as visitors, so that they compete. */
const STALLS = ["B1", "B2", "B3"];
const UNKNOWN_BOOKING = "11111111-1111-4111-8111-111111111111";

interface Person {
  readonly browser: TestVisitor;
  order?: { readonly orderId: string; readonly stallId: string; readonly amount: number };
}

/** The Mela with three visitors, an operator, a provider, a movable clock, and crashing processes. */
class Mela extends Market<OperatorTest> {
  private people: Person[] = [];

  static async open(): Promise<Mela> {
    const test = await OperatorTest.open();
    return new Mela(test, await test.administrator("operator"));
  }

  /** Reserves, and checks that it succeeds exactly if the stall is free by the clock. */
  async reserve(index: number, stallId: string): Promise<void> {
    const { browser } = this.person(index);
    const [had] = await this.test.mela.query<{ over: boolean; own: boolean; state: string }>(
      `SELECT state, coalesce(state IN ('held', 'registered') AND hold_expires_at <= clock_timestamp(), false) AS over,
              coalesce(visitor_id::text = $2, false) AS own
         FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state IN ('held', 'registered', 'paying', 'sold', 'blocked')`,
      [stallId, visitorId(browser)],
    );
    const { status, body } = this.accepted(await browser.reserve(stallId));
    const ownHold = had?.own === true && (had.state === "held" || had.state === "registered");
    const free = had === undefined || had.over || ownHold;
    if (status < 300 !== free && !this.crashes.happened) {
      throw new Error(`reserve ${stallId}: ${status} ${JSON.stringify(body)}; it was ${JSON.stringify(had)}`);
    }
  }

  /** Reserves a stall whose hold has expired but is not released yet. */
  async reserveAsHoldExpires(index: number, stallId: string): Promise<void> {
    await this.expireHolds(`stall_key = (SELECT stall_key FROM stalls WHERE stall_id = '${stallId}')`);
    await this.reserve(index, stallId);
  }

  async register(index: number, coupon: string | undefined): Promise<void> {
    const person = this.person(index);
    const stallId = await ownStall(person);
    if (stallId === undefined) return;
    const orderId = newOrderId();
    const changes = { orderId, email: `v${index}@example.com`, phoneNumber: `970000000${index}` };
    const more = coupon === undefined ? {} : { appliedCouponCode: coupon };
    const answer = this.accepted(await person.browser.register(stallId, { ...changes, ...more }));
    if (answer.status === 201) person.order = { orderId, stallId, amount: Number(answer.body["finalAmount"]) };
  }

  async initiate(index: number): Promise<void> {
    const { browser: visitor, order } = this.person(index);
    if (order !== undefined) this.accepted(await this.test.initiate({ visitor, ...order }));
    await this.attemptsAge();
  }

  /** Books a stall up to the provider's page. */
  async startCheckout(index: number, stallId: string): Promise<void> {
    await this.reserve(index, stallId);
    await this.register(index, undefined);
    await this.initiate(index);
  }

  async buy(index: number, stallId: string): Promise<void> {
    await this.startCheckout(index, stallId);
    await this.atProvider(index, (order) => this.test.simulator.pay(order));
    await this.openReturnPage(index);
  }

  /** Pays after the payment window has expired and the stall is released. */
  async payLate(index: number, stallId: string): Promise<void> {
    await this.startCheckout(index, stallId);
    await this.expireWindows(`stall_key = (SELECT stall_key FROM stalls WHERE stall_id = '${stallId}')`);
    await this.workOwn();
    await this.atProvider(index, (order) => this.test.simulator.pay(order, { force: true }));
  }

  async leave(index: number): Promise<void> {
    const person = this.person(index);
    const stallId = await ownStall(person);
    if (stallId !== undefined) this.accepted(await person.browser.release(stallId));
  }

  /** Opens or reloads the return page. */
  async openReturnPage(index: number): Promise<void> {
    const { browser, order } = this.person(index);
    if (order === undefined) return;
    await this.test.resetRateLimit(order.orderId);
    this.accepted(await browser.get(`/api/v1/mela/payment-status/${order.orderId}`));
  }

  async respondToOffer(index: number, what: "accept" | "decline", stallId: string): Promise<void> {
    const [id] = await this.ids(`SELECT id FROM stall_offers WHERE order_id = '${this.orderOf(index) ?? ""}'`);
    if (id === undefined) return;
    const token = this.test.get(OfferLinksService).token({ id, version: 1 });
    const offers = this.test.get(StallOfferResponsesService);
    await rejectedOrDone(() =>
      what === "accept" ? offers.accept(token, stallId, "127.0.0.1") : offers.decline(token, "127.0.0.1"),
    );
  }

  async operate(stallId: string, act: (bookingId: string) => Promise<TestResponse>): Promise<void> {
    const [live] = await this.ids(
      `SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = '${stallId}') AND state IN ('held', 'registered', 'paying', 'sold', 'blocked')`,
    );
    this.accepted(await act(live ?? UNKNOWN_BOOKING));
  }

  expireHolds(where: string): Promise<unknown[]> {
    return this.test.mela.query(
      `UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '1 second'
        WHERE state IN ('held', 'registered') AND ${where}`,
    );
  }

  async expireWindows(where: string): Promise<void> {
    await this.test.mela.query(
      `UPDATE bookings SET pay_until = clock_timestamp() - interval '1 second' WHERE state = 'paying' AND ${where}`,
    );
    await this.test.mela.query(
      `UPDATE orders SET provider_expires_at = clock_timestamp() - interval '31 seconds'
        WHERE subject_id IN (SELECT id FROM bookings WHERE state = 'paying' AND ${where})`,
    );
  }

  expireOffers(): Promise<unknown[]> {
    return this.test.mela.query(
      `UPDATE stall_offers SET offered_at = offered_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
        WHERE state = 'open' AND expires_at > clock_timestamp()`,
    );
  }

  protected override newPeople(): void {
    this.people = this.test.mela.visitors(PEOPLE).map((browser) => ({ browser }));
  }

  protected override orderOf(index: number): string | undefined {
    return this.person(index).order?.orderId;
  }

  protected override async allTimePasses(): Promise<void> {
    await this.expireHolds("true");
    await this.expireWindows("true");
    await this.expireOffers();
  }

  protected override async workOwn(): Promise<void> {
    for (const id of await this.ids("SELECT id FROM bookings WHERE state IN ('held', 'registered')")) {
      await this.test.get(HoldsService).releaseExpiredHold(id);
    }
    for (const id of await this.ids("SELECT id FROM bookings WHERE state = 'paying'")) {
      await this.test.get(ExpiredPaymentsService).closeExpiredPayment(id);
    }
  }

  protected override unfinished(): Promise<string[]> {
    return this.ids(
      `SELECT stall_id || ' is still ' || state AS id FROM bookings JOIN stalls USING (stall_key) WHERE state IN ('held', 'registered', 'paying')
        UNION ALL SELECT 'an offer is open' FROM stall_offers WHERE state = 'open'`,
    );
  }

  private person(index: number): Person {
    const person = this.people[index];
    if (person === undefined) throw new Error(`there is no person ${index}`);
    return person;
  }
}

async function ownStall({ browser }: Person): Promise<string | undefined> {
  const hold = (await browser.myHold()).body as { stallId?: string } | null;
  return hold?.stallId;
}

function visitorId({ cookie = "" }: TestVisitor): string {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(decodeURIComponent(cookie))?.[0] ?? "";
}

const stall = fc.constantFrom(...STALLS);
const coupon = fc.constantFrom(undefined, "ONCE50");
const answer = fc.constantFrom("accept", "decline" as const);
const change = fc.constantFrom("block", "unblock", "sellOffline" as const);

const visitorSteps = weighted<Mela>(
  [4, fc.tuple(who, stall).map(([v, s]) => step(`${v} reserves ${s}`, (m) => m.reserve(v, s)))],
  [
    3,
    fc
      .tuple(who, stall)
      .map(([v, s]) => step(`${v} reserves ${s} as its hold expires`, (m) => m.reserveAsHoldExpires(v, s))),
  ],
  [3, fc.tuple(who, coupon).map(([v, code]) => step(`${v} registers ${code ?? ""}`, (m) => m.register(v, code)))],
  [4, who.map((v) => step(`${v} starts to pay`, (m) => m.initiate(v)))],
  [6, fc.tuple(who, stall).map(([v, s]) => step(`${v} starts to pay for ${s}`, (m) => m.startCheckout(v, s)))],
  [4, fc.tuple(who, stall).map(([v, s]) => step(`${v} buys ${s}`, (m) => m.buy(v, s)))],
  [3, fc.tuple(who, stall).map(([v, s]) => step(`${v} pays late for ${s}`, (m) => m.payLate(v, s)))],
  [1, who.map((v) => step(`${v} leaves`, (m) => m.leave(v)))],
  [3, who.map((v) => step(`${v} opens the return page`, (m) => m.openReturnPage(v)))],
  [
    2,
    fc.tuple(who, answer, stall).map(([v, what, s]) => step(`${v}: ${what} ${s}`, (m) => m.respondToOffer(v, what, s))),
  ],
);

const operatorSteps = weighted<Mela>(
  [
    3,
    fc
      .tuple(stall, fc.constantFrom("full", "partial", "none"))
      .map(([s, refund]) =>
        step(`operator cancels ${s}, refund ${refund}`, (m) =>
          m.operate(s, (id) => m.operator.cancel(id, refund, refund === "partial" ? 1234 : undefined)),
        ),
      ),
  ],
  [
    2,
    fc
      .tuple(stall, stall)
      .map(([s, to]) => step(`operator moves ${s} to ${to}`, (m) => m.operate(s, (id) => m.operator.move(id, to)))),
  ],
  [1, stall.map((s) => step(`operator extends ${s}`, (m) => m.operate(s, (id) => m.operator.extend(id, 10))))],
  [2, stall.map((s) => step(`operator releases ${s}`, (m) => m.operate(s, (id) => m.operator.release(id))))],
  [
    2,
    fc
      .tuple(stall, change)
      .map(([s, act]) => step(`operator: ${act} ${s}`, (m) => m.operate(s, () => m.operator[act](s)))),
  ],
);

const timeSteps = weighted<Mela>(
  [
    2,
    stall.map((s) =>
      step(`the hold on ${s} expires`, (m) =>
        m.expireHolds(`stall_key = (SELECT stall_key FROM stalls WHERE stall_id = '${s}')`),
      ),
    ),
  ],
  [
    3,
    stall.map((s) =>
      step(`the payment window of ${s} expires`, (m) =>
        m.expireWindows(`stall_key = (SELECT stall_key FROM stalls WHERE stall_id = '${s}')`),
      ),
    ),
  ],
  [1, fc.constant(step("all offers expire", (m) => m.expireOffers()))],
);

const mela = await Mela.open();
afterAll(() => mela.close());

describe("bookings", () => {
  it(
    "keep every invariant in any order of actions of visitors, provider, operators and clock, and of crashes",
    async () => {
      await expectInvariants(
        mela,
        weighted<Mela>([14, visitorSteps], [12, providerSteps<Mela>()], [3, operatorSteps], [4, timeSteps]),
      );
    },
    TIMEOUT_MS,
  );
});
