import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { WithdrawApplicationDto } from "@sakhi/domain/listings/review.dto";
import { toPaise } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import { decideRefund } from "@sakhi/domain/operator/operator.rules";
import type { IssuedInvoice } from "../../invoices/invoices.service.js";
import { OperatorRefunds } from "../../payments/refunds/operator-refunds.service.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";
import { ListingOrdersRepository } from "../payment/listing-orders.repository.js";
import { ListingEventPublisher } from "../lifecycle/listing-event-publisher.service.js";

/** What goes back of a listing's fee. */
export interface ListingRefund {
  readonly orderId: string;
  /** 0 where nothing goes back. */
  readonly amountPaise: Paise;
}

/** A refund that was decided. */
export interface DecidedListingRefund extends ListingRefund {
  readonly refundId: string | undefined;
}

/** Giving the fee of a listing's year back, wholly or in part, because an operator ends it. */
@Injectable()
export class ListingRefunds {
  constructor(
    private readonly listingOrders: ListingOrdersRepository,
    private readonly refunds: OperatorRefunds,
    private readonly publisher: ListingEventPublisher,
  ) {}

  /**
   * What is left of the fee of the application's year; years before it are over. Nothing where nobody paid
   * (LISTING_PAYMENTS=mock, a stall's free listing), or where it has gone back before.
   *
   * @param application locked by `tx`
   */
  async left(tx: Tx, application: ApplicationRow): Promise<ListingRefund | undefined> {
    const paid = await this.listingOrders.paidFor(tx, application.id, application.year);
    if (paid === undefined) return undefined;
    const { leftPaise } = await this.refunds.left(tx, paid.orderId);
    return { orderId: paid.orderId, amountPaise: leftPaise };
  }

  /**
   * What the operator has chosen to give back.
   *
   * @throws DomainError invalid_request for the amount, or without a choice where there is money left
   */
  async chosen(
    tx: Tx,
    application: ApplicationRow,
    { refund, refundAmount }: WithdrawApplicationDto,
  ): Promise<ListingRefund | undefined> {
    const left = await this.left(tx, application);
    const leftPaise = left?.amountPaise ?? 0;
    if (refund === undefined && leftPaise > 0) {
      const sentence = "Please choose a full, a partial or no refund";
      throw new DomainError("invalid_request", { fields: { refund: [sentence] } }, sentence);
    }
    const wished = refundAmount === undefined ? undefined : (toPaise(refundAmount) ?? 0);
    const verdict = decideRefund(refund ?? "none", leftPaise, wished);
    if (!verdict.allowed) {
      const { sentence } = verdict;
      throw new DomainError("invalid_request", { fields: { refundAmount: [sentence] } }, sentence);
    }
    return left && { orderId: left.orderId, amountPaise: verdict.refundPaise };
  }

  /** Notes the refund and has it asked for once `tx` has committed. */
  async decide(
    tx: Tx,
    applicationId: string,
    stage: ApplicationState,
    { orderId, amountPaise }: ListingRefund,
  ): Promise<DecidedListingRefund> {
    if (amountPaise === 0) return { orderId, amountPaise, refundId: undefined };
    const { refundId } = await this.refunds.refund(tx, orderId, amountPaise);
    await this.publisher.record(
      tx,
      { applicationId, stage },
      { kind: "refund_requested", actor: "operator", note: orderId, detail: { refundId, amountPaise } },
    );
    return { orderId, amountPaise, refundId };
  }

  /** The credit note of what went back. Takes the last lock of all. @param reason printed; no personal data */
  async credit(
    tx: Tx,
    applicationId: string,
    stage: ApplicationState,
    orderId: string,
    reason: string,
  ): Promise<IssuedInvoice | undefined> {
    const note = await this.refunds.endSale(tx, orderId, reason);
    if (note === undefined) return undefined;
    await this.publisher.record(
      tx,
      { applicationId, stage },
      { kind: "credit_note_issued", actor: "system", note: note.number },
    );
    return note;
  }
}
