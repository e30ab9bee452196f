import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ApplicationsQueryDto } from "@sakhi/domain/listings/review.dto";
import { toRupees } from "@sakhi/domain/money/money";
import { OperatorRefunds } from "../../payments/refunds/operator-refunds.service.js";
import { Config } from "../../platform/config/config.js";
import { Publications } from "../publication/publications.service.js";
import { listingWorkflowId } from "../lifecycle/listing-event-publisher.service.js";
import { ReviewDetailsRepository, formOf } from "./review-details.repository.js";
import type { RawDetails } from "./review-details.repository.js";
import { ReviewListRepository, summaryOf } from "./review-list.repository.js";
import type {
  ApplicationBrandResponse,
  ApplicationDetailsResponse,
  ApplicationSummaryResponse,
} from "./review.response.js";

/** What the administrator reads of applications. */
@Injectable()
export class ReviewReading {
  constructor(
    private readonly config: Config,
    private readonly lists: ReviewListRepository,
    private readonly repository: ReviewDetailsRepository,
    private readonly publications: Publications,
    private readonly refunds: OperatorRefunds,
  ) {}

  list(query: ApplicationsQueryDto): Promise<{ applications: ApplicationSummaryResponse[]; total: number }> {
    return this.lists.list(query);
  }

  /** @throws DomainError application_not_found */
  async details(applicationId: string): Promise<ApplicationDetailsResponse> {
    const raw = await this.repository.find(applicationId);
    if (raw === undefined) throw new DomainError("application_not_found");
    const [timeline, orders, invoices, refunds, mails, brands, refundable] = await Promise.all([
      this.repository.timeline(applicationId),
      this.repository.orders(applicationId),
      this.repository.invoices(applicationId),
      this.repository.refunds(applicationId),
      this.repository.mails(applicationId),
      this.brands(raw),
      this.refundable(applicationId, raw.year),
    ]);
    const { booking_id: bookingId, stall_id: stallId } = raw;
    return {
      ...summaryOf(raw),
      form: formOf(raw),
      year: raw.year,
      ...(raw.live_from === null ? {} : { liveFrom: raw.live_from.toISOString() }),
      ...(raw.decision_reason === null ? {} : { decisionReason: raw.decision_reason }),
      ...brands,
      ...(bookingId === null || stallId === null ? {} : { booking: { bookingId, stallId } }),
      timeline,
      orders,
      invoices,
      refunds,
      mails,
      ...(refundable === 0 ? {} : { refundable: toRupees(refundable) }),
      ...this.temporal(applicationId),
    };
  }

  /** What is left of the fee of its year, in paise. */
  private async refundable(applicationId: string, year: number): Promise<number> {
    const orderId = await this.repository.paidOrder(applicationId, year);
    return orderId === undefined ? 0 : this.refunds.refundable(orderId);
  }

  private async brands(
    raw: RawDetails,
  ): Promise<{ brand?: ApplicationBrandResponse; sameName?: ApplicationBrandResponse }> {
    const brand = raw.brand_id === null ? undefined : await this.publications.brand(raw.brand_id);
    const same = brand === undefined ? await this.publications.sameName(raw) : undefined;
    return {
      ...(brand === undefined ? {} : { brand: { brandId: brand.brandId, brandName: brand.brandName } }),
      ...(same === undefined ? {} : { sameName: { brandId: same.brandId, brandName: same.brandName } }),
    };
  }

  private temporal(applicationId: string): { temporalUrl?: string } {
    const { uiUrl, namespace } = this.config.temporal;
    if (uiUrl === undefined) return {};
    const id = encodeURIComponent(listingWorkflowId(applicationId));
    return {
      temporalUrl: `${uiUrl.replace(/(?<!\/)\/+$/, "")}/namespaces/${encodeURIComponent(namespace)}/workflows/${id}`,
    };
  }
}
