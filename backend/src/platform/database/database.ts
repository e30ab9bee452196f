import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import type { Pool, PoolClient } from "pg";
import {
  DataSource,
  type EntityManager,
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  type Repository,
} from "typeorm";
import { describeError, ThrottledLog } from "../log/log.js";
import { type EntityClass, entityRows } from "./columns.js";
import {
  causeOf,
  forgetCauses,
  numbered,
  PLAN_OUTDATED,
  runStatement,
  type Statement,
  type Typed,
  type Values,
} from "./statements.js";

/** An open transaction; pass the same one to everything that must commit together. */
export type Tx = EntityManager;

/** A statement, with or without a name. */
type Sql = string | Statement;

/** A statement's parameters: by their names in it (`:bookingId`), or in the order of `$1`, `$2`, … */
type Parameters = unknown[] | Values;

/** A notification for PostgreSQL's NOTIFY. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}

const NOTIFY: Statement = {
  name: "notify",
  text: "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice(channel, payload)",
};

/** Pause between two NOTIFY statements, in ms. Each wakes every listening process, so notices are batched. */
const NOTIFY_INTERVAL_MS = 20;

/** Notices to send once a transaction of {@link Database.transaction} has committed. */
const noticesOfTx = new WeakMap<Tx, Notification[]>();

/** The connection of each transaction of {@link Database.transaction}; "ended" once COMMIT or ROLLBACK was sent. */
const connections = new WeakMap<Tx, PoolClient | "ended">();

const ENDED = "The transaction has ended.";

function noticesOf(tx: Tx): Notification[] {
  return noticesOfTx.get(tx) ?? [];
}

/** Queues a notice that {@link Database.transaction} sends after `tx` commits. */
export function notifyAfterCommit(tx: Tx, notice: Notification): void {
  noticesOfTx.set(tx, [...noticesOf(tx), notice]);
}

/** SQLSTATEs after which the whole transaction is retried: serialization failure, deadlock, outdated plan. */
const RETRYABLE = new Set(["40001", "40P01", PLAN_OUTDATED]);
const MAX_TRIES = 5;

/** Rows of {@link Database.batches} in memory at once. */
const BATCH_SIZE = 200;
/** Idle timeout of its transaction, in ms: closes the connection of a reader that stalls. */
const BATCH_IDLE_MS = 60_000;

/** SQLSTATE and constraint of an error; undefined for errors that are not PostgreSQL's. */
function postgresError(error: unknown): { code: string; constraint?: string } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const source = "driverError" in error ? error.driverError : error;
  if (typeof source !== "object" || source === null || !("code" in source)) return undefined;
  if (typeof source.code !== "string") return undefined;
  const constraint = "constraint" in source && typeof source.constraint === "string" ? source.constraint : undefined;
  return { code: source.code, constraint };
}

/** True for a unique violation, optionally of the named index. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const found = postgresError(error);
  return found?.code === "23505" && (index === undefined || found.constraint === index);
}

/** The order in which every transaction locks, networks and stalls ascending. Read off the statements by `lock-order.spec.ts`. */
export const LOCK_ORDER = ["networks", "visitor", "stalls", "bookings", "order", "coupon", "invoice counter"] as const;

/**
 * Transactions run in READ COMMITTED (set per connection in data-source.ts), use conditional updates, and take locks in
 * one order ({@link LOCK_ORDER}).
 */
@Injectable()
export class Database {
  private readonly quiet = new ThrottledLog(new Logger("Database"));
  /** Notices waiting to be sent, deduplicated by channel and payload. */
  private notices = new Map<string, Notification>();
  private notifying = false;

  constructor(private readonly source: DataSource) {}

  private get pool(): Pool {
    return (this.source.driver as unknown as { readonly master: Pool }).master;
  }

  /**
   * Runs `work` in one transaction. Deadlocks and serialization failures are retried up to 5 times; every other error,
   * unique violations included, is thrown. `work` may run more than once, so it must change nothing but the database.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retried(async () => {
      let notices: readonly Notification[] = [];
      const result = await this.committed(async (tx) => {
        const worked = await work(tx);
        notices = noticesOf(tx);
        return worked;
      });
      this.notify(...notices);
      return result;
    });
  }

  /**
   * TypeORM's own `transaction`, but BEGIN is sent together with the first statement of `work`: a round trip less for every
   * transaction. BEGIN fails only with its connection, and then every statement after it does.
   */
  private async committed<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.source.createQueryRunner();
    const { manager: tx } = runner;
    /** Nothing may follow COMMIT or ROLLBACK: it would stand alone, or in another transaction. */
    const end = (): void => {
      connections.set(tx, "ended");
      runner.query = () => Promise.reject(new Error(ENDED));
    };
    try {
      const client = (await runner.connect()) as PoolClient;
      connections.set(tx, client);
      forgetCauses(client);
      gather(client);
      const opened = client.query("START TRANSACTION");
      // Awaited below, after what may fail before it.
      opened.catch(() => undefined);
      // As TypeORM's own does: its repositories then begin none of theirs, and a transaction inside is a savepoint.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      try {
        const worked = await work(tx);
        await opened;
        end();
        const { command } = await client.query("COMMIT");
        // PostgreSQL's answer if a statement has failed and nobody heard of it.
        if (command !== "COMMIT") throw new Error(`The transaction was not committed: ${command}`);
        return worked;
      } catch (error) {
        end();
        // After the statements that are still under way: they were sent before it.
        await client.query("ROLLBACK").catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  /** Opens every connection of the pool ahead of a burst. @throws pg's errors while the database is unreachable */
  async openAll(): Promise<void> {
    // All at once: otherwise a call could reuse a connection that was just released.
    const opening = Array.from({ length: this.pool.options.max }, () => this.pool.connect());
    for (const opened of await Promise.allSettled(opening)) if (opened.status === "fulfilled") opened.value.release();
    await Promise.all(opening);
  }

  /**
   * Sends notices in the background, immediately or 20 ms after the previous batch. Never call NOTIFY inside a
   * transaction (use {@link notifyAfterCommit}): PostgreSQL serializes the commits of transactions that notify.
   * Notices can be lost, so listeners also poll.
   */
  notify(...notices: readonly Notification[]): void {
    for (const notice of notices) this.notices.set(`${notice.channel} ${notice.payload}`, notice);
    if (!this.notifying) void this.sendNotices();
  }

  private async sendNotices(): Promise<void> {
    this.notifying = true;
    while (this.notices.size > 0) {
      const notices = [...this.notices.values()];
      this.notices = new Map();
      const columns = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)];
      try {
        await this.queryAutocommit(NOTIFY, columns);
      } catch (error) {
        this.quiet.warn(`cannot send notifications: ${describeError(error)}`);
      }
      await delay(NOTIFY_INTERVAL_MS, undefined, { ref: false });
    }
    // In the same tick as the last check of `notices`: none can be added in between.
    this.notifying = false;
  }

  /** Runs one statement outside a transaction. The caller asserts the shape of `Row`; {@link select} derives it. */
  async query<Row>(sql: string, parameters: Parameters = []): Promise<Row[]> {
    const rows: unknown = await this.source.query(...positional(sql, parameters));
    return rowsOf<Row>(rows);
  }

  /**
   * Runs a named statement as its own transaction, with little overhead, for calls made thousands of times a minute.
   * Deadlocks and serialization failures are retried as in {@link transaction}. Rows are returned as the driver reads
   * them, with the columns' own names.
   */
  async queryAutocommit<Row extends object>(statement: Statement, parameters: Parameters): Promise<Row[]> {
    const [numberedStatement, values] = positional(statement, parameters);
    // TypeORM's own query creates a query runner each time.
    return retried(() => runStatement<Row>(this.pool, numberedStatement, values));
  }

  /**
   * Runs one statement, inside `tx` if given; outside, a named one as {@link queryAutocommit} does. Its rows have the type of
   * its select lists.
   */
  async select<Row extends object>(statement: Typed<Row>, values: Values, tx?: Tx): Promise<Row[]> {
    return entityRows<Row>(this.source, statement.entity, await this.raw(sqlOf(statement), values, tx));
  }

  /** Like {@link select}, with rows mapped by the entity, whose shape the caller asserts; see {@link readIn}. */
  read<E extends object>(entity: EntityClass<E>, sql: Sql, parameters?: Parameters, tx?: Tx): Promise<E[]>;
  read<Row extends object>(entity: EntityClass, sql: Sql, parameters?: Parameters, tx?: Tx): Promise<Row[]>;
  async read<Row extends object>(entity: EntityClass, sql: Sql, parameters: Parameters = [], tx?: Tx): Promise<Row[]> {
    return entityRows<Row>(this.source, entity, await this.raw(sql, parameters, tx));
  }

  /**
   * Rows of a statement in batches, from one snapshot. A database cursor keeps memory bounded. The connection is released when
   * the reader finishes or leaves.
   *
   * @param entity as of {@link read}; without one, rows are as the driver reads them
   */
  async *batches<Row extends object>(
    sql: string,
    parameters: Parameters = [],
    entity?: EntityClass,
  ): AsyncGenerator<Row[], void, undefined> {
    const [text, values] = positional(sql, parameters);
    const connection = this.source.createQueryRunner();
    try {
      await connection.startTransaction("REPEATABLE READ");
      await connection.query(`SET LOCAL idle_in_transaction_session_timeout = ${BATCH_IDLE_MS}`);
      await connection.query("SET TRANSACTION READ ONLY");
      await connection.query(`DECLARE batches NO SCROLL CURSOR FOR ${text}`, values);
      for (;;) {
        const raw = (await connection.query(`FETCH ${BATCH_SIZE} FROM batches`)) as Row[];
        if (raw.length > 0) yield entity === undefined ? raw : entityRows<Row>(this.source, entity, raw);
        if (raw.length < BATCH_SIZE) break;
      }
    } finally {
      // Read-only: a failed rollback on a lost connection loses nothing.
      if (connection.isTransactionActive) await connection.rollbackTransaction().catch(() => undefined);
      await connection.release();
    }
  }

  /** Number of rows of a statement. */
  async count(sql: string, parameters: Parameters = []): Promise<number> {
    const [found] = await this.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM (${sql}) counted`,
      parameters,
    );
    return found?.count ?? 0;
  }

  private raw(sql: Sql, parameters: Parameters, tx?: Tx): Promise<object[]> {
    if (tx === undefined && typeof sql === "object") return this.queryAutocommit<object>(sql, parameters);
    return rows<object>(tx ?? this.source.manager, sql, parameters);
  }

  /** The TypeORM repository of an entity, for plain reads and writes outside a transaction. */
  repository<E extends object>(entity: EntityClass<E>): Repository<E> {
    return this.source.getRepository(entity);
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRYABLE.has(postgresError(error)?.code ?? "")) throw error;
    }
  }
}

/**
 * Rows of a raw statement inside a transaction, mapped by the entity: property names, and values as its repository
 * reads them. For other rows than whole entities, pass their type:
 * `readIn<Pick<BookingEntity, "id"> & { expired: boolean }>(tx, BookingEntity, "SELECT id, … AS expired …")`.
 */
export function readIn<E extends object>(
  tx: Tx,
  entity: EntityClass<E>,
  sql: Sql,
  parameters?: Parameters,
): Promise<E[]>;
export function readIn<Row extends object>(
  tx: Tx,
  entity: EntityClass,
  sql: Sql,
  parameters?: Parameters,
): Promise<Row[]>;
export async function readIn<Row extends object>(
  tx: Tx,
  entity: EntityClass,
  sql: Sql,
  parameters?: Parameters,
): Promise<Row[]> {
  return entityRows<Row>(tx.dataSource, entity, await rows<object>(tx, sql, parameters));
}

/**
 * Rows of a raw statement inside a transaction.
 *
 * Statements that do not need each other's result may be sent together, `Promise.all([rows(…), rows(…)])`: one round trip for
 * all. They are sent when they are called, so in the order of the list, and PostgreSQL runs them one after another, each with
 * what the ones before it did, locks included; after one that fails, the others fail with its error. Of a function in the list only
 * the statements before its first `await` are: a later one comes after the list, so it must not lock what the list's order
 * would forbid. Not those of TypeORM's repositories, which reach the connection later.
 */
export async function rows<Row>(tx: Tx, sql: Sql, parameters: Parameters = []): Promise<Row[]> {
  const [statement, values] = positional(sql, parameters);
  const connection = connections.get(tx);
  if (connection === "ended") throw new Error(ENDED);
  if (connection !== undefined) return send(tx, connection, statement, values);
  if (typeof statement === "object") return runStatement<Row & object>(await connectionOf(tx), statement, values);
  const result: unknown = await tx.query(statement, values);
  return rowsOf<Row>(result);
}

/** Sends a statement now: nothing is awaited before. */
async function send<Row>(tx: Tx, connection: PoolClient, statement: Sql, values: unknown[]): Promise<Row[]> {
  // The connection was lost, and belongs to nobody.
  if (tx.queryRunner?.isReleased === true) throw new QueryRunnerAlreadyReleasedError();
  gather(connection);
  try {
    if (typeof statement === "object") return await runStatement<Row & object>(connection, statement, values);
    return (await connection.query<Row & object>(statement, values)).rows;
  } catch (error) {
    const cause = causeOf(connection, error);
    throw typeof statement === "object" ? cause : new QueryFailedError(statement, values, cause as Error);
  }
}

/**
 * Sends what is written to the connection now once everything that can run has run: statements that are sent together are one
 * packet, and PostgreSQL's process is not woken for each.
 */
function gather(client: PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function sqlOf({ name, text }: Typed<object>): Sql {
  return name === undefined ? text : { name, text };
}

/** A statement with numbered parameters. */
function positional<S extends Sql>(sql: S, parameters: Parameters): [statement: S, values: unknown[]];
function positional(sql: Sql, parameters: Parameters): [statement: Sql, values: unknown[]] {
  if (Array.isArray(parameters)) return [sql, parameters];
  if (typeof sql === "string") {
    const { text, values } = numbered(sql, parameters);
    return [text, values];
  }
  const { text, values } = numbered(sql.text, parameters);
  return [{ name: sql.name, text }, values];
}

/** The connection of a transaction that TypeORM has started, for what it cannot do: name a statement. */
async function connectionOf({ queryRunner }: Tx): Promise<PoolClient> {
  if (queryRunner === undefined) throw new Error("A named statement needs an open transaction.");
  // The connection outlives its transaction, in the hands of another one.
  if (queryRunner.isReleased) throw new QueryRunnerAlreadyReleasedError();
  return (await queryRunner.connect()) as PoolClient;
}

/** The database's clock now, by which all deadlines and documents count. */
export async function readClock(tx: Tx): Promise<Date> {
  const [clock] = await rows<{ now: Date }>(tx, "SELECT clock_timestamp() AS now");
  if (clock === undefined) throw new Error("The database returned no time.");
  return clock.now;
}

function rowsOf<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  if (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === "number") return result[0] as Row[];
  return result as Row[];
}
