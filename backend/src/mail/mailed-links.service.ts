import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { MAILED_LINK_DAYS } from "@sakhi/domain/mails/mail-keys.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { In, IsNull } from "typeorm";
import { Config } from "../platform/config/config.js";
import { databaseNow } from "../platform/database/columns.js";
import { Database, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { digestOf, idInToken, isGenuineToken, linkToken } from "./link-tokens.js";
import { LinkSessionEntity, MailedLinkEntity, type LinkPurpose } from "./mail.entities.js";
import type { MailedLinkResponse } from "./mail.response.js";

/** Compared with for unknown links, so that they take as long to reject as wrong ones. */
const NO_DIGEST = Buffer.alloc(32);

/** Of each purpose: the page that a link opens, and the table of its subjects. */
export const LINKS: Readonly<Record<LinkPurpose, { readonly path: string; readonly table: string }>> = {
  booking: { path: PATHS.myBooking, table: "bookings" },
  // By its application, which is there before the brand is.
  brand: { path: PATHS.myBrand, table: "listing_applications" },
};

/** SQL: links that mails with a buyer's message carried until decision 92. */
export const GIVEN_AWAY_LINKS = `purpose = 'brand' AND mail_id IN (SELECT id FROM mails WHERE template = 'brand-enquiry')`;

/** A valid link. */
export interface OpenedLink {
  readonly id: string;
  readonly subjectId: string;
  readonly expiresAt: Date;
}

/**
 * Links in mails that lead a person back to what is theirs, e.g. a payer to her booking. A link has the id of its mail,
 * unless the mail's first link was revoked. Its secret is derived from our key, so that a mail can be rendered again
 * while the database stores only a digest (decision 25). LinkSessionsService exchanges it for a browser's session.
 */
@Injectable()
export class MailedLinksService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
  ) {}

  /**
   * The link for a mail; the secret is its fragment. Idempotent per mail, unless the link was revoked because the mail
   * is now sent to another address.
   */
  async url(purpose: LinkPurpose, mailId: string, subjectId: string): Promise<string> {
    let id = mailId;
    while (!(await this.store(id, purpose, mailId, subjectId))) id = randomUUID();
    return `${this.config.publicUrl}${LINKS[purpose].path}#${this.token(id)}`;
  }

  /** The token in the fragment of a link. */
  token(id: string): string {
    return linkToken(id, this.secret(id));
  }

  /** What a token opens; undefined if it is forged, of another purpose, expired or revoked. */
  async open(purpose: LinkPurpose, token: string): Promise<OpenedLink | undefined> {
    const id = idInToken(token);
    if (id === undefined) return undefined;
    const [link] = await this.database.read<
      Pick<MailedLinkEntity, "id" | "subjectId" | "expiresAt" | "tokenDigest"> & { open: boolean }
    >(
      MailedLinkEntity,
      `SELECT id, subject_id, expires_at, token_digest,
              purpose = $2 AND revoked_at IS NULL AND expires_at > clock_timestamp() AS open
         FROM mailed_links WHERE id = $1`,
      [id, purpose],
    );
    const digest = link?.tokenDigest ?? NO_DIGEST;
    const genuine = isGenuineToken(token, digest, this.secrets, "mailed-link", id);
    return link?.open === true && genuine ? link : undefined;
  }

  /** Records that a link was opened: its mail reached the person, and it is in use. */
  async markOpened(id: string): Promise<void> {
    await this.database.query(
      `UPDATE mailed_links SET opened_at = coalesce(opened_at, clock_timestamp()), last_used_at = clock_timestamp()
        WHERE id = $1`,
      [id],
    );
  }

  /** The valid links to a subject, newest first. @param own the link that this browser has opened */
  async list(purpose: LinkPurpose, subjectId: string, own: string | null): Promise<MailedLinkResponse[]> {
    const found = await this.database.read<
      Pick<MailedLinkEntity, "id" | "createdAt" | "openedAt" | "lastUsedAt" | "expiresAt">
    >(
      MailedLinkEntity,
      `SELECT id, created_at, opened_at, last_used_at, expires_at FROM mailed_links
        WHERE purpose = $1 AND subject_id = $2 AND revoked_at IS NULL AND expires_at > clock_timestamp()
        ORDER BY created_at DESC, id`,
      [purpose, subjectId],
    );
    return found.map(({ id, createdAt, openedAt, lastUsedAt, expiresAt }) =>
      toResponse({ id, sentAt: createdAt, usedAt: lastUsedAt ?? openedAt, expiresAt, isThis: id === own }),
    );
  }

  /**
   * Ends one link to a subject, and the session of every browser that opened it. No-op for one that has ended.
   *
   * @throws DomainError not_found, also for another subject's
   */
  async end(purpose: LinkPurpose, subjectId: string, id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await tx.existsBy(MailedLinkEntity, { id, purpose, subjectId }))) throw new DomainError("not_found");
      await tx.update(MailedLinkEntity, { id, revokedAt: IsNull() }, { revokedAt: databaseNow });
      await tx.update(LinkSessionEntity, { linkId: id, endedAt: IsNull() }, { endedAt: databaseNow });
    });
  }

  /** Ends these links, and the session of every browser that opened one of them. */
  async endThese(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await tx.update(MailedLinkEntity, { id: In([...ids]), revokedAt: IsNull() }, { revokedAt: databaseNow });
    await tx.update(LinkSessionEntity, { linkId: In([...ids]), endedAt: IsNull() }, { endedAt: databaseNow });
  }

  /** Revokes every link to a subject, and ends the session of every browser that opened it. */
  async revoke(tx: Tx, purpose: LinkPurpose, subjectId: string): Promise<void> {
    await tx.update(MailedLinkEntity, { purpose, subjectId, revokedAt: IsNull() }, { revokedAt: databaseNow });
    await tx.update(LinkSessionEntity, { purpose, subjectId, endedAt: IsNull() }, { endedAt: databaseNow });
  }

  /** Revokes every link of {@link GIVEN_AWAY_LINKS}, and ends the sessions of the browsers that opened one. */
  async revokeGivenAway(): Promise<void> {
    await this.database.query(
      `WITH ended AS (
         UPDATE mailed_links SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL AND ${GIVEN_AWAY_LINKS} RETURNING id)
       UPDATE link_sessions s SET ended_at = clock_timestamp() FROM ended
        WHERE s.link_id = ended.id AND s.ended_at IS NULL`,
    );
  }

  /** Inserts a link unless it exists, after a concurrent correction of its subject. @returns false if it is revoked */
  private async store(id: string, purpose: LinkPurpose, mailId: string, subjectId: string): Promise<boolean> {
    const { table } = LINKS[purpose];
    const [link] = await this.database.query<{ open: boolean }>(
      `WITH subject AS (SELECT id FROM ${table} WHERE id = $3 FOR KEY SHARE)
       INSERT INTO mailed_links (id, purpose, subject_id, mail_id, token_digest, expires_at)
       SELECT $1, $2, subject.id, (SELECT id FROM mails WHERE id = $4), $5,
              clock_timestamp() + make_interval(days => $6) FROM subject
       ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING revoked_at IS NULL AS open`,
      [id, purpose, subjectId, mailId, digestOf(this.secret(id)), MAILED_LINK_DAYS],
    );
    if (link === undefined) throw new Error(`there is no ${purpose} ${subjectId}`);
    return link.open;
  }

  private secret(id: string): Buffer {
    return this.secrets.sign("mailed-link", id);
  }
}
