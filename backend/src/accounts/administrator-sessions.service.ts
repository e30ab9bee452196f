import { createHash, randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { Administrator } from "./administrator.js";
import { tokenOf } from "./administrator-cookie.js";

/** A session ends after this, whatever happens, in seconds. */
export const SESSION_SECONDS = 12 * 3600;
/** A session nobody uses ends after this, in seconds. */
export const IDLE_SECONDS = 2 * 3600;
/** "Used" is written down at most this often, in seconds. */
const SEEN_EVERY_SECONDS = 60;
/** Ended sessions are forgotten after this, in days. */
const KEPT_DAYS = 30;

const ALIVE = `s.ended_at IS NULL
  AND s.created_at > clock_timestamp() - make_interval(secs => ${SESSION_SECONDS})
  AND s.seen_at > clock_timestamp() - make_interval(secs => ${IDLE_SECONDS})`;

interface FoundSession extends Administrator {
  readonly unseen: boolean;
}

/** Sessions of administrators: kept on the server, known by the digest of a random token. */
@Injectable()
export class AdministratorSessions {
  constructor(private readonly database: Database) {}

  /** @returns the token, which stands nowhere else */
  async begin(tx: Tx, administratorId: string): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    await tx.query("INSERT INTO administrator_sessions (token_digest, administrator_id) VALUES ($1, $2)", [
      digestOf(token),
      administratorId,
    ]);
    await tx.query(
      "DELETE FROM administrator_sessions WHERE created_at < clock_timestamp() - make_interval(days => $1)",
      [KEPT_DAYS],
    );
    return token;
  }

  /** Who a token belongs to, as they are now; undefined when the session is unknown or over. */
  async find(token: string): Promise<Administrator | undefined> {
    const [found] = await this.database.query<FoundSession>(
      `SELECT a.id, a.username, a.role,
              s.seen_at < clock_timestamp() - make_interval(secs => $2) AS unseen
         FROM administrator_sessions s JOIN administrators a ON a.id = s.administrator_id
        WHERE s.token_digest = $1 AND ${ALIVE}`,
      [digestOf(token), SEEN_EVERY_SECONDS],
    );
    if (found === undefined) return undefined;
    const { id, username, role, unseen } = found;
    if (unseen) await this.seen(token);
    return { id, username, role };
  }

  /** Who a request comes from, by its cookie; undefined when nobody is logged in. */
  async of(request: FastifyRequest): Promise<Administrator | undefined> {
    const token = tokenOf(request);
    return token === undefined ? undefined : await this.find(token);
  }

  /** Ends one session. @returns whose it was; undefined when it is unknown or was over */
  async end(tx: Tx, token: string): Promise<Administrator | undefined> {
    const [ended] = await rows<Administrator>(
      tx,
      `UPDATE administrator_sessions s SET ended_at = clock_timestamp() FROM administrators a
        WHERE s.token_digest = $1 AND a.id = s.administrator_id AND ${ALIVE}
        RETURNING a.id, a.username, a.role`,
      [digestOf(token)],
    );
    return ended;
  }

  /** Ends every session of an administrator. */
  async endAllOf(tx: Tx, administratorId: string): Promise<void> {
    await tx.query(
      `UPDATE administrator_sessions SET ended_at = clock_timestamp()
        WHERE administrator_id = $1 AND ended_at IS NULL`,
      [administratorId],
    );
  }

  private async seen(token: string): Promise<void> {
    await this.database.query(
      "UPDATE administrator_sessions SET seen_at = clock_timestamp() WHERE token_digest = $1",
      [digestOf(token)],
    );
  }
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
