import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { ExtendHoldDto, ReleaseNetworkDto } from "@sakhi/domain/operator/booking-actions.dto";
import { checkExtension, MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/operator.rules";
import { canChange } from "@sakhi/domain/payments/lifecycle.states";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { NetworkHoldsService } from "../bookings/network-holds.service.js";
import { OperatorReleasesService } from "../bookings/operator-releases.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { networkReleasedIn } from "../issues/results.words.js";
import { MailService } from "../mail/mail.service.js";
import type { ExtendResponse, OperatorReleaseResponse, ReleaseNetworkResponse } from "./operator.response.js";

/**
 * Extends and releases holds, one or all of a network (docs/decisions/0005). The booker is notified by mail if their address
 * is known.
 */
@Injectable()
export class HoldActionsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly assigned: AssignedBookingsService,
    private readonly operatorReleases: OperatorReleasesService,
    private readonly networkHolds: NetworkHoldsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Extends the time to register and pay, by at most 30 minutes in total; not once the event is over. With a booking, the
   * others of its order.
   *
   * @throws DomainError booking_not_found, extension_too_long with `minutesLeft`, hold_expired, payment_in_progress,
   * booking_sold, booking_ended, event_over
   */
  extend(
    administrator: Administrator,
    ofBookingId: string,
    { minutes, reason }: ExtendHoldDto,
  ): Promise<ExtendResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking, first } = await this.bookingLocks.lockFirst(tx, ofBookingId);
      assertHeld(first);
      if (await this.eventFacts.isOver(tx, first.eventId)) throw new DomainError("event_over");
      const extended = await this.assigned.extendedSeconds(tx, first.id);
      const verdict = checkExtension(extended, minutes);
      if (!verdict.allowed) {
        throw new DomainError("extension_too_long", { minutesLeft: verdict.minutesLeft });
      }
      const expiresAt = await this.assigned.extend(tx, first.id, verdict.addSeconds);
      if (expiresAt === undefined) throw new DomainError("hold_expired");
      const deadline = expiresAt.toISOString();
      if (first.email !== null) {
        const stallId = await this.bookingLocks.tagOfOrder(tx, first);
        const { stallType } = first;
        await this.mails.queue(tx, {
          template: "hold-extended",
          to: first.email,
          bookingId: first.id,
          data: { name: first.fullName ?? "", stallId, stallType, minutes, expiresAt: deadline },
          dedupeKey: `hold-extended/${first.id}/${deadline}`,
        });
      }
      const event = {
        kind: "hold_extended",
        actor: "operator",
        note: `${minutes} minutes`,
        detail: { seconds: verdict.addSeconds },
      } as const;
      await this.bookingHistory.recordFurther(tx, first.id, first.state, event);
      await this.bookingHistory.publish(tx, first, event);
      const minutesLeft = MAX_EXTENSION_MINUTES - Math.ceil((extended + verdict.addSeconds) / 60);
      const { id: bookingId, stallId } = booking;
      return {
        response: { bookingId, stallId, expiresAt: deadline, minutesLeft },
        audit: {
          // What the operator named, as in every other line.
          ...{ action: "hold_extended", subjectType: "booking", subjectId: bookingId, reason },
          before: { stallId, expiresAt: first.holdExpiresAt?.toISOString() ?? null },
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
    { prefix, whom = "network", reason }: ReleaseNetworkDto,
    language: LanguageCode,
  ): Promise<ReleaseNetworkResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      // Not locked: the network is locked first, and a booking's networks never change.
      const booking = await this.bookingLocks.find(bookingId);
      if (booking === undefined) throw new DomainError("booking_not_found");
      const network = booking.networks.find((each) => each.startsWith(`${prefix}.`));
      if (network === undefined) throw new DomainError("network_unknown");
      const { released, closing, blockedUntil, browsers } = await this.networkHolds.releaseAndBlock(tx, network, whom);
      return {
        response: {
          released: [...released],
          closing: [...closing],
          blockedUntil: blockedUntil.toISOString(),
          message: networkReleasedIn(language, { released: released.length, closing: closing.length }, browsers),
        },
        audit: {
          action: "network_released",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          after: {
            prefix,
            blocked: whom,
            stalls: released.join(", "),
            paymentsEnded: closing.join(", "),
            blockedUntil: blockedUntil.toISOString(),
          },
        },
      };
    });
  }
}

function assertHeld({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (state === "sold") throw new DomainError("booking_sold");
  if (!canChange(BOOKING_LIFECYCLE, "hold_extended", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
