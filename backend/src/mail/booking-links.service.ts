import { createHash, timingSafeEqual } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_LINK_DAYS, BOOKING_LINK_TOKEN_PATTERN } from "@sakhi/domain/bookings/my-booking.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { IsNull } from "typeorm";
import { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { BookingLinkEntity } from "./mail.entities.js";

/** Compared with where there is no such link, so that an unknown one takes as long to reject as a wrong one. */
const NO_DIGEST = Buffer.alloc(32);

/** A genuine link. */
export interface OpenedLink {
  readonly bookingId: string;
  readonly expiresAt: Date;
}

/**
 * The links that lead a payer back to her booking. Each stands in one mail and is known by the mail's id; its secret is
 * derived from a key of ours, so that the mail can be written at any time, also a second time, while the database knows
 * only its digest (decision 25).
 */
@Injectable()
export class BookingLinks {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /** The address to stand in a mail; the same mail gets the same one. The secret is its fragment. */
  async url(mailId: string, bookingId: string): Promise<string> {
    await this.database.query(
      `INSERT INTO booking_links (id, booking_id, token_digest, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + make_interval(days => $4)) ON CONFLICT (id) DO NOTHING`,
      [mailId, bookingId, digestOf(this.secret(mailId)), BOOKING_LINK_DAYS],
    );
    return `${this.config.publicUrl}${PATHS.myBooking}#${this.token(mailId)}`;
  }

  /** What follows the # in the link of a mail. */
  token(mailId: string): string {
    return `${mailId.replaceAll("-", "")}.${this.secret(mailId).toString("base64url")}`;
  }

  /** The booking a link leads to; undefined when it is altered, guessed, expired or revoked. */
  async open(token: string): Promise<OpenedLink | undefined> {
    if (!BOOKING_LINK_TOKEN_PATTERN.test(token)) return undefined;
    const id = token.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const [link] = await this.database.read<
      Pick<BookingLinkEntity, "bookingId" | "expiresAt" | "tokenDigest"> & { open: boolean }
    >(
      BookingLinkEntity,
      `SELECT booking_id, expires_at, token_digest,
              revoked_at IS NULL AND expires_at > clock_timestamp() AS open
         FROM booking_links WHERE id = $1`,
      [id],
    );
    const genuine = this.isGenuine(token, id, link?.tokenDigest ?? NO_DIGEST);
    return link?.open === true && genuine ? link : undefined;
  }

  /** Ends every link to a booking, and with them every browser that opened one. */
  async revoke(tx: Tx, bookingId: string): Promise<void> {
    await tx.update(BookingLinkEntity, { bookingId, revokedAt: IsNull() }, { revokedAt: databaseNow });
  }

  /** By the digest that was kept, or, where COOKIE_SECRET was changed before a mail was sent again, as it reads now. */
  private isGenuine(token: string, id: string, digest: Buffer): boolean {
    const given = Buffer.from(token.slice(33), "base64url");
    // 43 characters hold two bits more than the secret: one spelling of it only is ours.
    if (given.toString("base64url") !== token.slice(33)) return false;
    const isKept = timingSafeEqual(digest, digestOf(given));
    return this.secrets.verify("booking-link", id, given) || isKept;
  }

  private secret(id: string): Buffer {
    return this.secrets.sign("booking-link", id);
  }
}

function digestOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}
