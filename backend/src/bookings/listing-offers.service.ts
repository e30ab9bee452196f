import { Injectable } from "@nestjs/common";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { BookingEvents } from "./booking-events.service.js";
import { BookingEntity } from "./bookings.entities.js";

const claimed = (phone: string) => ({ phone, state: "sold", listingOffer: "accepted_free" }) as const;

/** A paid stall whose free listing was claimed. */
interface OfferedStall {
  readonly bookingId: string;
  readonly stallId: string;
  /** The booker, who is notified. */
  readonly email: string;
  readonly fullName: string;
}

/**
 * The free listing included with a paid stall: offered with the sale, claimed once, offered again when the claiming
 * application ends. Keyed by the booking's phone number.
 */
@Injectable()
export class ListingOffers {
  constructor(
    private readonly database: Database,
    private readonly events: BookingEvents,
  ) {}

  /** Whether a paid stall of this phone number (ten digits) has an unclaimed free listing. */
  phoneHasOffer(phone: string): Promise<boolean> {
    return this.database.repository(BookingEntity).existsBy({ phone, state: "sold", listingOffer: "offered" });
  }

  /** Whether this visitor bought a stall with this phone number, and its free listing has been claimed. */
  async claimedOfBooker(phone: string, visitorId: string | undefined): Promise<boolean> {
    if (visitorId === undefined) return false;
    return this.database.repository(BookingEntity).existsBy({ visitorId, ...claimed(phone) });
  }

  /** Whether a paid stall of this phone number has its free listing claimed. */
  phoneHasClaim(tx: Tx, phone: string): Promise<boolean> {
    return tx.existsBy(BookingEntity, claimed(phone));
  }

  /**
   * Claims the oldest unclaimed offer of this phone number: offered → accepted_free. Concurrent callers each get a
   * different booking's offer.
   *
   * @returns undefined if none is left
   */
  async claim(tx: Tx, phone: string): Promise<OfferedStall | undefined> {
    // A claim that waited for a concurrent one finds this offer claimed and takes the next.
    const [offer] = await rows<{ id: string; stall_id: string; email: string; full_name: string }>(
      tx,
      `UPDATE bookings SET listing_offer = 'accepted_free', updated_at = clock_timestamp()
        WHERE id = (SELECT id FROM bookings
                     WHERE phone = $1 AND state = 'sold' AND listing_offer = 'offered'
                     ORDER BY ended_at, id LIMIT 1 FOR UPDATE)
          AND listing_offer = 'offered'
       RETURNING id, stall_id, email, full_name`,
      [phone],
    );
    return offer && { bookingId: offer.id, stallId: offer.stall_id, email: offer.email, fullName: offer.full_name };
  }

  /** Links a claimed offer to the application that claimed it, and records it in the booking's history. */
  async link(tx: Tx, bookingId: string, applicationId: string): Promise<void> {
    await tx.query("UPDATE bookings SET linked_application_id = $2 WHERE id = $1", [bookingId, applicationId]);
    await this.events.record(tx, { bookingId, kind: "listing_claimed", actor: "visitor", detail: { applicationId } });
  }

  /** Locks the booking, which precedes its application in the lock order. */
  async lock(tx: Tx, bookingId: string): Promise<void> {
    await tx.query("SELECT 1 FROM bookings WHERE id = $1 FOR UPDATE", [bookingId]);
  }

  /** Offers a stall's free listing again after the claiming application has ended, unless the stall was cancelled. */
  async returnOffer(tx: Tx, bookingId: string, applicationId: string): Promise<boolean> {
    const changed = await rows(
      tx,
      `UPDATE bookings SET listing_offer = 'offered', linked_application_id = NULL, updated_at = clock_timestamp()
        WHERE id = $1 AND linked_application_id = $2 AND state = 'sold' AND listing_offer = 'accepted_free'
       RETURNING id`,
      [bookingId, applicationId],
    );
    if (changed.length === 0) return false;
    await this.events.record(tx, {
      bookingId,
      kind: "listing_offer_returned",
      actor: "operator",
      detail: { applicationId },
    });
    return true;
  }
}
