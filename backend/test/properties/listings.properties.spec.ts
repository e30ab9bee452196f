import { afterAll, describe, it, jest } from "@jest/globals";
import fc from "fast-check";
import { ListingLifecycleService } from "../../src/listings/listing-lifecycle.service.js";
import type { Answer } from "../bookings/mela.js";
import { application, ListingTest } from "../listings/listing-app.js";
import { Market, PEOPLE, providerSteps, step, weighted, who } from "./market.js";
import { holdsInAnyOrder, PATIENCE_MS } from "./property-runs.js";

// A run that breaks something once has broken it.
jest.retryTimes(0);

const DURATIONS = { firstReminderMs: 30 * 24 * 3_600_000, lastReminderMs: 7 * 24 * 3_600_000 };
const WEEKS = { unpaidMs: 14 * 24 * 3_600_000 };

interface Brand {
  readonly form: Record<string, unknown>;
  orderId?: string;
}

/** The catalogue with three brands, an administrator who reviews, a provider, a clock, and processes that die. */
class Catalogue extends Market<ListingTest> {
  private brands: Brand[] = [];

  static async open(): Promise<Catalogue> {
    const test = await ListingTest.open();
    return new Catalogue(test, await test.administrator("operator"));
  }

  /** Applies, or continues to pay for the application. */
  async apply(index: number): Promise<void> {
    const brand = this.brand(index);
    this.started(brand, await this.test.pay(brand.form));
    await this.attemptsAge();
  }

  async buy(index: number): Promise<void> {
    await this.apply(index);
    await this.atProvider(index, (order) => this.test.simulator.pay(order));
    await this.look(index);
  }

  /** Renews by the link of the mails, whenever it was sent. */
  async renew(index: number): Promise<void> {
    const brand = this.brand(index);
    const [id] = await this.applications(index, "live_until IS NOT NULL");
    if (id === undefined) return;
    const token = await this.test.renewalToken(id);
    this.started(brand, await this.test.mela.visitor().post("/api/v1/brand/renew", { token }));
    await this.attemptsAge();
  }

  async look(index: number): Promise<void> {
    const orderId = this.orderOf(index);
    if (orderId === undefined) return;
    await this.test.mayAskAgain(orderId);
    this.answered(await this.test.listingStatus(orderId));
  }

  async review(index: number, act: (id: string) => Promise<Answer>): Promise<void> {
    const [id] = await this.applications(index);
    if (id !== undefined) this.answered(await act(id));
  }

  async windowOver(index: number): Promise<void> {
    for (const id of await this.orders(index)) await this.test.endListingWindow(id);
  }

  async unpaidForWeeks(index: number): Promise<void> {
    for (const id of await this.applications(index, "state = 'submitted'")) {
      await this.test.unpaidFor(id, WEEKS.unpaidMs / 1000 + 1);
    }
  }

  async yearOver(index: number): Promise<void> {
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
      await this.windowOver(index);
      await this.unpaidForWeeks(index);
    }
  }

  protected override async workOwn(): Promise<void> {
    const recovery = this.test.get(ListingLifecycleService);
    for (let index = 0; index < PEOPLE; index += 1) {
      for (const orderId of await this.orders(index)) {
        await recovery.close(await this.test.applicantOf(orderId));
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
    return [...left, ...(await this.untrueYears())];
  }

  override async broken(): Promise<string[]> {
    return [...(await super.broken()), ...(await this.untrueYears())];
  }

  /** The catalogue shows exactly who has paid, was approved, and whose year is not over; nobody has two years for one fee. */
  private untrueYears(): Promise<string[]> {
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

  private started(brand: Brand, answer: Answer): void {
    this.answered(answer);
    const { orderId } = answer.body;
    if (answer.status < 300 && typeof orderId === "string") brand.orderId = orderId;
  }

  /** A brand's applications, the newest first. */
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
    if (brand === undefined) throw new Error(`no brand is ${index}`);
    return brand;
  }
}

const brandSteps = weighted<Catalogue>(
  [6, who.map((v) => step(`${v} applies`, (c) => c.apply(v)))],
  [6, who.map((v) => step(`${v} applies and pays`, (c) => c.buy(v)))],
  [4, who.map((v) => step(`${v} renews`, (c) => c.renew(v)))],
  [2, who.map((v) => step(`${v} looks at the payment`, (c) => c.look(v)))],
);
const withdrawal = fc.constantFrom("full", "partial", "none");
const reviewSteps = weighted<Catalogue>(
  [
    6,
    who.map((v) => step(`${v} is approved`, (c) => c.review(v, (id) => c.operator.post(`listings/${id}/approve`, {})))),
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
  [3, who.map((v) => step(`the time of ${v} to pay is over`, (c) => c.windowOver(v)))],
  [1, who.map((v) => step(`${v} has not paid for two weeks`, (c) => c.unpaidForWeeks(v)))],
  [2, who.map((v) => step(`the year of ${v} is over`, (c) => c.yearOver(v)))],
);

const catalogue = await Catalogue.open();
afterAll(() => catalogue.close());

describe("listings", () => {
  it(
    "keep every rule in any order of owners', the provider's, the reviewer's and time's events, and of crashes",
    async () => {
      await holdsInAnyOrder(
        catalogue,
        weighted<Catalogue>([8, brandSteps], [10, providerSteps<Catalogue>()], [5, reviewSteps], [4, timeSteps]),
      );
    },
    PATIENCE_MS,
  );
});
