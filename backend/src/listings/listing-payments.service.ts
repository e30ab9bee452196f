import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type LanguageCode, pathIn } from "@sakhi/domain/languages/language-paths";
import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import type { InitiateListingPaymentDto } from "@sakhi/domain/listings/submit-application.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrderOpeningService, payUntilOf } from "../payments/order-opening.service.js";
import {
  type ClaimedPayment,
  OrderPaymentService,
  type Payable,
  type PaymentProduct,
} from "../payments/order-payment.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import type { RateUse } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { type ApplicationRow, ApplicationsRepository } from "./applications.repository.js";
import { ApplicationsService } from "./applications.service.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingSalesService } from "./listing-sales.service.js";

/** The errors of paying for a listing, of its first year and of its renewal. */
export const LISTING_PAYMENT_ERRORS = {
  alreadyPaid: "listing_already_paid",
  refused: "listing_payment_refused",
  // With its own message: the error code's default is about a stall.
  unavailable: () =>
    new DomainError(
      "provider_unavailable",
      {},
      "The payment service is not answering right now. What you filled in is kept; please try again.",
    ),
} as const satisfies PaymentProduct<unknown, unknown>["errors"];

/**
 * The limits of starting to pay for a listing. Continuing a payment is never limited; if that payment has just ended, its
 * successor is opened uncounted.
 *
 * @param phone ten digits; counted per network: a stranger who uses the number elsewhere must not block its owner
 */
export function listingPaymentLimits(isStarted: boolean, phone: string, address: string): readonly RateUse[] {
  if (isStarted) return [];
  return [
    { limit: "listing_initiates_per_phone", by: phone, address },
    { limit: "listing_initiates_per_address", by: address },
  ];
}

/** An application that is submitted and paid for. */
interface FirstYear {
  readonly form: InitiateListingPaymentDto;
  readonly visitorId: string;
  /** Of the page. */
  readonly language: LanguageCode;
}

interface FirstYearRequest extends FirstYear {
  /** The client's IP address. */
  readonly address: string;
}

/** An order id that cannot be guessed: `LIST`, the time, 24 random hex digits; 42 characters. */
function listingOrderId(): string {
  return `LIST${Date.now()}_${randomBytes(12).toString("hex")}`;
}

/** Paying for a year of a listing: the first one, with the application; see RenewalsService for the others. */
@Injectable()
export class ListingPaymentsService implements PaymentProduct<FirstYearRequest, FirstYear> {
  readonly errors = LISTING_PAYMENT_ERRORS;

  constructor(
    private readonly config: Config,
    private readonly applicationsService: ApplicationsService,
    private readonly applications: ApplicationsRepository,
    private readonly listingSales: ListingSalesService,
    private readonly listingHistory: ListingHistoryService,
    private readonly orders: OrdersService,
    private readonly orderOpening: OrderOpeningService,
    private readonly orderPayment: OrderPaymentService,
  ) {}

  /**
   * Submits an application to be listed and opens its payment; see {@link OrderPaymentService.initiate}.
   *
   * @param visitor is remembered: this browser may make its page without a mailed link
   * @throws DomainError order_closing; listing_already_paid; listing_payment_refused; provider_unavailable
   * @throws HttpError rate_limited
   */
  async initiate(form: InitiateListingPaymentDto, visitor: Visitor): Promise<InitiateResponse> {
    const visitorId = visitor.id ?? newVisitorId();
    const { address, language } = visitor;
    const started = await this.orderPayment.initiate(this, { form, visitorId, address, language });
    visitor.remember(visitorId);
    return started;
  }

  async check({ form, visitorId, address, language }: FirstYearRequest): Promise<Payable<FirstYear>> {
    const isStarted = await this.applicationsService.isPaymentStarted(form);
    return {
      limits: listingPaymentLimits(isStarted, form.phoneNumber, address),
      subject: { form, visitorId, language },
    };
  }

  /** Submits the application, or finds the one that this form submitted before. */
  async claim(tx: Tx, { form, visitorId, language }: FirstYear): Promise<ClaimedPayment> {
    const application = await this.applicationsService.submitPaid(tx, form, { visitorId, language });
    if (application.state === "submitted" || application.state === "paying") {
      return this.claimYear(tx, application, 1, visitorId);
    }
    const paid = await this.applications.paidOrder(application.id, 1, tx);
    if (paid === undefined) throw new DomainError("listing_already_paid");
    if (this.isMocked) return { mockOrderId: paid.orderId };
    throw new DomainError("listing_already_paid", { orderId: paid.orderId });
  }

  private get isMocked(): boolean {
    return this.config.listings.payments === "mock";
  }

  /**
   * Finds the application's open order, or creates one and claims the attempt to open it, in one transaction.
   *
   * @param application locked by `tx`, unpaid for `year`
   */
  async claimYear(tx: Tx, application: ApplicationRow, year: number, visitorId: string): Promise<ClaimedPayment> {
    const { id: applicationId, state } = application;
    await assertNotPaused(tx);
    if (this.isMocked && state !== "paying") {
      const mockOrderId = await this.createOrder(tx, applicationId, year, visitorId);
      await this.listingSales.sellWithoutPayment(tx, application, mockOrderId);
      return { mockOrderId };
    }
    const open = await this.applications.openOrder(applicationId, tx);
    if (open !== undefined) return { orderId: open.orderId };
    const orderId = await this.createOrder(tx, applicationId, year, visitorId);
    const claim = await this.orderOpening.claim(tx, await this.orderOpening.open(tx, orderId), {
      orderId,
      amountPaise: LISTING_FEE_PAISE,
      payer: { id: applicationId, phone: application.phone, email: application.email, name: application.fullName },
      returnPath: pathIn(application.language, PATHS.listingPaid),
      subject: { type: "application", id: applicationId },
    });
    await this.applications.setPayUntil(tx, orderId, payUntilOf(claim.attempt.request));
    if (year > 1) {
      await this.listingHistory.publish(
        tx,
        { id: applicationId, state, orderId },
        { kind: "renewal_started", actor: "visitor", note: orderId, detail: { year } },
        { evenIfCompleted: true },
      );
      return { orderId, claim };
    }
    if (!(await this.applications.transition(tx, applicationId, "payment_started"))) {
      throw new Error(`application ${applicationId} is ${state} and cannot be paid for`);
    }
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state: "paying", orderId },
      { kind: "payment_started", actor: "visitor", note: orderId },
    );
    return { orderId, claim };
  }

  private async createOrder(tx: Tx, applicationId: string, year: number, visitorId: string): Promise<string> {
    const orderId = listingOrderId();
    await this.orders.createUnsent(tx, {
      orderId,
      subjectType: "application",
      subjectId: applicationId,
      amountPaise: LISTING_FEE_PAISE,
    });
    const purpose = year === 1 ? "first" : "renewal";
    await this.applications.insertOrder(tx, { orderId, applicationId, purpose, year, visitorId });
    return orderId;
  }
}
