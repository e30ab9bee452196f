import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import {
  BOOKING_LINK_DAYS,
  BOOKING_LINK_TOKEN_PATTERN,
  OWN_BROWSER_SECONDS,
} from "@sakhi/domain/bookings/my-booking.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { IsNull } from "typeorm";
import { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";
import { BookingLinkEntity } from "./mail.entities.js";

/** Compared with where there is no such link, so that an unknown one takes as long to reject as a wrong one. */
const NO_DIGEST = Buffer.alloc(32);

/** A genuine link. */
export interface OpenedLink {
  readonly bookingId: string;
  readonly expiresAt: Date;
}

/**
 * The links that lead a payer back to her booking. Each stands in one mail, whose id it has unless that link was revoked.
 * Its secret is derived from a key of ours, so that the mail can be written at any time, also a second time, while the
 * database knows only its digest (decision 25).
 */
@Injectable()
export class BookingLinks {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The address to stand in a mail; the same mail gets the same one, unless that was revoked: a mail that is sent to
   * another address than at its first try. The secret is its fragment.
   */
  async url(mailId: string, bookingId: string): Promise<string> {
    const seconds = BOOKING_LINK_DAYS * 24 * 3600;
    let id = mailId;
    while (!(await this.keep(id, bookingId, seconds))) id = randomUUID();
    return `${this.config.publicUrl}${PATHS.myBooking}#${this.token(id)}`;
  }

  /** What opens a booking to the browser that registered it, which needs no mail; for a short while. */
  async forOwnBrowser(bookingId: string): Promise<string> {
    const id = randomUUID();
    await this.keep(id, bookingId, OWN_BROWSER_SECONDS);
    return this.token(id);
  }

  /** What follows the # in the link of a mail. */
  token(mailId: string): string {
    return linkToken(mailId, this.secret(mailId));
  }

  /** The booking a link leads to; undefined when it is altered, guessed, expired or revoked. */
  async open(token: string): Promise<OpenedLink | undefined> {
    if (!BOOKING_LINK_TOKEN_PATTERN.test(token)) return undefined;
    const id = idInToken(token);
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

  /** Ends every link to a booking, and with them every browser that opened one. */
  async revoke(tx: Tx, bookingId: string): Promise<void> {
    await tx.update(BookingLinkEntity, { bookingId, revokedAt: IsNull() }, { revokedAt: databaseNow });
  }

  /** @returns false where this link was revoked */
  private async keep(id: string, bookingId: string, seconds: number): Promise<boolean> {
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
