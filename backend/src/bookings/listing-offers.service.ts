import { Injectable } from "@nestjs/common";
import { hasPageOpen } from "../mail/link-sessions.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";

/** Whether the visitor `$2` holds booking `b`: registered it, or opened its mailed link and has not closed it. */
const HELD = `(b.visitor_id = $2 OR ${hasPageOpen("booking", "b.id", "$2")})`;

/** Offers of a phone number, by whether this browser holds the booking. */
export interface OffersOfPhone {
  /** This browser holds a booking with an unclaimed free listing. */
  readonly ownOffered: boolean;
  /** This browser holds a booking whose free listing is claimed. */
  readonly ownClaimed: boolean;
  /** Some booking has an unclaimed free listing. */
  readonly offered: boolean;
}

/** The number of a booking's stall, in a statement on bookings. */
const STALL_ID = "(SELECT s.stall_id FROM stalls s WHERE s.stall_key = bookings.stall_key) AS stall_id";

interface OfferRow {
  readonly id: string;
  readonly stall_id: string;
  readonly email: string;
  readonly full_name: string;
}

const offeredStall = ({ id, stall_id: stallId, email, full_name: fullName }: OfferRow): OfferedStall => ({
  ...{ bookingId: id, stallId, email, fullName },
});

/** A paid stall whose free listing was claimed. */
export interface OfferedStall {
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
export class ListingOffersService {
  constructor(
    private readonly database: Database,
    private readonly bookingHistory: BookingHistoryService,
  ) {}

  /**
   * The free listings of paid stalls with this phone number.
   *
   * @param phone ten digits
   */
  async ofPhone(phone: string, visitorId: string | undefined): Promise<OffersOfPhone> {
    const [found] = await this.database.query<OffersOfPhone>(
      `SELECT coalesce(bool_or(listing_offer = 'offered' AND held), false) AS "ownOffered",
              coalesce(bool_or(listing_offer = 'accepted_free' AND held), false) AS "ownClaimed",
              coalesce(bool_or(listing_offer = 'offered'), false) AS offered
         FROM (SELECT b.listing_offer, coalesce(${HELD}, false) AS held
                 FROM bookings b WHERE b.phone = $1 AND b.state = 'sold') own`,
      [phone, visitorId ?? null],
    );
    return found ?? { ownOffered: false, ownClaimed: false, offered: false };
  }

  /** The oldest unclaimed offer of this phone number; undefined if there is none. */
  async oldest(tx: Tx, phone: string): Promise<OfferedStall | undefined> {
    const [offer] = await rows<OfferRow>(
      tx,
      `SELECT id, ${STALL_ID}, email, full_name FROM bookings
        WHERE phone = $1 AND state = 'sold' AND listing_offer = 'offered' ORDER BY ended_at, id LIMIT 1`,
      [phone],
    );
    return offer && offeredStall(offer);
  }

  /**
   * Claims the oldest unclaimed offer of this phone number whose booking this browser holds: offered → accepted_free.
   * Concurrent callers each get a different booking's offer.
   *
   * @returns undefined if none is left
   */
  async claim(tx: Tx, phone: string, visitorId: string): Promise<OfferedStall | undefined> {
    // A claim that waited for a concurrent one finds this offer claimed and takes the next.
    const [offer] = await rows<OfferRow>(
      tx,
      `UPDATE bookings SET listing_offer = 'accepted_free', updated_at = clock_timestamp()
        WHERE id = (SELECT b.id FROM bookings b
                     WHERE b.phone = $1 AND b.state = 'sold' AND b.listing_offer = 'offered' AND ${HELD}
                     ORDER BY b.ended_at, b.id LIMIT 1 FOR UPDATE)
          AND listing_offer = 'offered'
       RETURNING id, ${STALL_ID}, email, full_name`,
      [phone, visitorId],
    );
    return offer && offeredStall(offer);
  }

  /** Claims the offer of a booking. @returns undefined if it is not offered */
  async claimOf(tx: Tx, bookingId: string): Promise<OfferedStall | undefined> {
    const [offer] = await rows<OfferRow>(
      tx,
      `UPDATE bookings SET listing_offer = 'accepted_free', updated_at = clock_timestamp()
        WHERE id = $1 AND state = 'sold' AND listing_offer = 'offered' RETURNING id, ${STALL_ID}, email, full_name`,
      [bookingId],
    );
    return offer && offeredStall(offer);
  }

  /** Links a claimed offer to the application that claimed it, and records it in the booking's history. */
  async link(tx: Tx, bookingId: string, applicationId: string): Promise<void> {
    await tx.query("UPDATE bookings SET linked_application_id = $2 WHERE id = $1", [bookingId, applicationId]);
    await this.bookingHistory.record(tx, bookingId, {
      kind: "listing_claimed",
      actor: "visitor",
      detail: { applicationId },
    });
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
    await this.bookingHistory.record(tx, bookingId, {
      kind: "listing_offer_returned",
      actor: "operator",
      detail: { applicationId },
    });
    return true;
  }
}
