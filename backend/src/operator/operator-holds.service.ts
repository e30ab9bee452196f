import { Injectable } from "@nestjs/common";
import { canChange } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ExtendHoldDto } from "@sakhi/domain/operator/booking-actions.dto";
import { judgeExtension, MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/organiser.rules";
import type { Administrator } from "../accounts/administrator.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { BookingNews } from "../bookings/history/booking-news.service.js";
import { OperatorRelease } from "./operator-release.service.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserMails } from "./organiser-mails.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import type { ExtendResponse, OperatorReleaseResponse } from "./organiser.response.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import type { Deed } from "./organiser-transaction.service.js";

/** Holds as an operator sees them: more time, or none. */
@Injectable()
export class OperatorHolds {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly organiser: OrganiserRepository,
    private readonly news: BookingNews,
    private readonly mails: OrganiserMails,
    private readonly endings: OperatorRelease,
  ) {}

  /**
   * More time to register and to pay, at most 30 minutes past the first deadline in all.
   *
   * @throws DomainError booking_not_found, extension_too_long with `minutesLeft`, hold_expired, payment_in_progress,
   * booking_sold, booking_ended
   */
  extend(administrator: Administrator, bookingId: string, dto: ExtendHoldDto): Promise<ExtendResponse> {
    return this.transaction.run(administrator, (tx) => this.extendInTx(tx, bookingId, dto));
  }

  /**
   * Ends a hold at once. One that is being paid is never released straight: its order is asked to terminate, and the
   * stall frees when the provider's answer is final.
   *
   * @throws DomainError booking_not_found, hold_expired, booking_sold, stall_blocked, booking_ended
   */
  release(administrator: Administrator, bookingId: string, reason: string): Promise<OperatorReleaseResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking } = await this.locks.booking(tx, bookingId);
      const outcome = await this.endings.end(tx, booking);
      const { stallId, state } = booking;
      return {
        answer: { bookingId, stallId, outcome },
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

  private async extendInTx(
    tx: Tx,
    bookingId: string,
    { minutes, reason }: ExtendHoldDto,
  ): Promise<Deed<ExtendResponse>> {
    const { booking } = await this.locks.booking(tx, bookingId);
    judgeHeld(booking);
    const extended = await this.organiser.extendedSeconds(tx, bookingId);
    const verdict = judgeExtension(extended, minutes);
    if (!verdict.allowed) {
      throw new DomainError("extension_too_long", { minutesLeft: verdict.minutesLeft });
    }
    const expiresAt = await this.organiser.extend(tx, bookingId, verdict.addSeconds);
    if (expiresAt === undefined) throw new DomainError("hold_expired");
    await this.mails.extended(tx, booking, minutes, expiresAt);
    await this.news.tell(tx, booking, {
      kind: "hold_extended",
      actor: "operator",
      note: `${minutes} minutes`,
      detail: { seconds: verdict.addSeconds },
    });
    const before = booking.holdExpiresAt?.toISOString() ?? null;
    const { stallId } = booking;
    const minutesLeft = MAX_EXTENSION_MINUTES - Math.ceil((extended + verdict.addSeconds) / 60);
    return {
      answer: { bookingId, stallId, expiresAt: expiresAt.toISOString(), minutesLeft },
      audit: {
        action: "hold_extended",
        subjectType: "booking",
        subjectId: bookingId,
        reason,
        before: { stallId, expiresAt: before },
        after: { stallId, expiresAt: expiresAt.toISOString(), minutes },
      },
    };
  }
}

function judgeHeld({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (state === "sold") throw new DomainError("booking_sold");
  if (!canChange("hold_extended", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
