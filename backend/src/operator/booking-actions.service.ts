import { Injectable } from "@nestjs/common";
import { networkReleasedMessage } from "@sakhi/domain/bookings/live-holds.rules";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { canChange } from "@sakhi/domain/payments/lifecycle.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Paise, toPaise, toRupees } from "@sakhi/domain/money/money";
import type {
  CancelBookingDto,
  ExtendHoldDto,
  MoveBookingDto,
  ReleaseNetworkDto,
  RefundBookingDto,
} from "@sakhi/domain/operator/booking-actions.dto";
import {
  checkExtension,
  decidePartRefund,
  decideRefund,
  MAX_EXTENSION_MINUTES,
  type RefundVerdict,
  returnsCoupon,
  sameKindOfStall,
} from "@sakhi/domain/operator/operator.rules";
import type { RefundChoice } from "@sakhi/domain/operator/operator.types";
import type { Administrator } from "../accounts/administrator.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OperatorReleasesService } from "../bookings/operator-releases.service.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { type InvoiceOfOrder, InvoicesService } from "../invoices/invoices.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { type CancelledRefund, MailService } from "../mail/mail.service.js";
import { BookingRequestsService } from "../my-booking/booking-requests.service.js";
import { type OperatorRefund, OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorTransactionService } from "./operator-transaction.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type {
  CancelResponse,
  ExtendResponse,
  MoveResponse,
  OperatorReleaseResponse,
  ReleaseNetworkResponse,
  PartRefundResponse,
} from "./operator.response.js";

const ALREADY_HERE = "The booking stands on this stall already";

/** Printed on the credit note. */
const CREDIT_REASON = "Stall booking cancelled by the Mela organizer";

/** Repeats what administrators did after the backup that a recovery started from (decision 50). */
export const RECOVERY: Administrator = {
  id: "00000000-0000-0000-0000-000000000000",
  username: "recovery",
  role: "operator",
};

/** The refund decision of a cancelled sale. */
interface Cancellation {
  readonly orderId: string;
  readonly refundPaise: Paise;
  readonly choice: RefundChoice;
  readonly refund: OperatorRefund | undefined;
}

/**
 * Moves and cancels bookings, and extends and releases holds (docs/decisions/0005). The booker is notified by mail if
 * their address is known. Cancelling a sale frees its stall immediately, requests the refund, issues a proportional
 * credit note and ends the listing offer. A cancelled booking is never sold again; late money on its order is refunded.
 */
@Injectable()
export class BookingActionsService {
  constructor(
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
    private readonly coupons: CouponsService,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly operator: OperatorRepository,
    private readonly operatorReleases: OperatorReleasesService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly bookingRequests: BookingRequestsService,
  ) {}

  /**
   * Moves a held, registered or sold booking to a free stall of the same type and price. A paying booking cannot move,
   * because the payment page shows its current stall. The tax invoice stays valid: value, tax and place of supply do not
   * change, and the mail about the move names the invoice and the new stall.
   *
   * @throws DomainError booking_not_found, stall_not_found, stall_differs, stall_sold, stall_reserved, stall_blocked,
   * payment_in_progress, hold_expired, booking_ended; invalid_request if it is already on this stall
   */
  move(administrator: Administrator, bookingId: string, { toStallId, reason }: MoveBookingDto): Promise<MoveResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking, stall, others } = await this.bookingLocks.lock(tx, bookingId, [toStallId]);
      assertMovable(booking);
      const from = booking.stallId;
      if (from === toStallId) {
        throw new DomainError("invalid_request", { fields: { toStallId: [ALREADY_HERE] } }, ALREADY_HERE);
      }
      const target = others.find(({ stallId }) => stallId === toStallId);
      if (target === undefined) throw new DomainError("stall_not_found");
      if (!sameKindOfStall(booking.pricePaise, stall, target)) throw new DomainError("stall_differs");
      // In a restored database, a stall that looks free may have been sold since.
      if (administrator !== RECOVERY) await assertNotPaused(tx);
      await this.bookingLocks.clearStall(tx, toStallId);
      if (!(await this.operator.move(tx, bookingId, from, toStallId))) throw new DomainError("hold_expired");
      const moved = { ...booking, stallId: toStallId };
      await this.mailAboutMove(tx, moved, from);
      await this.bookingHistory.publish(
        tx,
        moved,
        { kind: "moved", actor: "operator", note: `${from} to ${toStallId}`, detail: { from, to: toStallId } },
        // The workflow of a sold booking has completed; a new run carries the new stall as its search attribute.
        { evenIfCompleted: booking.state === "sold" },
      );
      return {
        response: { bookingId, stallId: toStallId, movedFrom: from },
        audit: {
          action: "booking_moved",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId: from, state: booking.state },
          after: { stallId: toStallId, state: booking.state },
        },
      };
    });
  }

  /** Mails the booker, if their address is known. */
  private async mailAboutMove(tx: Tx, booking: BookingRow, fromStallId: string): Promise<void> {
    const { id: bookingId, email, stallId, stallType, state } = booking;
    if (email === null) return;
    const sold = state === "sold";
    const invoice = sold ? await this.confirmSale(tx, booking, email) : undefined;
    await this.mails.queue(tx, {
      template: "booking-moved",
      to: email,
      bookingId,
      data: {
        name: booking.fullName ?? "",
        fromStallId,
        stallId,
        stallType,
        sold,
        orderId: sold ? (booking.orderId ?? undefined) : undefined,
        invoiceNumber: invoice?.number,
        invoiceStallId: invoice?.stallId,
      },
      // By its turn: a booking can move repeatedly, even to the same stall, and a move that is repeated after a restore was
      // mailed already.
      dedupeKey: `booking-moved/${bookingId}/${await this.operator.moves(tx, bookingId)}`,
    });
  }

  /**
   * Queues the sale's confirmation unless the invoice's job has done so; queued later, it would name the former stall.
   *
   * @returns the invoice
   */
  private async confirmSale(tx: Tx, booking: BookingRow, email: string): Promise<InvoiceOfOrder | undefined> {
    const { id: bookingId, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const orderId = booking.orderId ?? "";
    const invoice = await this.invoices.ofOrder(tx, orderId);
    if (invoice === undefined) return undefined;
    const { invoiceId, number: invoiceNumber, totalPaise: amountPaise } = invoice;
    await this.mails.queue(tx, {
      template: "booking-confirmed",
      to: email,
      bookingId,
      invoiceId,
      data: { name, orderId, stallId, stallType, amountPaise, invoiceNumber },
      dedupeKey: `booking-confirmed-${bookingId}`,
    });
    return invoice;
  }

  /**
   * Extends the time to register and pay, by at most 30 minutes in total.
   *
   * @throws DomainError booking_not_found, extension_too_long with `minutesLeft`, hold_expired, payment_in_progress,
   * booking_sold, booking_ended
   */
  extend(administrator: Administrator, bookingId: string, { minutes, reason }: ExtendHoldDto): Promise<ExtendResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      assertHeld(booking);
      const extended = await this.operator.extendedSeconds(tx, bookingId);
      const verdict = checkExtension(extended, minutes);
      if (!verdict.allowed) {
        throw new DomainError("extension_too_long", { minutesLeft: verdict.minutesLeft });
      }
      const expiresAt = await this.operator.extend(tx, bookingId, verdict.addSeconds);
      if (expiresAt === undefined) throw new DomainError("hold_expired");
      const { stallId, stallType, email } = booking;
      const name = booking.fullName ?? "";
      const deadline = expiresAt.toISOString();
      if (email !== null) {
        await this.mails.queue(tx, {
          template: "hold-extended",
          to: email,
          bookingId,
          data: { name, stallId, stallType, minutes, expiresAt: deadline },
          dedupeKey: `hold-extended/${bookingId}/${deadline}`,
        });
      }
      await this.bookingHistory.publish(tx, booking, {
        kind: "hold_extended",
        actor: "operator",
        note: `${minutes} minutes`,
        detail: { seconds: verdict.addSeconds },
      });
      const minutesLeft = MAX_EXTENSION_MINUTES - Math.ceil((extended + verdict.addSeconds) / 60);
      return {
        response: { bookingId, stallId, expiresAt: deadline, minutesLeft },
        audit: {
          action: "hold_extended",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, expiresAt: booking.holdExpiresAt?.toISOString() ?? null },
          after: { stallId, expiresAt: deadline, minutes },
        },
      };
    });
  }

  /**
   * Releases a hold. A paying booking is not released directly: its order is closed at the provider, and the stall
   * becomes free once the provider's result is final.
   *
   * @throws DomainError booking_not_found, hold_expired, booking_sold, stall_blocked, booking_ended
   */
  release(administrator: Administrator, bookingId: string, reason: string): Promise<OperatorReleaseResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const outcome = await this.operatorReleases.end(tx, booking);
      const { stallId, state } = booking;
      return {
        response: { bookingId, stallId, outcome },
        audit: {
          action: "booking_released",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, state },
          after: { stallId, state: outcome },
        },
      };
    });
  }

  /**
   * Ends every unpaid hold of one of the booking's networks and blocks it, registered and paying ones too.
   *
   * @throws DomainError booking_not_found; network_unknown if it was not stored, or is forgotten a day after the end
   */
  releaseNetwork(
    administrator: Administrator,
    bookingId: string,
    { prefix, reason }: ReleaseNetworkDto,
  ): Promise<ReleaseNetworkResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      // Not locked: the network is locked first, and a booking's networks never change.
      const booking = await this.bookingLocks.find(bookingId);
      if (booking === undefined) throw new DomainError("booking_not_found");
      const network = booking.networks.find((each) => each.startsWith(`${prefix}.`));
      if (network === undefined) throw new DomainError("network_unknown");
      const { released, closing, blockedUntil } = await this.networkHolds.releaseAndBlock(tx, network);
      return {
        response: {
          released: [...released],
          closing: [...closing],
          blockedUntil: blockedUntil.toISOString(),
          message: networkReleasedMessage(released.length, closing.length),
        },
        audit: {
          action: "network_released",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          after: {
            prefix,
            stalls: released.join(", "),
            paymentsEnded: closing.join(", "),
            blockedUntil: blockedUntil.toISOString(),
          },
        },
      };
    });
  }

  /**
   * Cancels a sale.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount; not_found
   * and issue_resolved for the issue
   */
  cancel(administrator: Administrator, bookingId: string, dto: CancelBookingDto): Promise<CancelResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const orderId = soldOrder(booking);
      const { leftPaise } = await this.operatorRefunds.left(tx, orderId);
      const refundPaise = refundOf(dto, leftPaise);
      if (!(await this.operator.cancel(tx, bookingId))) throw new DomainError("booking_not_sold");
      if (dto.issueId !== undefined) {
        await this.bookingRequests.fulfil(tx, dto.issueId, bookingId, administrator.username);
      }
      if (returnsCoupon(leftPaise, refundPaise)) await this.coupons.returnUse(tx, bookingId);
      const refund = refundPaise > 0 ? await this.operatorRefunds.refund(tx, orderId, refundPaise) : undefined;
      const cancellation = { orderId, refundPaise, choice: dto.refund, refund };
      await this.recordCancellation(tx, booking, cancellation);
      const creditNote = await this.issueCreditNote(tx, booking, cancellation);
      const { stallId } = booking;
      return {
        response: {
          bookingId,
          stallId,
          refundAmount: toRupees(refundPaise),
          refund: refund === undefined ? "none" : refund.byHand ? "by_hand" : "requested",
          ...(refund === undefined ? {} : { refundId: refund.refundId }),
          ...(creditNote === undefined ? {} : { creditNoteNumber: creditNote }),
        },
        audit: {
          action: "booking_cancelled",
          subjectType: "booking",
          subjectId: bookingId,
          reason: dto.reason,
          before: { stallId, state: "sold", orderId, leftPaise },
          after: {
            stallId,
            state: "released",
            refundPaise,
            refundId: refund?.refundId ?? null,
            creditNote: creditNote ?? null,
            ...(dto.issueId === undefined ? {} : { issueId: dto.issueId }),
          },
        },
      };
    });
  }

  /**
   * Refunds a part of a sale's money; the booking stays sold. Issues the credit note and notifies the booker.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount
   */
  refundPart(
    administrator: Administrator,
    bookingId: string,
    { refundAmount, reason }: RefundBookingDto,
  ): Promise<PartRefundResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const orderId = soldOrder(booking);
      const { leftPaise } = await this.operatorRefunds.left(tx, orderId);
      const refundPaise = allowed(decidePartRefund(leftPaise, toPaise(refundAmount) ?? 0));
      const { refundId, byHand, creditNote } = await this.operatorRefunds.refundKeepingSale(tx, orderId, refundPaise);
      const { stallId } = booking;
      return {
        response: {
          ...{ bookingId, stallId, refundId, refundAmount: toRupees(refundPaise) },
          refund: byHand ? "by_hand" : "requested",
          ...(creditNote === undefined ? {} : { creditNoteNumber: creditNote }),
        },
        audit: {
          action: "booking_refunded",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, orderId, leftPaise },
          after: { stallId, leftPaise: leftPaise - refundPaise, refundPaise, refundId, creditNote: creditNote ?? null },
        },
      };
    });
  }

  /** Records the cancellation, signals the workflow and withdraws the included listing. */
  private async recordCancellation(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<void> {
    const { id: bookingId, stallId } = booking;
    const { orderId, refundPaise, choice, refund } = cancellation;
    await this.bookingHistory.publish(
      tx,
      { ...booking, state: "released" },
      {
        kind: "cancelled",
        actor: "operator",
        note: choice === "none" ? "no refund" : `${choice} refund`,
        detail: { orderId, refundPaise },
      },
      // The workflow completed with the sale; a new run records the remaining history.
      { evenIfCompleted: true },
    );
    if (refund !== undefined) {
      await this.bookingHistory.record(tx, bookingId, {
        kind: "refund_requested",
        actor: "operator",
        note: refund.byHand ? "to be paid back by hand" : "cancelled",
        detail: { refundId: refund.refundId, amountPaise: refundPaise },
      });
    }
    // Lock order: booking, then listing, then invoice counter.
    await this.listingWithdrawals.withdrawForBooking(
      tx,
      bookingId,
      `The booking of stall ${stallId}, with which the free listing came, was cancelled.`,
    );
  }

  /**
   * Issues the credit note last, because every document shares the counter's lock, and queues the booker's mail.
   *
   * @returns its number, if there is a refund
   */
  private async issueCreditNote(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<string | undefined> {
    const { orderId, refundPaise } = cancellation;
    const { id: bookingId, email, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const note = await this.operatorRefunds.endSale(tx, orderId, CREDIT_REASON);
    if (note !== undefined) {
      const { number } = note;
      await this.bookingHistory.record(tx, bookingId, { kind: "credit_note_issued", actor: "system", note: number });
    }
    if (email !== null) {
      const refund = refundForMail(cancellation);
      await this.mails.queue(tx, {
        template: "booking-cancelled",
        to: email,
        bookingId,
        invoiceId: note?.invoiceId,
        data: { name, stallId, stallType, orderId, refundPaise, refund, creditNoteNumber: note?.number },
        dedupeKey: `booking-cancelled/${bookingId}`,
      });
    }
    return note?.number;
  }
}

function assertMovable({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (!canChange(BOOKING_LIFECYCLE, "moved", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}

function assertHeld({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (state === "sold") throw new DomainError("booking_sold");
  if (!canChange(BOOKING_LIFECYCLE, "hold_extended", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}

function soldOrder({ state, releaseReason, orderId }: BookingRow): string {
  if (releaseReason === "cancelled") throw new DomainError("booking_cancelled");
  if (state !== "sold" || orderId === null) throw new DomainError("booking_not_sold");
  return orderId;
}

function refundOf({ refund, refundAmount }: CancelBookingDto, leftPaise: Paise): Paise {
  const requested = refundAmount === undefined ? undefined : (toPaise(refundAmount) ?? 0);
  return allowed(decideRefund(refund, leftPaise, requested));
}

/** @throws DomainError invalid_request */
function allowed(verdict: RefundVerdict): Paise {
  if (verdict.allowed) return verdict.refundPaise;
  throw new DomainError("invalid_request", { fields: { refundAmount: [verdict.sentence] } }, verdict.sentence);
}

/** The refund as the mail describes it. If nothing was left to refund, it was refunded before. */
function refundForMail({ choice, refund }: Cancellation): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return choice === "none" ? "none" : "refunded_before";
}
