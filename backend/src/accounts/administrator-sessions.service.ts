import { createHash, randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { requiredStep } from "@sakhi/domain/accounts/administrator.rules";
import type { FastifyRequest } from "fastify";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { AdministratorEntity } from "./accounts.entities.js";
import { tokenOf } from "./administrator-cookie.js";
import type { Administrator, LoggedIn } from "./administrator.js";

/** Absolute lifetime of a session, in seconds. */
export const SESSION_SECONDS = 12 * 3600;
/** Idle timeout of a session, in seconds. */
const IDLE_SECONDS = 2 * 3600;
/** `seen_at` is updated at most this often, in seconds. */
const SEEN_EVERY_SECONDS = 60;
/** Sessions are deleted after this, in days. */
const RETENTION_DAYS = 30;

/** The {@link Access} of an administrator or an invitation. @param row alias of the row */
export const accessColumns = (
  row: string,
): string => `${row}.team_role AS role, CASE WHEN ${row}.event_ids IS NOT NULL THEN
  ARRAY(SELECT e.slug FROM events e WHERE e.id = ANY (${row}.event_ids) ORDER BY e.id DESC) END AS events`;

const ACTIVE = `s.ended_at IS NULL
  AND s.created_at > clock_timestamp() - make_interval(secs => ${SESSION_SECONDS})
  AND s.seen_at > clock_timestamp() - make_interval(secs => ${IDLE_SECONDS})`;

interface FoundSession extends Administrator {
  readonly sessionId: string;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
  readonly seenAtIsStale: boolean;
}

/** An active session, as listed for its owner. */
export interface ListedSession {
  readonly id: string;
  /** "Firefox on Windows". */
  readonly browser: string;
  readonly createdAt: Date;
  /** Last use, accurate to one minute. */
  readonly seenAt: Date;
}

/** Server-side sessions of administrators, identified by the digest of a random token. */
@Injectable()
export class AdministratorSessionsService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Starts a session and records the time of the login.
   *
   * @param owner as read when the password was checked
   * @param browser a label of at most 60 characters
   * @returns the token, which is not stored; undefined if the account was removed or disabled, or its password changed,
   *   since the check
   */
  async begin(
    tx: Tx,
    owner: Pick<AdministratorEntity, "id" | "passwordHash">,
    browser: string,
  ): Promise<string | undefined> {
    const current = await rows(
      tx,
      `UPDATE administrators SET last_login_at = clock_timestamp()
        WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL RETURNING id`,
      [owner.id, owner.passwordHash],
    );
    if (current.length === 0) return undefined;
    const token = randomBytes(32).toString("base64url");
    await tx.query("INSERT INTO administrator_sessions (token_digest, administrator_id, browser) VALUES ($1, $2, $3)", [
      digestOf(token),
      owner.id,
      browser,
    ]);
    await tx.query(
      "DELETE FROM administrator_sessions WHERE created_at < clock_timestamp() - make_interval(days => $1)",
      [RETENTION_DAYS],
    );
    return token;
  }

  /**
   * The administrator of a session token, with current role; undefined if the session is unknown or has ended.
   *
   * @param inUse false for polling by a page, which must not keep the session alive
   */
  async find(token: string, inUse = true): Promise<LoggedIn | undefined> {
    const [found] = await this.database.query<FoundSession>(
      `SELECT a.id, a.username, ${accessColumns("a")},
              s.id AS "sessionId", a.must_change_password AS "mustChangePassword",
              EXISTS (SELECT 1 FROM administrator_second_factors f
                       WHERE f.administrator_id = a.id AND f.secret IS NOT NULL) AS "hasSecondFactor",
              s.seen_at < clock_timestamp() - make_interval(secs => $2) AS "seenAtIsStale"
         FROM administrator_sessions s JOIN administrators a ON a.id = s.administrator_id
        WHERE s.token_digest = $1 AND a.disabled_at IS NULL AND ${ACTIVE}`,
      [digestOf(token), SEEN_EVERY_SECONDS],
    );
    if (found === undefined) return undefined;
    const { id, username, role, events, sessionId, seenAtIsStale } = found;
    if (seenAtIsStale && inUse) {
      // Not required: on a full disk or a read-only database, the dashboard must still show what is wrong.
      await this.database
        .query("UPDATE administrator_sessions SET seen_at = clock_timestamp() WHERE id = $1", [sessionId])
        .catch(() => undefined);
    }
    return { id, username, role, events, sessionId, step: requiredStep(found, this.config.production) };
  }

  /** The administrator of a request's session cookie; undefined if not logged in. @param inUse see {@link find} */
  async of(request: FastifyRequest, inUse = true): Promise<LoggedIn | undefined> {
    const token = tokenOf(request);
    return token === undefined ? undefined : await this.find(token, inUse);
  }

  /** Ends one session. @returns its administrator; undefined if it is unknown or had ended */
  async end(tx: Tx, token: string): Promise<Administrator | undefined> {
    const [ended] = await rows<Administrator>(
      tx,
      `UPDATE administrator_sessions s SET ended_at = clock_timestamp() FROM administrators a
        WHERE s.token_digest = $1 AND a.id = s.administrator_id AND ${ACTIVE}
        RETURNING a.id, a.username, ${accessColumns("a")}`,
      [digestOf(token)],
    );
    return ended;
  }

  /** Active sessions of an administrator, newest first. */
  list(administratorId: string): Promise<ListedSession[]> {
    return this.database.query<ListedSession>(
      `SELECT s.id, s.browser, s.created_at AS "createdAt", s.seen_at AS "seenAt"
         FROM administrator_sessions s
        WHERE s.administrator_id = $1 AND ${ACTIVE} ORDER BY s.created_at DESC, s.id`,
      [administratorId],
    );
  }

  /** Ends one session of an administrator. @returns false if they have no such active session */
  async endOne(tx: Tx, administratorId: string, sessionId: string): Promise<boolean> {
    const ended = await rows(
      tx,
      `UPDATE administrator_sessions s SET ended_at = clock_timestamp()
        WHERE s.administrator_id = $1 AND s.id = $2 AND ${ACTIVE} RETURNING s.id`,
      [administratorId, sessionId],
    );
    return ended.length > 0;
  }

  /** Ends every session of an administrator but one. @returns the number ended */
  async endOthers(tx: Tx, administratorId: string, sessionId: string): Promise<number> {
    const ended = await rows(
      tx,
      `UPDATE administrator_sessions s SET ended_at = clock_timestamp()
        WHERE s.administrator_id = $1 AND s.id <> $2 AND ${ACTIVE} RETURNING s.id`,
      [administratorId, sessionId],
    );
    return ended.length;
  }

  /** Ends every session of an administrator. */
  async endAllOf(tx: Tx, administratorId: string): Promise<void> {
    await tx.query(
      `UPDATE administrator_sessions SET ended_at = clock_timestamp()
        WHERE administrator_id = $1 AND ended_at IS NULL`,
      [administratorId],
    );
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
