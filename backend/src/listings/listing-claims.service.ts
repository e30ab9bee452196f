import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import { MAX_WAITING_CLAIMS } from "@sakhi/domain/listings/listing.rules";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { ListingMailsService } from "./listing-mails.service.js";
import { ListingClaimEntity } from "./listings.entities.js";

/** A stall whose free listing was claimed by a browser that does not hold the booking. */
interface ClaimedStall {
  readonly bookingId: string;
  readonly stallId: string;
  readonly email: string;
  readonly fullName: string;
}

/** A claim as the booker sees it. */
export interface WaitingClaim {
  readonly id: string;
  readonly brandName: string;
  /** The claimant's name. */
  readonly name: string;
  readonly claimedAt: Date;
}

/**
 * Claims of free listings that wait until the booker confirms them on her booking's page, which our mail to the booked
 * address opens (decision 47). A phone number alone, which the catalogue may publish, takes nothing.
 */
@Injectable()
export class ListingClaimsService {
  constructor(
    private readonly database: Database,
    private readonly listingMails: ListingMailsService,
  ) {}

  /** Stores a claim and mails the booked address. The newest few wait; the same form waits once. */
  async submit(tx: Tx, stall: ClaimedStall, form: ListingApplicationDto, digest: string): Promise<void> {
    const { bookingId } = stall;
    // Serializes claims of one stall: the limit below counts them.
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`claims of ${bookingId}`]);
    await tx.query(
      `INSERT INTO listing_claims (id, booking_id, form, digest) VALUES ($1, $2, $3, $4)
       ON CONFLICT (booking_id, digest) DO UPDATE SET created_at = clock_timestamp()`,
      [randomUUID(), bookingId, JSON.stringify(form), digest],
    );
    await tx.query(
      `DELETE FROM listing_claims WHERE booking_id = $1 AND id NOT IN (
         SELECT id FROM listing_claims WHERE booking_id = $1 ORDER BY created_at DESC LIMIT $2)`,
      [bookingId, MAX_WAITING_CLAIMS],
    );
    await this.listingMails.claimWaiting(tx, stall);
  }

  /** Claims of a booking's free listing that wait, oldest first. */
  async waiting(bookingId: string): Promise<WaitingClaim[]> {
    const found = await this.database
      .repository(ListingClaimEntity)
      .find({ where: { bookingId }, order: { createdAt: "ASC", id: "ASC" } });
    return found.map(({ id, form, createdAt }) => ({
      id,
      brandName: form.brandName,
      name: form.fullName,
      claimedAt: createdAt,
    }));
  }

  /** Removes a claim, confirmed or declined. @returns it; undefined if it no longer waits */
  async take(tx: Tx, bookingId: string, id: string): Promise<ListingClaimEntity | undefined> {
    const [claim] = await readIn(
      tx,
      ListingClaimEntity,
      `DELETE FROM listing_claims WHERE id = $1 AND booking_id = $2 RETURNING ${columnsOf(ListingClaimEntity)}`,
      [id, bookingId],
    );
    return claim;
  }
}
