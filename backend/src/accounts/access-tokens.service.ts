import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { type Access, isHers } from "@sakhi/domain/access/rights";
import type { MakeTokenDto } from "@sakhi/domain/accounts/access-token.dto";
import {
  MAX_TOKENS,
  rightsNow,
  TOKEN,
  TOKEN_DAYS,
  TOKEN_PREFIX,
  tokenError,
  tokenRights,
  type TokenScope,
} from "@sakhi/domain/accounts/access-token.rules";
import { requiredStep } from "@sakhi/domain/accounts/administrator.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { HttpError } from "../platform/http/error-response.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { AccessTokenEntity } from "./accounts.entities.js";
import { accessColumns } from "./administrator-sessions.service.js";
import type { Administrator, LoggedIn } from "./administrator.js";

/** Neither revoked nor expired. */
const WORKS = "t.revoked_at IS NULL AND t.expires_at > clock_timestamp()";
const EVENTS = "(SELECT array_agg(e.slug ORDER BY e.slug) FROM events e WHERE e.id = ANY (t.event_ids))";
const TODAY = "(clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date";

/** A token, as its owner sees it: never the token itself. */
export type ListedToken = Pick<
  AccessTokenEntity,
  "id" | "name" | "scopes" | "createdAt" | "expiresAt" | "lastUsedOn"
> & {
  /** Slugs; null for all. */
  readonly events: string[] | null;
};

interface FoundToken {
  readonly tokenId: string;
  readonly scopes: TokenScope[];
  readonly isLimited: boolean;
  readonly tokenEvents: string[] | null;
  readonly isUsedToday: boolean;
  readonly owner: Access & Pick<Administrator, "id" | "username">;
  readonly mustChangePassword: boolean;
  readonly hasSecondFactor: boolean;
}

/** A call that somebody makes with a token. */
interface TokenCall {
  readonly method: string;
  /** What the call declares. */
  readonly scope: TokenScope | undefined;
  /** The event that the call names. */
  readonly event: unknown;
}

/**
 * Tokens with which other systems read as the person who made them (docs/decisions/0126). A token has no rights of its own: each use
 * asks what its owner may see now, and a disabled or removed account has no tokens.
 */
@Injectable()
export class AccessTokensService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly limits: RateLimits,
  ) {}

  /** Those of a person that work, newest first. */
  list(administratorId: string): Promise<ListedToken[]> {
    return this.database.query<ListedToken>(
      `SELECT t.id, t.name, t.scopes, t.created_at AS "createdAt", t.expires_at AS "expiresAt",
              t.last_used_on::text AS "lastUsedOn", CASE WHEN t.event_ids IS NOT NULL THEN coalesce(${EVENTS}, '{}') END AS events
         FROM access_tokens t WHERE t.administrator_id = $1 AND ${WORKS} ORDER BY t.created_at DESC, t.id`,
      [administratorId],
    );
  }

  /**
   * Makes a token; forgets those of the person that ended long ago.
   *
   * @returns its id, and the token itself, which is not stored
   * @throws DomainError tokens_full, event_not_found
   */
  async make(
    tx: Tx,
    owner: Administrator,
    { name, scopes, days = TOKEN_DAYS.usual, events = [] }: Pick<MakeTokenDto, "name" | "scopes" | "days" | "events">,
  ): Promise<{ readonly id: string; readonly token: string }> {
    const { id: administratorId } = owner;
    if (!events.every((slug) => isHers(owner, slug))) throw new DomainError("event_not_found");
    // One at a time, so that the number is exact.
    await rows(tx, "SELECT id FROM administrators WHERE id = :administratorId FOR UPDATE", { administratorId });
    await rows(
      tx,
      `DELETE FROM access_tokens t
        WHERE t.administrator_id = :administratorId
          AND least(t.revoked_at, t.expires_at) < clock_timestamp() - interval '30 days'`,
      { administratorId },
    );
    const [counted] = await rows<{ count: number }>(
      tx,
      `SELECT count(*)::int AS count FROM access_tokens t WHERE t.administrator_id = :administratorId AND ${WORKS}`,
      { administratorId },
    );
    if ((counted?.count ?? 0) >= MAX_TOKENS) throw new DomainError("tokens_full");
    const eventIds = events.length === 0 ? null : await eventsNamed(tx, events);
    const id = randomUUID();
    const token = TOKEN_PREFIX + randomBytes(32).toString("base64url");
    await rows(
      tx,
      `INSERT INTO access_tokens (id, administrator_id, name, token_digest, scopes, event_ids, expires_at)
       VALUES (:id, :administratorId, :name, :digest, :scopes, :eventIds, clock_timestamp() + make_interval(days => :days))`,
      { id, administratorId, name, digest: digestOf(token), scopes, eventIds, days },
    );
    return { id, token };
  }

  /** Ends one. @returns its name; undefined if the person has no such token that works */
  async revoke(tx: Tx, administratorId: string, id: string): Promise<string | undefined> {
    const [revoked] = await rows<{ name: string }>(
      tx,
      `UPDATE access_tokens t SET revoked_at = clock_timestamp()
        WHERE t.administrator_id = :administratorId AND t.id = :id AND ${WORKS} RETURNING t.name`,
      { administratorId, id },
    );
    return revoked?.name;
  }

  /**
   * The person as whom another system calls.
   *
   * @throws HttpError token_not_accepted, token_invalid, token_scope_missing, token_event_refused, rate_limited
   */
  async admit(token: string, call: TokenCall): Promise<LoggedIn> {
    // Before anything is looked up: a call that declares no scope says nothing about the token.
    if (call.scope === undefined) throw new HttpError("token_not_accepted");
    const found = TOKEN.test(token) ? await this.find(token) : undefined;
    if (found === undefined) throw new HttpError("token_invalid", {}, { "www-authenticate": "Bearer" });
    const { tokenId, scopes, isLimited, tokenEvents } = found;
    await this.limits.use({ limit: "calls_per_access_token", by: tokenId });
    const made = { scopes, events: isLimited ? (tokenEvents ?? []) : null };
    const problem = tokenError(rightsNow(made, tokenRights(found.owner)), call);
    if (problem !== undefined) throw new HttpError(problem);
    if (!found.isUsedToday) {
      // Not required: on a read-only database, reads must still work.
      await this.database
        .query(`UPDATE access_tokens SET last_used_on = ${TODAY} WHERE id = $1`, [tokenId])
        .catch(() => undefined);
    }
    const step = requiredStep({ ...found, role: found.owner.role }, this.config.production);
    return { ...found.owner, accessToken: tokenId, sessionId: "", step };
  }

  private async find(secret: string): Promise<FoundToken | undefined> {
    const [found] = await this.database.query<Omit<FoundToken, "owner"> & FoundToken["owner"]>(
      `SELECT t.id AS "tokenId", t.scopes, t.event_ids IS NOT NULL AS "isLimited", ${EVENTS} AS "tokenEvents",
              coalesce(t.last_used_on = ${TODAY}, false) AS "isUsedToday",
              a.id, a.username, ${accessColumns("a")},
              a.must_change_password AS "mustChangePassword",
              EXISTS (SELECT FROM administrator_second_factors f
                       WHERE f.administrator_id = a.id AND f.secret IS NOT NULL) AS "hasSecondFactor"
         FROM access_tokens t JOIN administrators a ON a.id = t.administrator_id
        WHERE t.token_digest = $1 AND a.disabled_at IS NULL AND ${WORKS}`,
      [digestOf(secret)],
    );
    if (found === undefined) return undefined;
    const { id, username, role, events, ...token } = found;
    return { ...token, owner: { id, username, role, events } };
  }
}

/** @throws DomainError event_not_found */
async function eventsNamed(tx: Tx, slugs: readonly string[]): Promise<number[]> {
  const found = await rows<{ id: number }>(tx, "SELECT id FROM events WHERE slug = ANY(:slugs)", { slugs });
  if (found.length !== new Set(slugs).size) throw new DomainError("event_not_found");
  return found.map(({ id }) => id);
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
