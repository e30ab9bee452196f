import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_LINK_DAYS, OWN_BROWSER_SECONDS } from "@sakhi/domain/bookings/my-booking.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { IsNull } from "typeorm";
import { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";
import { BookingLinkEntity } from "./mail.entities.js";

/** Compared with for unknown links, so that they take as long to reject as wrong ones. */
const NO_DIGEST = Buffer.alloc(32);

/** A valid link. */
export interface OpenedLink {
  readonly bookingId: string;
  readonly expiresAt: Date;
}

/**
 * Links that lead a payer back to her booking. A link has the id of its mail, unless the mail's first link was revoked.
 * Its secret is derived from our key, so that a mail can be rendered again while the database stores only a digest
 * (decision 25).
 */
@Injectable()
export class BookingLinks {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The link for a mail; the secret is its fragment. Idempotent per mail, unless the link was revoked because the mail
   * is now sent to another address.
   */
  async url(mailId: string, bookingId: string): Promise<string> {
    const seconds = BOOKING_LINK_DAYS * 24 * 3600;
    let id = mailId;
    while (!(await this.store(id, bookingId, seconds))) id = randomUUID();
    return `${this.config.publicUrl}${PATHS.myBooking}#${this.token(id)}`;
  }

  /** A short-lived token for the browser that registered the booking, which needs no mail. */
  async forOwnBrowser(bookingId: string): Promise<string> {
    const id = randomUUID();
    await this.store(id, bookingId, OWN_BROWSER_SECONDS);
    return this.token(id);
  }

  /** The token in the fragment of a mail's link. */
  token(mailId: string): string {
    return linkToken(mailId, this.secret(mailId));
  }

  /** The booking of a token; undefined if it is forged, expired or revoked. */
  async open(token: string): Promise<OpenedLink | undefined> {
    const id = idInToken(token);
    if (id === undefined) return undefined;
    const [link] = await this.database.read<
      Pick<BookingLinkEntity, "bookingId" | "expiresAt" | "tokenDigest"> & { open: boolean }
    >(
      BookingLinkEntity,
      `SELECT booking_id, expires_at, token_digest,
              revoked_at IS NULL AND expires_at > clock_timestamp() AS open
         FROM booking_links WHERE id = $1`,
      [id],
    );
    const digest = link?.tokenDigest ?? NO_DIGEST;
    const genuine = isGenuineToken(token, digest, this.secrets, "booking-link", id);
    return link?.open === true && genuine ? link : undefined;
  }

  /** Records that a mailed link was opened: its mail reached the payer. */
  async markOpened(token: string): Promise<void> {
    await this.database
      .repository(BookingLinkEntity)
      .update({ id: idInToken(token) ?? "", openedAt: IsNull() }, { openedAt: databaseNow });
  }

  /** Revokes every link to a booking, and the access of every browser that opened one. */
  async revoke(tx: Tx, bookingId: string): Promise<void> {
    await tx.update(BookingLinkEntity, { bookingId, revokedAt: IsNull() }, { revokedAt: databaseNow });
  }

  /** Inserts a link unless it exists. @returns false if it is revoked */
  private async store(id: string, bookingId: string, seconds: number): Promise<boolean> {
    const [link] = await this.database.query<{ open: boolean }>(
      `INSERT INTO booking_links (id, booking_id, token_digest, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
       ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING revoked_at IS NULL AS open`,
      [id, bookingId, digestOf(this.secret(id)), seconds],
    );
    return link?.open === true;
  }

  private secret(id: string): Buffer {
    return this.secrets.sign("booking-link", id);
  }
}
