import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { EventStatus } from "@sakhi/domain/events/event.states";
import type { Paise } from "@sakhi/domain/money/money";
import { MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/operator.rules";
import { In } from "typeorm";
import { BookingEntity } from "../bookings/bookings.entities.js";
import { databaseNow } from "../platform/database/columns.js";
import { readIn, rows, type Tx } from "../platform/database/database.js";
import { beforeDeadline, planChanged } from "../stalls/live-bookings.sql.js";

/** A sale outside the payment provider. */
interface OfflineBooking {
  readonly id: string;
  readonly stallKey: number;
  readonly orderId: string;
  readonly form: RegistrationFormDto;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
  readonly finalPaise: Paise;
}

/** Operators' changes of the bookings table. Updates are conditional and return whether they applied. */
@Injectable()
export class OperatorRepository {
  /** Blocks a stall. May violate the unique index of live bookings. */
  async insertBlocked(
    tx: Tx,
    { reason, ...block }: { id: string; stallKey: number; pricePaise: Paise; reason: string },
  ): Promise<void> {
    await tx.insert(BookingEntity, { ...block, state: "blocked", blockReason: reason });
    planChanged(tx);
  }

  async unblock(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await tx.update(
      BookingEntity,
      { id, state: In(BOOKING_LIFECYCLE.transitions.unblocked.from) },
      { state: "released", releaseReason: "operator", endedAt: databaseNow, updatedAt: databaseNow },
    );
    planChanged(tx);
    return affected === 1;
  }

  /** Sells a stall to a walk-in. May violate the unique index of live bookings. */
  async insertSold(tx: Tx, { form, ...sale }: OfflineBooking): Promise<void> {
    const { fullName, email, phoneNumber: phone, businessName, gstNumber, gstAddress, pincode } = form;
    await tx.insert(BookingEntity, {
      ...sale,
      ...{ fullName, email, phone, businessName, gstNumber, gstAddress, pincode },
      state: "sold",
      registeredAt: databaseNow,
      endedAt: databaseNow,
      listingOffer: "offered",
    });
    planChanged(tx);
  }

  /** Moves a booking to another stall; a hold only before its deadline. May violate the unique index of live bookings. */
  async move(tx: Tx, bookingId: string, fromStallKey: number, toStallKey: number): Promise<boolean> {
    const moved = await rows(
      tx,
      `UPDATE bookings SET updated_at = clock_timestamp(), stall_key = $3
        WHERE id = $1 AND stall_key = $2 AND state = ANY($4)
          AND (state = 'sold' OR ${beforeDeadline()})
       RETURNING id`,
      [bookingId, fromStallKey, toStallKey, BOOKING_LIFECYCLE.changes.moved],
    );
    planChanged(tx);
    return moved.length > 0;
  }

  /** The status of an event, read after the locks of the transaction. */
  async statusOfEvent(tx: Tx, eventId: number): Promise<EventStatus> {
    const [found] = await rows<{ status: EventStatus }>(tx, "SELECT status FROM events WHERE id = $1", [eventId]);
    if (found === undefined) throw new DomainError("event_not_found");
    return found.status;
  }

  /** How often a booking was moved so far. */
  async moves(tx: Tx, bookingId: string): Promise<number> {
    const [found] = await rows<{ count: number }>(
      tx,
      "SELECT count(*)::int AS count FROM booking_events WHERE booking_id = $1 AND kind = 'moved'",
      [bookingId],
    );
    return found?.count ?? 0;
  }

  /** Total extension of a hold so far, in seconds. */
  async extendedSeconds(tx: Tx, id: string): Promise<number> {
    const found = await tx.findOne(BookingEntity, { select: { id: true, holdExtendedSeconds: true }, where: { id } });
    return found?.holdExtendedSeconds ?? 0;
  }

  /** Extends a hold before its deadline and within the maximum. @returns the new deadline */
  async extend(tx: Tx, bookingId: string, seconds: number): Promise<Date | undefined> {
    const [extended] = await readIn<Pick<BookingEntity, "holdExpiresAt">>(
      tx,
      BookingEntity,
      `UPDATE bookings
          SET hold_expires_at = hold_expires_at + make_interval(secs => $2),
              hold_extended_seconds = hold_extended_seconds + $2, updated_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($3) AND ${beforeDeadline()}
          AND hold_extended_seconds + $2 <= $4
       RETURNING hold_expires_at`,
      [bookingId, seconds, BOOKING_LIFECYCLE.changes.hold_extended, MAX_EXTENSION_MINUTES * 60],
    );
    planChanged(tx);
    return extended?.holdExpiresAt ?? undefined;
  }
}
