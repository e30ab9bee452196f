import { createHash } from "node:crypto";
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";

/** Most statements that are counted and prepared: `IN ($1, $2, …)` is another text for each length. */
const MAX_STATEMENTS = 1_000;
/** Statements used less often are not worth preparing. */
const MIN_USES = 3;
/** PostgreSQL's "cached plan must not change result type" (feature_not_supported): a `SELECT *` after a migration. */
export const PLAN_OUTDATED = "0A000";
/** How long after `statement_timeout` the server may take to respond, in ms. */
const GRACE_MS = 5_000;

type Query = (this: pg.Client, ...parameters: readonly unknown[]) => unknown;

/**
 * Searches and optional filters: their best plan depends on the values. In a catalogue of 100,000 brands a generic plan
 * slowed a search from 17 ms to 4 s.
 */
const VALUE_DEPENDENT = /\bI?LIKE\b|@@|\$\d+(?:::[a-z[\]]+)? IS NULL\b/i;

/** Names of the process's prepared statements, by text. */
class StatementNames {
  private readonly uses = new Map<string, number>();
  /** Undefined for statements that are never prepared. */
  private readonly names = new Map<string, string | undefined>();
  private generation = 0;

  /** The statement's name, from its third use on, and the text under that name. */
  of(text: string): { readonly name: string; readonly text: string } | undefined {
    const name = this.nameOf(text);
    if (name === undefined) return undefined;
    // Another text too: a pooler shares a statement among all who prepare the same text, whatever they call it.
    return { name, text: this.generation === 0 ? text : `${text} /* ${String(this.generation)} */` };
  }

  private nameOf(text: string): string | undefined {
    if (this.names.has(text)) return this.names.get(text);
    const uses = (this.uses.get(text) ?? 0) + 1;
    if (uses === 1 && this.uses.size >= MAX_STATEMENTS) return undefined;
    this.uses.set(text, uses);
    if (uses < MIN_USES) return undefined;
    // PostgreSQL truncates names to 63 characters.
    const digest = createHash("sha256").update(text).digest("base64url");
    const name = VALUE_DEPENDENT.test(text) ? undefined : `${digest}_${String(this.generation)}`;
    this.names.set(text, name);
    return name;
  }

  /** Renames every statement, so that the outdated prepared ones are not used again. */
  renew(): void {
    this.generation += 1;
    this.names.clear();
  }
}

const statements = new StatementNames();

/**
 * A client that prepares every statement with parameters, TypeORM's included: PostgreSQL parses, and mostly plans, it
 * once per connection, which halves the cost of short statements. PostgreSQL still plans for each set of values where a
 * generic plan would be worse (plan_cache_mode = auto).
 *
 * Saves half of PostgreSQL's CPU time for a reserve and release, 9 instead of 18 ms (`npm run lab -- bench --only reserve`
 * with and without, on a busy machine; docs/decisions/0057).
 *
 * The connection is closed if the server does not respond for longer than `statement_timeout`: TCP alone detects a lost
 * machine after 15 minutes, and a hanging one never.
 */
export class PreparingClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const { connection } = this as unknown as { readonly connection: EventEmitter & { readonly stream: Socket } };
    connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === PLAN_OUTDATED) statements.renew();
    });
    const { statement_timeout: longest } = config;
    if (longest === undefined || longest === false || longest === 0) return;
    this.once("connect", () => {
      const { stream } = connection;
      // Not setTimeout's callback, which runs once: an idle connection times out many times.
      stream.setTimeout(longest + GRACE_MS).on("timeout", () => {
        const { readyForQuery: isIdle } = this as unknown as { readonly readyForQuery: boolean };
        if (!isIdle) stream.destroy();
      });
    });
  }
}

// `query` has overloads that a class cannot override without `any`.
const parent = pg.Client.prototype as unknown as { readonly query: Query };
Object.defineProperty(PreparingClient.prototype, "query", {
  value: function (this: pg.Client, text: unknown, values: unknown, ...rest: readonly unknown[]): unknown {
    const statement =
      typeof text === "string" && Array.isArray(values) && values.length > 0 ? statements.of(text) : undefined;
    return statement === undefined
      ? parent.query.call(this, text, values, ...rest)
      : parent.query.call(this, { ...statement, values }, ...rest);
  },
});
