import { randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { databaseNow } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { digestOf, idInToken, linkToken } from "./link-tokens.js";
import { LinkSessionEntity, type LinkPurpose } from "./mail.entities.js";
import { MailedLinksService } from "./mailed-links.service.js";

const SECRET_BYTES = 32;
/** Compared with for unknown sessions, so that they take as long to reject as wrong ones. */
const NO_DIGEST = Buffer.alloc(32);

/** Whether session `s`, opened with link `l` or with none, is open. */
const IS_OPEN = `s.ended_at IS NULL AND s.expires_at > clock_timestamp()
  AND (l.id IS NULL OR (l.revoked_at IS NULL AND l.expires_at > clock_timestamp()))`;

/** SQL: whether the browser of a visitor has a subject's page open. Both are SQL expressions of the statement around it. */
export function hasPageOpen(purpose: LinkPurpose, subject: string, visitor: string): string {
  return `EXISTS (
    SELECT FROM link_sessions s LEFT JOIN mailed_links l ON l.id = s.link_id
     WHERE s.purpose = '${purpose}' AND s.subject_id = ${subject} AND s.visitor_id = ${visitor} AND ${IS_OPEN})`;
}

/** A browser that opened a subject's page. */
export interface LinkSession {
  readonly id: string;
  readonly subjectId: string;
  /** True for the browser that did the thing itself, without a link: it has proven no address. */
  readonly ownBrowser: boolean;
  /** The link that was opened; null for the browser's own. */
  readonly linkId: string | null;
  /** When the access ends: the link's end, or the session's if there was no link. */
  readonly expiresAt: Date;
}

/**
 * Sessions of browsers on pages that mailed links open. A link, which is valid for weeks, is exchanged for a random
 * token of at most a day; "close" ends it here, so that a copied cookie is worth nothing afterwards.
 */
@Injectable()
export class LinkSessionsService {
  constructor(
    private readonly database: Database,
    private readonly mailedLinks: MailedLinksService,
  ) {}

  /**
   * Exchanges a link's token for a session. The first opening proves the address that the link was mailed to.
   *
   * @param browser the session's duration in seconds, shorter if the link ends before, and the visitor's id
   * @returns the cookie's token and the session; undefined for an invalid link
   */
  async open(
    purpose: LinkPurpose,
    linkToken: string,
    browser: { readonly seconds: number; readonly visitorId: string },
  ): Promise<{ readonly token: string; readonly session: LinkSession } | undefined> {
    const link = await this.mailedLinks.open(purpose, linkToken);
    if (link === undefined) return undefined;
    const token = await this.store(purpose, link.subjectId, { linkId: link.id, ...browser });
    await this.mailedLinks.markOpened(link.id);
    const session = await this.find(purpose, token);
    return session === undefined ? undefined : { token, session };
  }

  /** Opens a session for the browser that did the thing itself. @returns the cookie's token */
  openOwn(purpose: LinkPurpose, subjectId: string, seconds: number): Promise<string> {
    return this.store(purpose, subjectId, { linkId: null, seconds, visitorId: null });
  }

  /** The session of a cookie's token; undefined if it is forged, ended, expired, or its link was revoked. */
  async find(purpose: LinkPurpose, token: string): Promise<LinkSession | undefined> {
    const id = idInToken(token);
    if (id === undefined) return undefined;
    const [found] = await this.database.read<
      Pick<LinkSessionEntity, "id" | "subjectId" | "linkId" | "expiresAt" | "tokenDigest"> & { open: boolean }
    >(
      LinkSessionEntity,
      `SELECT s.id, s.subject_id, s.link_id, s.token_digest, coalesce(l.expires_at, s.expires_at) AS expires_at,
              s.purpose = $2 AND ${IS_OPEN} AS open
         FROM link_sessions s LEFT JOIN mailed_links l ON l.id = s.link_id WHERE s.id = $1`,
      [id, purpose],
    );
    const given = digestOf(Buffer.from(token.slice(33), "base64url"));
    const genuine = timingSafeEqual(found?.tokenDigest ?? NO_DIGEST, given);
    if (found?.open !== true || !genuine) return undefined;
    const { subjectId, linkId, expiresAt } = found;
    return { id, subjectId, linkId, ownBrowser: linkId === null, expiresAt };
  }

  /** As {@link find}. @throws DomainError booking_link_invalid, brand_link_invalid; the same for every invalid token */
  async require(purpose: LinkPurpose, token: string): Promise<LinkSession> {
    const session = await this.find(purpose, token);
    if (session === undefined) throw new DomainError(`${purpose}_link_invalid`);
    return session;
  }

  /** Ends a session; no-op for an invalid token. */
  async end(purpose: LinkPurpose, token: string): Promise<void> {
    const session = await this.find(purpose, token);
    if (session === undefined) return;
    await this.database.repository(LinkSessionEntity).update({ id: session.id }, { endedAt: databaseNow });
  }

  private async store(
    purpose: LinkPurpose,
    subjectId: string,
    browser: { readonly linkId: string | null; readonly seconds: number; readonly visitorId: string | null },
  ): Promise<string> {
    const { linkId, seconds, visitorId } = browser;
    const id = randomUUID();
    const secret = randomBytes(SECRET_BYTES);
    await this.database.query(
      `WITH old AS (DELETE FROM link_sessions WHERE expires_at < clock_timestamp() - interval '1 day')
       INSERT INTO link_sessions (id, purpose, subject_id, link_id, token_digest, expires_at, visitor_id)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6), $7)`,
      [id, purpose, subjectId, linkId, digestOf(secret), seconds, visitorId],
    );
    return linkToken(id, secret);
  }
}
