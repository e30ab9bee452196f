import { Injectable } from "@nestjs/common";
import { canChange } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { ExtendHoldDto } from "@sakhi/domain/operator/booking-actions.dto";
import { checkExtension, MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/operator.rules";
import type { Administrator } from "../accounts/administrator.js";
import type { BookingRow } from "../bookings/booking.types.js";
import { HoldsService } from "../bookings/holds.service.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorLocks } from "./operator-locks.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type { ExtendResponse, OperatorReleaseResponse } from "./operator.response.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

/** Extends and releases holds. The booker is informed by mail, where we have their address. */
@Injectable()
export class OperatorHoldsService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly locks: OperatorLocks,
    private readonly operator: OperatorRepository,
    private readonly holds: HoldsService,
    private readonly orders: OrdersService,
    private readonly events: BookingEvents,
    private readonly mails: MailService,
  ) {}

  /**
   * Gives more time to register and to pay, at most 30 minutes past the first deadline in all.
   *
   * @throws DomainError booking_not_found, extension_too_long with `minutesLeft`, hold_expired, payment_in_progress,
   * booking_sold, booking_ended
   */
  extend(
    administrator: Administrator,
    bookingId: string,
    { minutes, reason }: ExtendHoldDto,
  ): Promise<ExtendResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking } = await this.locks.booking(tx, bookingId);
      assertHeld(booking);
      const extended = await this.operator.extendedSeconds(tx, bookingId);
      const verdict = checkExtension(extended, minutes);
      if (!verdict.allowed) {
        throw new DomainError("extension_too_long", { minutesLeft: verdict.minutesLeft });
      }
      const expiresAt = await this.operator.extend(tx, bookingId, verdict.addSeconds);
      if (expiresAt === undefined) throw new DomainError("hold_expired");
      const { stallId, stallType, email, fullName: name = "" } = booking;
      const deadline = expiresAt.toISOString();
      if (email !== undefined) {
        await this.mails.queue(tx, {
          template: "hold-extended",
          to: email,
          bookingId,
          data: { name, stallId, stallType, minutes, expiresAt: deadline },
          dedupeKey: `hold-extended/${bookingId}/${deadline}`,
        });
      }
      await this.events.publish(tx, booking, {
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
   * Ends a hold at once. A hold that is being paid is never released directly: its order is asked to terminate, and the
   * stall becomes free once the provider's answer is final.
   *
   * @throws DomainError booking_not_found, hold_expired, booking_sold, stall_blocked, booking_ended
   */
  release(administrator: Administrator, bookingId: string, reason: string): Promise<OperatorReleaseResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking } = await this.locks.booking(tx, bookingId);
      const outcome = await this.end(tx, booking);
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

  private async end(tx: Tx, booking: BookingRow): Promise<"released" | "closing"> {
    const { id: bookingId, state, stallId, stallType, email, fullName: name = "" } = booking;
    switch (state) {
      case "held":
      case "registered":
        if (booking.expired) throw new DomainError("hold_expired");
        await this.holds.releaseInTx(tx, bookingId, "operator", "operator");
        if (email !== undefined) {
          await this.mails.queue(tx, {
            template: "hold-released",
            to: email,
            bookingId,
            data: { name, stallId, stallType, wasPaying: false },
            dedupeKey: `hold-released/${bookingId}`,
          });
        }
        return "released";
      case "paying":
        // The money may be on its way: only the provider can say that it is not.
        if (booking.orderId !== undefined) await this.orders.askToClose(tx, booking.orderId, "operator");
        await this.events.signal(tx, booking);
        return "closing";
      case "sold":
        throw new DomainError("booking_sold");
      case "blocked":
        throw new DomainError("stall_blocked");
      case "released":
        throw new DomainError("booking_ended");
    }
  }
}

function assertHeld({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (state === "sold") throw new DomainError("booking_sold");
  if (!canChange("hold_extended", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
