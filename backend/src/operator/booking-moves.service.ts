import { Injectable } from "@nestjs/common";
import { canChange } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { sameKindOfStall } from "@sakhi/domain/operator/organiser.rules";
import type { Administrator } from "../accounts/administrator.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserMails } from "./organiser-mails.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import type { MoveResponse } from "./organiser.response.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import type { Deed } from "./organiser-transaction.service.js";

/**
 * Bookings on another stall (docs/decisions/0005). A held, registered or sold booking can move to a
 * free stall of the same type and price; one that is being paid cannot, because the payer has another stall before
 * them. The tax invoice stays as it is: value, tax and place of supply are the same, and the mail about the move, which
 * names the invoice, says which stall it is now.
 */
@Injectable()
export class BookingMoves {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly organiser: OrganiserRepository,
    private readonly news: BookingNews,
    private readonly mails: OrganiserMails,
  ) {}

  /**
   * @throws DomainError booking_not_found, stall_not_found, stall_differs, stall_sold, stall_reserved, stall_blocked,
   * payment_in_progress, hold_expired, booking_ended; invalid_request when it stands there already
   */
  move(administrator: Administrator, bookingId: string, dto: MoveBookingDto): Promise<MoveResponse> {
    return this.transaction.run(administrator, (tx) => this.moveInTx(tx, bookingId, dto));
  }

  private async moveInTx(
    tx: Tx,
    bookingId: string,
    { toStallId, reason }: MoveBookingDto,
  ): Promise<Deed<MoveResponse>> {
    const { booking, stall, others } = await this.locks.booking(tx, bookingId, [toStallId]);
    judge(booking);
    const from = booking.stallId;
    if (from === toStallId) throw new DomainError("invalid_request", { fields: { toStallId: [HERE] } }, HERE);
    const target = others.find(({ stallId }) => stallId === toStallId);
    if (target === undefined) throw new DomainError("stall_not_found");
    if (!sameKindOfStall(booking.pricePaise, stall, target)) throw new DomainError("stall_differs");
    await this.locks.clear(tx, toStallId);
    if (!(await this.organiser.move(tx, bookingId, from, toStallId))) throw new DomainError("hold_expired");
    const moved = { ...booking, stallId: toStallId };
    await this.mails.moved(tx, moved, from);
    await this.news.tell(
      tx,
      moved,
      { kind: "moved", actor: "operator", note: `${from} to ${toStallId}`, detail: { from, to: toStallId } },
      // The workflow of a sold booking has closed: a new run carries the new stall's search attribute.
      { evenIfCompleted: booking.state === "sold" },
    );
    return {
      answer: { bookingId, stallId: toStallId, movedFrom: from },
      audit: {
        action: "booking_moved",
        subjectType: "booking",
        subjectId: bookingId,
        reason,
        before: { stallId: from, state: booking.state },
        after: { stallId: toStallId, state: booking.state },
      },
    };
  }
}

const HERE = "The booking stands on this stall already";

function judge({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (!canChange("moved", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
