import { Injectable } from "@nestjs/common";
import { BOOKING_CHANGES, BOOKING_TRANSITIONS } from "@sakhi/domain/bookings/booking.states";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { Paise } from "@sakhi/domain/money/money";
import { MAX_EXTENSION_MINUTES } from "@sakhi/domain/operator/operator.rules";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** A sale outside the payment provider. */
export interface OfflineBooking {
  readonly id: string;
  readonly stallId: string;
  readonly orderId: string;
  readonly form: RegistrationFormDto;
  readonly pricePaise: Paise;
  readonly discountPaise: Paise;
  readonly finalPaise: Paise;
}

/** The bookings table as operators change it. Every change is conditional and says whether it happened. */
@Injectable()
export class OperatorRepository {
  /** Whose booking it is, and on which stall it stands now: what must be locked before it. */
  async placeOf(
    tx: Tx,
    bookingId: string,
  ): Promise<{ visitorId: string | null; stallId: string } | undefined> {
    const [found] = await rows<{ visitor_id: string | null; stall_id: string }>(
      tx,
      "SELECT visitor_id, stall_id FROM bookings WHERE id = $1",
      [bookingId],
    );
    return found && { visitorId: found.visitor_id, stallId: found.stall_id };
  }

  /** A stall that the organiser keeps. May fail on the index of one live booking per stall. */
  async insertBlocked(
    tx: Tx,
    block: { id: string; stallId: string; pricePaise: Paise; reason: string },
  ): Promise<void> {
    await tx.query(
      "INSERT INTO bookings (id, stall_id, state, price_paise, block_reason) VALUES ($1, $2, 'blocked', $3, $4)",
      [block.id, block.stallId, block.pricePaise, block.reason],
    );
  }

  unblock(tx: Tx, bookingId: string): Promise<boolean> {
    return this.change(
      tx,
      `state = 'released', release_reason = 'operator', ended_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($2)`,
      [bookingId, BOOKING_TRANSITIONS.unblocked.from],
    );
  }

  /** A stall sold to a walk-in. May fail on the index of one live booking per stall. */
  async insertSold(tx: Tx, sale: OfflineBooking): Promise<void> {
    const { form } = sale;
    await tx.query(
      `INSERT INTO bookings (id, stall_id, state, price_paise, registered_at, ended_at, full_name, email, phone,
                             business_name, gst_number, gst_address, pincode, discount_paise, final_paise, order_id,
                             listing_offer)
       VALUES ($1, $2, 'sold', $3, clock_timestamp(), clock_timestamp(), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
               'offered')`,
      [
        sale.id,
        sale.stallId,
        sale.pricePaise,
        form.fullName,
        form.email,
        form.phoneNumber,
        form.businessName,
        form.gstNumber ?? null,
        form.gstAddress ?? null,
        form.pincode,
        sale.discountPaise,
        sale.finalPaise,
        sale.orderId,
      ],
    );
  }

  /** To another stall; a hold only before its deadline. May fail on the index of one live booking per stall. */
  move(tx: Tx, bookingId: string, fromStallId: string, toStallId: string): Promise<boolean> {
    return this.change(
      tx,
      `stall_id = $3 WHERE id = $1 AND stall_id = $2 AND state = ANY($4)
          AND (state = 'sold' OR hold_expires_at > clock_timestamp())`,
      [bookingId, fromStallId, toStallId, BOOKING_CHANGES.moved],
    );
  }

  /** sold → released, for ever. */
  cancel(tx: Tx, bookingId: string): Promise<boolean> {
    const { from, reasons } = BOOKING_TRANSITIONS.cancelled;
    return this.change(
      tx,
      `state = 'released', release_reason = $3, ended_at = clock_timestamp(), listing_offer = 'not_offered'
        WHERE id = $1 AND state = ANY($2)`,
      [bookingId, from, reasons[0]],
    );
  }

  /** What operators have added to a hold's deadline so far, in seconds. */
  async extendedSeconds(tx: Tx, bookingId: string): Promise<number> {
    const [found] = await rows<{ seconds: number }>(
      tx,
      "SELECT hold_extended_seconds AS seconds FROM bookings WHERE id = $1",
      [bookingId],
    );
    return found?.seconds ?? 0;
  }

  /** Moves a hold's deadline, before it has passed and within the cap. @returns the new deadline */
  async extend(tx: Tx, bookingId: string, seconds: number): Promise<Date | undefined> {
    const [extended] = await rows<{ expires_at: Date }>(
      tx,
      `UPDATE bookings
          SET hold_expires_at = hold_expires_at + make_interval(secs => $2),
              hold_extended_seconds = hold_extended_seconds + $2, updated_at = clock_timestamp()
        WHERE id = $1 AND state = ANY($3) AND hold_expires_at > clock_timestamp()
          AND hold_extended_seconds + $2 <= $4
       RETURNING hold_expires_at AS expires_at`,
      [bookingId, seconds, BOOKING_CHANGES.hold_extended, MAX_EXTENSION_MINUTES * 60],
    );
    return extended?.expires_at;
  }

  private async change(tx: Tx, sql: string, parameters: unknown[]): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE bookings SET updated_at = clock_timestamp(), ${sql} RETURNING id`,
      parameters,
    );
    return changed.length > 0;
  }
}
