import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { WithdrawApplicationDto } from "@sakhi/domain/listings/review.dto";
import { toPaise, type Paise } from "@sakhi/domain/money/money";
import { decideRefund } from "@sakhi/domain/operator/operator.rules";
import { CatalogueProductsService } from "../catalogue/catalogue-products.service.js";
import type { IssuedInvoice } from "../invoices/invoices.service.js";
import { OperatorRefundsService } from "../payments/operator-refunds.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { ApplicationsRepository, type ApplicationRow } from "./applications.repository.js";
import { ListingHistoryService } from "./listing-history.service.js";
import { ListingMailsService } from "./listing-mails.service.js";

/** The refund of a listing's fee. */
interface ListingRefund {
  readonly orderId: string;
  /** 0 for no refund. */
  readonly amountPaise: Paise;
}

/** The result of a withdrawal. */
interface Withdrawal {
  readonly refundPaise: Paise;
  readonly refundId: string | undefined;
  readonly creditNoteNumber: string | undefined;
}

/** Printed on the credit note. */
const CREDIT_REASON = { rejected: "The application was not approved", withdrawn: "The listing was withdrawn" };

/** Rejects and withdraws applications: takes the listing down and refunds the current year's fee. */
@Injectable()
export class ListingWithdrawalsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly catalogueProducts: CatalogueProductsService,
    private readonly orders: OrdersService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly listingHistory: ListingHistoryService,
    private readonly listingMails: ListingMailsService,
  ) {}

  /**
   * Rejects an application and refunds its fee in full, with a credit note.
   *
   * @param application locked by `tx`, under review
   */
  async reject(tx: Tx, application: ApplicationRow, reason: string): Promise<void> {
    const { id: applicationId, state } = application;
    if (!(await this.end(tx, applicationId, "rejected", reason))) {
      throw new Error(`application ${applicationId} is ${state}, not under review`);
    }
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state: "rejected" },
      { kind: "rejected", actor: "operator" },
    );
    const refunded = await this.refund(tx, applicationId, "rejected", await this.refundable(tx, application));
    const note = await this.credit(tx, applicationId, "rejected", refunded?.orderId);
    // No refund if nothing was paid (LISTING_PAYMENTS=mock) or it was refunded before.
    const paid = refunded !== undefined && refunded.amountPaise > 0;
    await this.listingMails.toOwner(
      tx,
      application,
      "listing-rejected",
      paid ? { reason, refund: refundData(refunded, note) } : { reason },
      "",
      { invoiceId: paid ? note?.invoiceId : undefined },
    );
  }

  /**
   * Takes down the free listing of a cancelled booking. The caller holds the booking's lock, which precedes the
   * application's, and has changed the booking. Locks the catalogue: call it late in a transaction, but before a credit
   * note.
   *
   * @param reason sent to the owner
   * @returns the application's id; undefined if there was none to withdraw
   */
  async withdrawForBooking(tx: Tx, bookingId: string, reason: string): Promise<string | undefined> {
    const applicationId = await this.applications.claimOf(tx, bookingId);
    const application = applicationId && (await this.applications.lock(tx, applicationId));
    if (!application) return undefined;
    return (await this.withdraw(tx, application, reason)) === undefined ? undefined : applicationId;
  }

  /**
   * Withdraws an application whose listing was paid for twice and refunds its fee in full.
   *
   * @returns the refund in paise; undefined if the application has ended or does not exist
   */
  async undoSecondPayment(tx: Tx, applicationId: string, reason: string): Promise<Paise | undefined> {
    const application = await this.applications.lock(tx, applicationId);
    if (application === undefined) return undefined;
    const refund = await this.refundable(tx, application);
    return (await this.withdraw(tx, application, reason, refund))?.refundPaise;
  }

  /**
   * Withdraws an application and refunds the part of its fee that the operator chose.
   *
   * @param application locked by `tx`
   * @returns undefined if its state allows no withdrawal
   * @throws DomainError invalid_request for a wrong amount, or without a choice while money is left
   */
  async withdrawAsChosen(
    tx: Tx,
    application: ApplicationRow,
    { reason, refund, refundAmount }: WithdrawApplicationDto,
  ): Promise<Withdrawal | undefined> {
    const left = await this.refundable(tx, application);
    const leftPaise = left?.amountPaise ?? 0;
    if (refund === undefined && leftPaise > 0) {
      const sentence = "Please choose a full, a partial or no refund";
      throw new DomainError("invalid_request", { fields: { refund: [sentence] } }, sentence);
    }
    const chosen = refundAmount === undefined ? undefined : (toPaise(refundAmount) ?? 0);
    const decision = decideRefund(refund ?? "none", leftPaise, chosen);
    if (!decision.allowed) {
      const { sentence } = decision;
      throw new DomainError("invalid_request", { fields: { refundAmount: [sentence] } }, sentence);
    }
    const amountPaise = decision.refundPaise;
    return this.withdraw(tx, application, reason, left && { orderId: left.orderId, amountPaise });
  }

  /** @param refund of the order that paid for its year; undefined if nothing was paid */
  private async withdraw(
    tx: Tx,
    application: ApplicationRow,
    reason: string,
    refund?: ListingRefund,
  ): Promise<Withdrawal | undefined> {
    const { id: applicationId, listingId } = application;
    if (!(await this.end(tx, applicationId, "withdrawn", reason))) return undefined;
    const open = await this.applications.openOrder(applicationId, tx);
    if (open !== undefined) await this.orders.requestClose(tx, open.orderId);
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state: "withdrawn", orderId: open?.orderId },
      { kind: "withdrawn", actor: "operator" },
      { evenIfCompleted: open !== undefined },
    );
    const refunded = await this.refund(tx, applicationId, "withdrawn", refund);
    if (listingId !== null) await this.catalogueProducts.takeDown(tx, listingId);
    const note = await this.credit(tx, applicationId, "withdrawn", refunded?.orderId);
    const paid = refunded !== undefined && refunded.amountPaise > 0;
    await this.listingMails.toOwner(
      tx,
      application,
      "listing-withdrawn",
      { reason, refund: paid ? refundData(refunded, note) : undefined },
      "",
      { invoiceId: note?.invoiceId },
    );
    return { refundPaise: refunded?.amountPaise ?? 0, refundId: refunded?.refundId, creditNoteNumber: note?.number };
  }

  private end(tx: Tx, applicationId: string, transition: "rejected" | "withdrawn", reason: string): Promise<boolean> {
    return this.applications.transition(tx, applicationId, transition, "decision_reason = $3", [reason]);
  }

  /**
   * The unrefunded fee of the current year; earlier years are not refunded. Undefined if nothing was paid
   * (LISTING_PAYMENTS=mock, a stall's free listing).
   *
   * @param application locked by `tx`
   */
  private async refundable(tx: Tx, application: ApplicationRow): Promise<ListingRefund | undefined> {
    const paid = await this.applications.paidOrder(application.id, application.year, tx);
    if (paid === undefined) return undefined;
    const { leftPaise } = await this.operatorRefunds.left(tx, paid.orderId);
    return { orderId: paid.orderId, amountPaise: leftPaise };
  }

  /** Records the refund, which is requested once `tx` has committed. */
  private async refund(
    tx: Tx,
    applicationId: string,
    state: ApplicationState,
    refund: ListingRefund | undefined,
  ): Promise<(ListingRefund & { readonly refundId: string | undefined }) | undefined> {
    if (refund === undefined || refund.amountPaise === 0) return refund && { ...refund, refundId: undefined };
    const { orderId, amountPaise } = refund;
    const { refundId } = await this.operatorRefunds.refund(tx, orderId, amountPaise);
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state },
      { kind: "refund_requested", actor: "operator", note: orderId, detail: { refundId, amountPaise } },
    );
    return { orderId, amountPaise, refundId };
  }

  /** Issues the refund's credit note. Last in the transaction: all documents share the counter's lock. */
  private async credit(
    tx: Tx,
    applicationId: string,
    state: "rejected" | "withdrawn",
    orderId: string | undefined,
  ): Promise<IssuedInvoice | undefined> {
    const note =
      orderId === undefined ? undefined : await this.operatorRefunds.endSale(tx, orderId, CREDIT_REASON[state]);
    if (note === undefined) return undefined;
    await this.listingHistory.publish(
      tx,
      { id: applicationId, state },
      { kind: "credit_note_issued", actor: "system", note: note.number },
    );
    return note;
  }
}

function refundData({ orderId, amountPaise }: ListingRefund, note: IssuedInvoice | undefined) {
  return { orderId, amountPaise, creditNoteNumber: note?.number };
}
