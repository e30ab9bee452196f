import { afterAll, describe, it, jest } from "@jest/globals";
import fc from "fast-check";
import { ListingSweepService } from "../../../../backend/src/listings/listing-sweep.service.js";
import type { TestResponse } from "../../../../backend/test/bookings/mela.js";
import { application, ListingTest } from "../../../../backend/test/listings/listing-app.js";
import { Market, PEOPLE, providerSteps, step, weighted, who } from "./market.js";
import { expectInvariants, TIMEOUT_MS } from "./property-runs.js";

// A retry could hide a real failure.
jest.retryTimes(0);

const DURATIONS = { firstReminderMs: 30 * 24 * 3_600_000, lastReminderMs: 7 * 24 * 3_600_000 };
const WEEKS = { unpaidMs: 14 * 24 * 3_600_000 };

interface Brand {
  readonly form: Record<string, unknown>;
  orderId?: string;
}

/** The catalogue with three brands, a reviewer, a provider, a movable clock, and crashing processes. */
class Catalogue extends Market<ListingTest> {
  private brands: Brand[] = [];

  static async open(): Promise<Catalogue> {
    const test = await ListingTest.open();
    return new Catalogue(test, await test.administrator("operator"));
  }

  /** Applies, or resumes the payment of the application. */
  async apply(index: number): Promise<void> {
    const brand = this.brand(index);
    this.started(brand, await this.test.pay(brand.form));
    await this.attemptsAge();
  }

  async buy(index: number): Promise<void> {
    await this.apply(index);
    await this.atProvider(index, (order) => this.test.simulator.pay(order));
    await this.openReturnPage(index);
  }

  /** Renews by the link in the mails, at any time. */
  async renew(index: number): Promise<void> {
    const brand = this.brand(index);
    const [id] = await this.applications(index, "live_until IS NOT NULL");
    if (id === undefined) return;
    const token = await this.test.renewalToken(id);
    this.started(brand, await this.test.mela.visitor().post("/api/v1/brand/renew", { token }));
    await this.attemptsAge();
  }

  async openReturnPage(index: number): Promise<void> {
    const orderId = this.orderOf(index);
    if (orderId === undefined) return;
    await this.test.resetRateLimit(orderId);
    this.accepted(await this.test.listingStatus(orderId));
  }

  async review(index: number, act: (id: string) => Promise<TestResponse>): Promise<void> {
    const [id] = await this.applications(index);
    if (id !== undefined) this.accepted(await act(id));
  }

  async expireWindow(index: number): Promise<void> {
    for (const id of await this.orders(index)) await this.test.endListingWindow(id);
  }

  async unpaidForWeeks(index: number): Promise<void> {
    for (const id of await this.applications(index, "state = 'submitted'")) {
      await this.test.unpaidFor(id, WEEKS.unpaidMs / 1000 + 1);
    }
  }

  async endYear(index: number): Promise<void> {
    for (const id of await this.applications(index, "state = 'live'")) await this.test.endsIn(id, -1);
  }

  protected override newPeople(): void {
    this.brands = Array.from({ length: PEOPLE }, () => ({ form: application() }));
  }

  protected override orderOf(index: number): string | undefined {
    return this.brand(index).orderId;
  }

  protected override async allTimePasses(): Promise<void> {
    for (let index = 0; index < PEOPLE; index += 1) {
      await this.expireWindow(index);
      await this.unpaidForWeeks(index);
    }
  }

  protected override async workOwn(): Promise<void> {
    const sweep = this.test.get(ListingSweepService);
    for (let index = 0; index < PEOPLE; index += 1) {
      for (const orderId of await this.orders(index)) {
        await sweep.close(await this.test.applicantOf(orderId));
      }
      for (const id of await this.applications(index)) {
        await this.test.activities.lapseApplication(id, WEEKS);
        await this.test.activities.expireListing(id);
        await this.test.activities.remindOwner(id, "last", DURATIONS);
      }
    }
  }

  protected override async unfinished(): Promise<string[]> {
    const left = await this.ids(
      `SELECT brand_name || ' is still ' || state AS id FROM listing_applications WHERE state IN ('submitted', 'paying')`,
    );
    return [...left, ...(await this.yearViolations())];
  }

  override async broken(): Promise<string[]> {
    return [...(await super.broken()), ...(await this.yearViolations())];
  }

  /** Checks that the site shows exactly the paid, approved and current listings, and that each year is paid for. */
  private yearViolations(): Promise<string[]> {
    return this.ids(
      `SELECT 'on the site and ' || a.state AS id FROM listing_applications a JOIN live_listings l ON l.id = a.listing_id
        WHERE a.state <> 'live'
       UNION ALL
       SELECT 'live and not on the site' FROM listing_applications a
        WHERE a.state = 'live' AND a.live_until > clock_timestamp()
          AND NOT EXISTS (SELECT 1 FROM live_listings l WHERE l.id = a.listing_id)
       UNION ALL
       SELECT 'a year without its money: ' || a.state FROM listing_applications a
        WHERE a.kind = 'paid' AND a.state IN ('under_review', 'live', 'expired', 'rejected')
          AND (SELECT count(*) FROM listing_orders o WHERE o.application_id = a.id AND o.paid_at IS NOT NULL) <> a.year
       UNION ALL
       SELECT 'more than the years paid for' FROM listing_applications
        WHERE live_until > clock_timestamp() + make_interval(years => year, secs => 60)`,
    );
  }

  private started(brand: Brand, answer: TestResponse): void {
    this.accepted(answer);
    const { orderId } = answer.body;
    if (answer.status < 300 && typeof orderId === "string") brand.orderId = orderId;
  }

  /** A brand's applications, newest first. */
  private applications(index: number, where = "true"): Promise<string[]> {
    return this.ids(
      `SELECT id FROM listing_applications WHERE email = '${String(this.brand(index).form["email"])}' AND ${where}
        ORDER BY created_at DESC`,
    );
  }

  private orders(index: number): Promise<string[]> {
    return this.ids(
      `SELECT o.order_id AS id FROM listing_orders l JOIN orders o USING (order_id)
         JOIN listing_applications a ON a.id = l.application_id
        WHERE a.email = '${String(this.brand(index).form["email"])}' AND o.state IN ('open', 'closing', 'unsent')`,
    );
  }

  private brand(index: number): Brand {
    const brand = this.brands[index];
    if (brand === undefined) throw new Error(`there is no brand ${index}`);
    return brand;
  }
}

const brandSteps = weighted<Catalogue>(
  [6, who.map((v) => step(`${v} applies`, (c) => c.apply(v)))],
  [6, who.map((v) => step(`${v} applies and pays`, (c) => c.buy(v)))],
  [4, who.map((v) => step(`${v} renews`, (c) => c.renew(v)))],
  [2, who.map((v) => step(`${v} opens the return page`, (c) => c.openReturnPage(v)))],
);
const withdrawal = fc.constantFrom("full", "partial", "none");
const reviewSteps = weighted<Catalogue>(
  [
    6,
    who.map((v) =>
      step(`${v} is approved`, (c) =>
        c.review(v, (id) => c.operator.post(`listings/${id}/approve`, { noPictures: true })),
      ),
    ),
  ],
  [
    1,
    who.map((v) =>
      step(`${v} is rejected`, (c) =>
        c.review(v, (id) => c.operator.post(`listings/${id}/reject`, { reason: "not ours" })),
      ),
    ),
  ],
  [
    1,
    fc.tuple(who, withdrawal).map(([v, refund]) =>
      step(`${v} is withdrawn, refund ${refund}`, (c) =>
        c.review(v, (id) => {
          const amount = refund === "partial" ? { refundAmount: 100 } : {};
          return c.operator.post(`listings/${id}/withdraw`, { refund, ...amount, reason: "asked for" });
        }),
      ),
    ),
  ],
);
const timeSteps = weighted<Catalogue>(
  [3, who.map((v) => step(`the payment window of ${v} expires`, (c) => c.expireWindow(v)))],
  [1, who.map((v) => step(`${v} does not pay for two weeks`, (c) => c.unpaidForWeeks(v)))],
  [2, who.map((v) => step(`the year of ${v} ends`, (c) => c.endYear(v)))],
);

const catalogue = await Catalogue.open();
afterAll(() => catalogue.close());

describe("listings", () => {
  it(
    "keep every invariant in any order of actions of owners, provider, reviewer and clock, and of crashes",
    async () => {
      await expectInvariants(
        catalogue,
        weighted<Catalogue>([8, brandSteps], [10, providerSteps<Catalogue>()], [5, reviewSteps], [4, timeSteps]),
      );
    },
    TIMEOUT_MS,
  );
});
