import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { LISTING_FEE_PAISE, RENEWAL_LINK_SECONDS } from "@sakhi/domain/listings/listing.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { PATHS } from "@sakhi/domain/site/routes";
import {
  type ClaimedPayment,
  OrderPaymentService,
  type Payable,
  type PaymentProduct,
} from "../payments/order-payment.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { ApplicationsRepository, type ApplicationRow } from "./applications.repository.js";
import {
  LISTING_PAYMENT_ERRORS,
  type ListingPayer,
  listingPaymentLimits,
  ListingPaymentsService,
} from "./listing-payments.service.js";
import type { RenewalResponse } from "./listings.response.js";

/** Contents of a valid link. */
interface RenewalLink {
  readonly applicationId: string;
  /** The year to pay for. */
  readonly year: number;
  /** Expiry, by the database's clock. */
  readonly until: Date;
}

/** A browser that opened a link to pay. */
interface RenewalRequest {
  readonly token: string;
  readonly payer: ListingPayer;
  readonly address: string;
}

/** The year that a genuine link pays for. */
interface Renewal extends Pick<RenewalLink, "applicationId" | "year"> {
  readonly payer: ListingPayer;
}

const TOKEN = /^([0-9a-f]{32})\.(\d{1,4})\.(\d{10,11})\.([A-Za-z0-9_-]{43})$/;

/**
 * Renews listings through the signed link in a reminder. A link is bound to one application and one year, and expires
 * 60 days after the listing's end. Opening it pays nothing: its page asks for confirmation.
 */
@Injectable()
export class RenewalsService implements PaymentProduct<RenewalRequest, Renewal> {
  readonly errors = LISTING_PAYMENT_ERRORS;

  constructor(
    private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly applications: ApplicationsRepository,
    private readonly listingPayments: ListingPaymentsService,
    private readonly orderPayment: OrderPaymentService,
  ) {}

  /** The link for a mail. @throws Error when the application has never been live */
  url(application: Pick<ApplicationRow, "id" | "year" | "liveUntil">): string {
    return `${this.config.publicUrl}${PATHS.join}?renew=${this.token(application)}`;
  }

  /** The token that renews the application for its next year. */
  token({ id, year, liveUntil }: Pick<ApplicationRow, "id" | "year" | "liveUntil">): string {
    if (liveUntil === null) throw new Error(`application ${id} is not live`);
    const until = Math.floor(liveUntil.getTime() / 1000) + RENEWAL_LINK_SECONDS;
    const content = `${id.replaceAll("-", "")}.${year + 1}.${until}`;
    return `${content}.${this.secrets.digest("renewal-link", content)}`;
  }

  /**
   * Describes the renewal a link is for.
   *
   * @throws DomainError renewal_link_invalid
   */
  async find(token: string): Promise<RenewalResponse> {
    const { application, year } = await this.require(token);
    const { id, brandName, fullName, liveUntil, readAt } = application;
    return {
      brandName,
      fullName,
      liveUntil: (liveUntil ?? readAt).toISOString(),
      amount: toRupees(LISTING_FEE_PAISE),
      state: application.year >= year ? "renewed" : (await this.isPaying(id)) ? "paying" : "open",
    };
  }

  /**
   * Opens the payment of the link's year. Idempotent: returns the open session.
   *
   * @param visitor is remembered: this browser sees the status with the full name
   * @throws DomainError renewal_link_invalid; otherwise like {@link ListingPaymentsService.initiate}
   * @throws HttpError rate_limited
   */
  async initiate(token: string, visitor: Visitor): Promise<InitiateResponse> {
    const visitorId = visitor.id ?? newVisitorId();
    const { address, language } = visitor;
    const started = await this.orderPayment.initiate(this, { token, payer: { visitorId, language }, address });
    visitor.remember(visitorId);
    return started;
  }

  /** @throws DomainError renewal_link_invalid */
  async check({ token, payer, address }: RenewalRequest): Promise<Payable<Renewal>> {
    const { application, year } = await this.require(token);
    const { id: applicationId, phone } = application;
    const limits = listingPaymentLimits(await this.isPaying(applicationId), phone, address);
    return { limits, subject: { applicationId, year, payer } };
  }

  /** @throws DomainError renewal_link_invalid; listing_already_paid */
  async claim(tx: Tx, { applicationId, year, payer }: Renewal): Promise<ClaimedPayment> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined || !isListed(application)) throw new DomainError("renewal_link_invalid");
    if (application.year < year) return this.listingPayments.claimYear(tx, application, year, payer);
    const paid = await this.applications.paidOrder(applicationId, year, tx);
    throw new DomainError("listing_already_paid", paid === undefined ? {} : { orderId: paid.orderId });
  }

  private async isPaying(applicationId: string): Promise<boolean> {
    return (await this.applications.openOrder(applicationId)) !== undefined;
  }

  /** The application of a valid link, whose year is the next one, or the current one once it is paid. */
  private async require(token: string): Promise<{ application: ApplicationRow; year: number }> {
    const link = this.parse(token);
    const application = link && (await this.applications.find(link.applicationId));
    if (link === undefined || application === undefined || !isListed(application)) {
      throw new DomainError("renewal_link_invalid");
    }
    const { year, until } = link;
    if (until < application.readAt || (year !== application.year + 1 && year !== application.year)) {
      throw new DomainError("renewal_link_invalid");
    }
    return { application, year };
  }

  /** Verifies and parses a token; undefined if it is not genuine. */
  private parse(token: string): RenewalLink | undefined {
    const [, id, year, until, signature] = TOKEN.exec(token) ?? [];
    if (id === undefined || year === undefined || until === undefined || signature === undefined) {
      return undefined;
    }
    const genuine = this.secrets.verify("renewal-link", `${id}.${year}.${until}`, Buffer.from(signature, "base64url"));
    if (!genuine) return undefined;
    return {
      applicationId: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      year: Number(year),
      until: new Date(Number(until) * 1000),
    };
  }
}

/** False for an erased application: its listing, mails and invoice would have no owner. */
function isListed({ state, erasedAt }: ApplicationRow): boolean {
  return (state === "live" || state === "expired") && erasedAt === null;
}
