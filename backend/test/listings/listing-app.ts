import type { Type } from "@nestjs/common";
import { CatalogueModule } from "../../src/catalogue/catalogue.module.js";
import { ListingLifecycleService } from "../../src/listings/listing-lifecycle.service.js";
import { ListingSweepService } from "../../src/listings/listing-sweep.service.js";
import { RenewalsService } from "../../src/listings/renewals.service.js";
import { OperatorModule } from "../../src/operator/operator.module.js";
import type { TestResponse, TestVisitor } from "../bookings/mela.js";
import { OperatorTest, type TestAdministrator } from "../operator/operator.js";
import { PayingTest } from "../payments/paying.js";

let brands = 0;

/** A valid form of a product brand, with changes; undefined omits a field. Each call returns another brand. */
export function application(changes: Record<string, unknown> = {}): Record<string, unknown> {
  brands += 1;
  return {
    fullName: "Kamala Devi",
    email: `kamala${brands}@example.com`,
    phoneNumber: `+9190000${String(brands).padStart(5, "0")}`,
    whatsappNumber: "+919811122233",
    brandName: `Kamala Weaves ${brands}`,
    companyType: "product",
    businessCategory: "Jewellery and Accessories",
    businessStage: "growth",
    businessType: "manufacturer",
    story: "We weave what our grandmothers wove, in a shed by the river that floods every second August.",
    hasGSTIN: "no",
    govtDocument: "UDYAM-KR-03-0012345",
    businessAddress: "12 Weavers Lane,\nDharwad 580001",
    whatsappBusinessContact: "+919822233344",
    websiteUrl: "kamala.example",
    isStartup: "no",
    interestedInPopups: "yes",
    previousParticipation: ["None"],
    hearAboutUs: "friend",
    consent: true,
    ...changes,
  };
}

/** An application and its payment order. */
export interface Applicant {
  readonly applicationId: string;
  readonly orderId: string;
}

/** The API of applications on its own database and payment simulator. */
export class ListingTest extends OperatorTest {
  static override async open(
    settings: Readonly<Record<string, string>> = {},
    modules: readonly Type[] = [],
  ): Promise<ListingTest> {
    const { mela, simulator } = await PayingTest.start(settings, [OperatorModule, CatalogueModule, ...modules]);
    return new ListingTest(mela, simulator);
  }

  /** The activities of the listing workflow. */
  get activities(): ListingLifecycleService {
    return this.get(ListingLifecycleService);
  }

  join(
    path: "submit-lead" | "submit-service" | "submit-ngo",
    changes: Record<string, unknown> = {},
    visitor: TestVisitor = this.mela.visitor(),
  ): Promise<TestResponse> {
    return visitor.post(`/api/v1/brand/${path}`, application({ submissionType: "free_lead", ...changes }));
  }

  /** @param language of the page that sends it */
  pay(
    body: Record<string, unknown>,
    visitor: TestVisitor = this.mela.visitor(),
    language = "en",
  ): Promise<TestResponse> {
    const sent = { submissionType: "paid_listing", ...body };
    return visitor.post("/api/v1/cashfree/initiate", sent, { "accept-language": language });
  }

  verify(visitor: TestVisitor, phoneNumber: string): Promise<TestResponse> {
    return visitor.post("/api/v1/mela/verify-phone", { phoneNumber });
  }

  claim(visitor: TestVisitor, phoneNumber: string, changes: Record<string, unknown> = {}): Promise<TestResponse> {
    const listingData = application({ submissionType: "free_lead", ...changes });
    return visitor.post("/api/v1/mela/verify-listing", { email: listingData["email"], phoneNumber, listingData });
  }

  listingStatus(orderId: string): Promise<TestResponse> {
    return this.mela.visitor().get(`/api/v1/brand/payment-status?order_id=${encodeURIComponent(orderId)}`);
  }

  /** Submits an application and opens its payment. */
  async applicant(changes: Record<string, unknown> = {}): Promise<Applicant> {
    const response = await this.pay(application(changes));
    if (response.status !== 201) throw new Error(`initiate: ${JSON.stringify(response.body)}`);
    return this.applicantOf(String(response.body["orderId"]));
  }

  async applicantOf(orderId: string): Promise<Applicant> {
    const found = "SELECT application_id FROM listing_orders WHERE order_id = $1";
    const applicationId = await this.mela.value(found, [orderId]);
    if (applicationId === undefined) throw new Error(`no application of order ${orderId}`);
    return { applicationId, orderId };
  }

  /** Pays at the provider, then settles. */
  async settlePaid(orderId: string): Promise<string> {
    await this.simulator.pay(orderId);
    return this.settle(orderId);
  }

  /** Submits and pays for an application: it is under review. */
  async paid(changes: Record<string, unknown> = {}): Promise<Applicant> {
    const applicant = await this.applicant(changes);
    const outcome = await this.settlePaid(applicant.orderId);
    if (outcome !== "sold") throw new Error(`not sold: ${outcome}`);
    return applicant;
  }

  /** Sends a correction as the dashboard's form does. */
  async correctListing(
    operator: TestAdministrator,
    applicationId: string,
    changes: Record<string, unknown>,
  ): Promise<TestResponse> {
    return operator.post(`listings/${applicationId}/correct`, {
      ...(await this.correction(operator, applicationId)),
      ...changes,
    });
  }

  /** The body of a correction that changes nothing. */
  async correction(operator: TestAdministrator, applicationId: string): Promise<Record<string, unknown>> {
    const { body } = await operator.get(`listings/${applicationId}`);
    const { fullName, brandName, email, phoneNumber, updatedAt: seenAt } = body;
    const form = body["form"] as Record<string, unknown>;
    const { whatsappBusinessContact, businessAddress, gstNumber, govtDocument } = form;
    return {
      ...{ fullName, brandName, email, phoneNumber, whatsappBusinessContact, businessAddress, gstNumber, govtDocument },
      seenAt,
      reason: "A typing error",
    };
  }

  /** Id of a brand's newest application. */
  async applicationOf(brandName: unknown): Promise<string> {
    const newest = "SELECT id FROM listing_applications WHERE brand_name = $1 ORDER BY created_at DESC";
    const found = await this.mela.value(newest, [brandName]);
    if (found === undefined) throw new Error(`no application of ${String(brandName)}`);
    return found;
  }

  async row(applicationId: string): Promise<Record<string, unknown>> {
    const one = "SELECT * FROM listing_applications WHERE id = $1";
    return (await this.mela.query<Record<string, unknown>>(one, [applicationId]))[0] ?? {};
  }

  async state(applicationId: string): Promise<unknown> {
    return (await this.row(applicationId))["state"];
  }

  /** The application's events, in order. */
  listingHistory(applicationId: string): Promise<string[]> {
    return this.mela.column(
      `SELECT kind || ' by ' || actor || coalesce(' (' || (detail->>'note') || ')', '') AS line
         FROM listing_events WHERE application_id = $1 ORDER BY id`,
      [applicationId],
    );
  }

  /** Templates and recipients of the application's mails, in order. */
  listingMails(applicationId: string): Promise<string[]> {
    return this.mela.column(
      `SELECT template || ' to ' || to_address AS line FROM mails WHERE application_id = $1
        ORDER BY created_at, template`,
      [applicationId],
    );
  }

  /** Live listings of a brand, from the public API. */
  async listed(brandName: unknown): Promise<Record<string, unknown>[]> {
    const response = await this.mela
      .visitor()
      .get(`/api/v1/listings/live?brandName=${encodeURIComponent(String(brandName))}`);
    return response.body as unknown as Record<string, unknown>[];
  }

  /** Backdates the end of the order's payment window. */
  async endListingWindow(orderId: string): Promise<void> {
    await this.mela.query(
      "UPDATE listing_orders SET pay_until = clock_timestamp() - interval '61 seconds' WHERE order_id = $1",
      [orderId],
    );
    await this.mela.query(
      "UPDATE orders SET provider_expires_at = clock_timestamp() - interval '91 seconds' WHERE order_id = $1",
      [orderId],
    );
  }

  /** Ends an order's payment window and closes the order, as the workflow does. */
  async closeUnpaid({ applicationId, orderId }: Applicant): Promise<void> {
    await this.endListingWindow(orderId);
    const { step } = await this.get(ListingSweepService).close({ applicationId, orderId });
    if (step !== "closed") throw new Error(`not closed: ${step}`);
  }

  /** Moves the listing's end to `seconds` from now, in the application and the catalogue. */
  async endsIn(applicationId: string, seconds: number): Promise<void> {
    await this.mela.query(
      `UPDATE listing_applications SET live_until =
         date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => $2) WHERE id = $1`,
      [applicationId, seconds],
    );
    await this.mela.query(
      `UPDATE listings l SET expires_at = a.live_until FROM listing_applications a
        WHERE a.id = $1 AND l.id = a.listing_id`,
      [applicationId],
    );
  }

  /** Backdates the last payment attempt by `seconds`. */
  async unpaidFor(applicationId: string, seconds: number): Promise<void> {
    await this.mela.query(
      `UPDATE listing_applications SET updated_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1`,
      [applicationId, seconds],
    );
  }

  /** The renewal token that the next mail would contain. */
  async renewalToken(applicationId: string): Promise<string> {
    const row = await this.row(applicationId);
    return this.get(RenewalsService).token({
      id: applicationId,
      year: Number(row["year"]),
      liveUntil: row["live_until"] as Date,
    });
  }
}
