import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE, type BookingState, HOLD_STATES } from "@sakhi/domain/bookings/booking.states";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { formColumns } from "@sakhi/domain/fields/declared-fields";
import type { Paise } from "@sakhi/domain/money/money";
import { MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/operator.rules";
import { In } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import { readIn, rows, type Tx } from "../platform/database/database.js";
import { beforeDeadline, notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import { BookingEntity } from "./bookings.entities.js";
import { ORDERED } from "./hold-changes.sql.js";

/** A sale outside the payment provider. */
interface OfflineBooking {
  readonly id: string;
  readonly stallKey: number;
  readonly orderId: string;
  readonly form: RegistrationFormDto;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
  readonly finalPaise: Paise;
  /** The first booking of its order, if it is a further one. */
  readonly firstBookingId?: string;
}

/** A sale that was lost with the database, as the provider and Temporal know it. */
interface RestoredBooking {
  readonly id: string;
  readonly orderId: string;
  readonly fullName: string;
  readonly email: string;
  readonly phone: string;
  readonly pincode: string;
  /** What its order asks for. */
  readonly finalPaise: Paise;
}

/** A {@link RestoredBooking} without a row. */
interface LostBookingRow extends RestoredBooking {
  readonly stallKey: number;
  readonly visitorId: string | undefined;
  readonly pricePaise: Paise;
  readonly heldAt: Date;
  readonly holdSeconds: number;
  readonly registeredAt: Date;
  readonly payUntil: Date;
  /** The first booking of its order, if it is a further one. */
  readonly firstBookingId: string | undefined;
}

/** Completes what a restored booking lacks, from a {@link RestoredBooking}. */
const RESTORED = `
  order_id = :orderId, full_name = coalesce(full_name, :fullName), email = coalesce(email, :email),
  phone = coalesce(phone, :phone), business_name = coalesce(business_name, :fullName), pincode = coalesce(pincode, :pincode),
  price_paise = greatest(price_paise, :finalPaise), final_paise = :finalPaise,
  discount_paise = greatest(price_paise, :finalPaise) - :finalPaise,
  registered_at = coalesce(registered_at, held_at), updated_at = clock_timestamp()`;

/**
 * Bookings that no visitor's own call makes or changes: blocks, offline sales, moves and extensions by operators, and sales
 * that a recovery creates again. Updates are conditional and return whether they applied; the plan is notified of each.
 */
@Injectable()
export class AssignedBookingsService {
  /** Blocks a stall. May violate the unique index of live bookings. */
  async insertBlocked(
    tx: Tx,
    { reason, ...block }: { id: string; stallKey: number; pricePaise: Paise; reason: string },
  ): Promise<void> {
    await tx.insert(BookingEntity, { ...block, state: "blocked", blockReason: reason });
    notifyPlanChanged(tx);
  }

  /** Gives a block another reason. @returns false if it has ended */
  async reblock(tx: Tx, id: string, reason: string): Promise<boolean> {
    const { affected } = await tx.update(
      BookingEntity,
      { id, state: In(BOOKING_LIFECYCLE.transitions.unblocked.from) },
      { blockReason: reason, updatedAt: databaseNow },
    );
    return affected === 1;
  }

  async unblock(tx: Tx, id: string): Promise<boolean> {
    const { affected } = await tx.update(
      BookingEntity,
      { id, state: In(BOOKING_LIFECYCLE.transitions.unblocked.from) },
      { state: "released", releaseReason: "operator", endedAt: databaseNow, updatedAt: databaseNow },
    );
    notifyPlanChanged(tx);
    return affected === 1;
  }

  /** Sells a stall to a walk-in. May violate the unique index of live bookings. */
  async insertSold(tx: Tx, { form, ...sale }: OfflineBooking): Promise<void> {
    await tx.insert(BookingEntity, {
      ...sale,
      ...formColumns(REGISTRATION_FIELDS, form),
      state: "sold",
      registeredAt: databaseNow,
      endedAt: databaseNow,
      listingOffer: "offered",
    });
    notifyPlanChanged(tx);
  }

  /** Moves a booking to another stall; a hold only before its deadline. May violate the unique index of live bookings. */
  async move(tx: Tx, bookingId: string, fromStallKey: number, toStallKey: number): Promise<boolean> {
    const moved = await rows(
      tx,
      `UPDATE bookings SET updated_at = clock_timestamp(), stall_key = :toStallKey
        WHERE id = :bookingId AND stall_key = :fromStallKey AND state = ANY(:states)
          AND (state = 'sold' OR ${beforeDeadline()})
       RETURNING id`,
      { bookingId, fromStallKey, toStallKey, states: BOOKING_LIFECYCLE.changes.moved },
    );
    notifyPlanChanged(tx);
    return moved.length > 0;
  }

  /** How often a booking was moved so far. */
  async moves(tx: Tx, bookingId: string): Promise<number> {
    const [found] = await rows<{ count: number }>(
      tx,
      "SELECT count(*)::int AS count FROM booking_events WHERE booking_id = :bookingId AND kind = 'moved'",
      { bookingId },
    );
    return found?.count ?? 0;
  }

  /** Total extension of a hold so far, in seconds. */
  async extendedSeconds(tx: Tx, id: string): Promise<number> {
    const found = await tx.findOne(BookingEntity, { select: { id: true, holdExtendedSeconds: true }, where: { id } });
    return found?.holdExtendedSeconds ?? 0;
  }

  /** Extends a hold, with all stalls of its order, before its deadline and within the maximum. @returns the new deadline */
  async extend(tx: Tx, bookingId: string, seconds: number): Promise<Date | undefined> {
    const [extended] = await readIn<Pick<BookingEntity, "holdExpiresAt">>(
      tx,
      BookingEntity,
      `UPDATE bookings
          SET hold_expires_at = hold_expires_at + make_interval(secs => :seconds),
              hold_extended_seconds = hold_extended_seconds + :seconds, updated_at = clock_timestamp()
        WHERE ${ORDERED} AND state = ANY(:states) AND ${beforeDeadline()}
          AND hold_extended_seconds + :seconds <= :most
       RETURNING hold_expires_at`,
      { bookingId, seconds, states: BOOKING_LIFECYCLE.changes.hold_extended, most: MAX_EXTENSION_MINUTES * 60 },
    );
    notifyPlanChanged(tx);
    return extended?.holdExpiresAt ?? undefined;
  }

  /**
   * held or registered → paying, for an order that was opened after the backup. Its window ends now, so that the provider
   * is asked at once. The deadline of the hold is not asked: the order was opened before it.
   */
  async resumePaying(tx: Tx, booking: RestoredBooking): Promise<boolean> {
    return this.restore(tx, `${RESTORED}, state = 'paying', pay_until = clock_timestamp()`, booking, HOLD_STATES);
  }

  /** Adds the lost order and registration to a released booking, whose money is late. */
  async completeReleased(tx: Tx, booking: RestoredBooking): Promise<boolean> {
    return this.restore(tx, RESTORED, booking, BOOKING_LIFECYCLE.transitions.sold_late.from);
  }

  /** Creates a lost booking again that waits for its payment. May violate the unique index of live bookings. */
  async insertPaying(tx: Tx, { visitorId, ...booking }: LostBookingRow): Promise<void> {
    const { id, stallKey, orderId, pricePaise, finalPaise, heldAt, holdSeconds, registeredAt, payUntil } = booking;
    const { fullName, email, phone, pincode, firstBookingId = null } = booking;
    if (visitorId !== undefined) {
      await tx.query("INSERT INTO visitors (id) VALUES ($1) ON CONFLICT DO NOTHING", [visitorId]);
    }
    await tx.insert(BookingEntity, {
      ...{ id, stallKey, orderId, state: "paying", visitorId: visitorId ?? null, firstBookingId },
      ...{ pricePaise, finalPaise, discountPaise: pricePaise - finalPaise },
      ...{ heldAt, holdExpiresAt: new Date(heldAt.getTime() + holdSeconds * 1000), registeredAt, payUntil },
      ...{ fullName, email, phone, businessName: fullName, pincode },
    });
    notifyPlanChanged(tx);
  }

  private async restore(
    tx: Tx,
    set: string,
    { id, orderId, fullName, email, phone, pincode, finalPaise }: RestoredBooking,
    from: readonly BookingState[],
  ): Promise<boolean> {
    const { neverAfter } = BOOKING_LIFECYCLE.transitions.sold_late;
    const changed = await rows(
      tx,
      `UPDATE bookings SET ${set}
        WHERE id = :id AND state = ANY(:from) AND NOT coalesce(release_reason = ANY(:neverAfter), false) RETURNING id`,
      { id, orderId, fullName, email, phone, pincode, finalPaise, from, neverAfter },
    );
    notifyPlanChanged(tx);
    return changed.length > 0;
  }
}
