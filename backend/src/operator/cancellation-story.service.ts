import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import type { RefundChoice } from "@sakhi/domain/operator/organiser.types";
import { ListingWithdrawal } from "../listings/review/listing-withdrawal.service.js";
import { OperatorRefunds } from "../payments/refunds/operator-refunds.service.js";
import type { OperatorRefund } from "../payments/refunds/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { BookingEvents } from "../bookings/history/booking-events.service.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";
import { OrganiserMails } from "./organiser-mails.service.js";
import type { CancelledRefund } from "../mail/mail.service.js";

/** Printed on the credit note. */
const CREDIT_REASON = "Stall booking cancelled by the organiser";

/** What was decided when a sale was cancelled. */
export interface Cancellation {
  readonly orderId: string;
  readonly refundPaise: Paise;
  readonly choice: RefundChoice;
  readonly refund: OperatorRefund | undefined;
}

/** What follows a cancelled sale, in its transaction: the story, the listing, the credit note, the mail, the nudge. */
@Injectable()
export class CancellationStory {
  constructor(
    private readonly events: BookingEvents,
    private readonly news: BookingNews,
    private readonly refunds: OperatorRefunds,
    private readonly listings: ListingWithdrawal,
    private readonly mails: OrganiserMails,
  ) {}

  /**
   * @param booking as it was before
   * @returns the credit note's number, where money goes back
   */
  async tell(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<string | undefined> {
    const { id: bookingId } = booking;
    const { orderId, refundPaise, choice, refund } = cancellation;
    const released: BookingRow = { ...booking, state: "released", releaseReason: "cancelled" };
    await this.news.tell(
      tx,
      released,
      {
        kind: "cancelled",
        actor: "operator",
        note: choice === "none" ? "no refund" : `${choice} refund`,
        detail: { orderId, refundPaise },
      },
      // The workflow closed with the sale: a new run tells the story to its new end.
      { evenIfCompleted: true },
    );
    if (refund !== undefined) {
      await this.events.record(tx, {
        bookingId,
        kind: refund.byHand ? "refund_succeeded" : "refund_requested",
        actor: "operator",
        note: refund.byHand ? "given back by hand" : "cancelled",
        detail: { refundId: refund.refundId, amountPaise: refundPaise },
      });
    }
    // The free listing came with the stall; its locks come after the booking's and before the counter's.
    await this.listings.withdrawForBooking(
      tx,
      bookingId,
      `The booking of stall ${booking.stallId}, with which the free listing came, was cancelled.`,
    );
    return this.credit(tx, booking, cancellation);
  }

  private async credit(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<string | undefined> {
    const { orderId, refundPaise } = cancellation;
    const { id: bookingId } = booking;
    // Last: the counter's lock is the one all documents share.
    const note = await this.refunds.endSale(tx, orderId, CREDIT_REASON);
    if (note !== undefined) {
      await this.events.record(tx, {
        bookingId,
        kind: "credit_note_issued",
        actor: "system",
        note: note.number,
      });
    }
    await this.mails.cancelled(tx, booking, {
      refundPaise,
      refund: howItGoesBack(cancellation),
      creditNoteNumber: note?.number,
      creditNoteId: note?.invoiceId,
    });
    return note?.number;
  }
}

/** In the words of the payer's mail: who chose a refund where nothing was left has seen it go back before. */
function howItGoesBack({ choice, refund }: Cancellation): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return choice === "none" ? "none" : "gone_back_before";
}
