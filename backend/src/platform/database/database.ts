import { setTimeout as delay } from "node:timers/promises";
import { Injectable, Logger } from "@nestjs/common";
import { DataSource, type EntityManager, type Repository } from "typeorm";
import type { Pool } from "pg";
import { describeError, QuietLog } from "../log/log.js";
import { type EntityClass, entityRows } from "./columns.js";
import { PLAN_OUTDATED } from "./preparing-client.js";

/** A transaction under way; everything that must commit together is given the same one. */
export type Tx = EntityManager;

/** A notification of PostgreSQL. */
export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

const NOTIFY = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notice(channel, payload)";

/** Between two statements that notify, in ms: each wakes every process that listens, and what comes meanwhile goes along. */
const NOTIFY_EVERY_MS = 20;

/** What a transaction of {@link Database.transaction} is to notify. */
const noticesOfTx = new WeakMap<Tx, Notice[]>();

function noticesOf(tx: Tx): Notice[] {
  return noticesOfTx.get(tx) ?? [];
}

/** Has {@link Database.transaction} notify once `tx` has committed. */
export function notifyAfterCommit(tx: Tx, notice: Notice): void {
  noticesOfTx.set(tx, [...noticesOf(tx), notice]);
}

/** PostgreSQL's words for "try the whole transaction again". */
const RETRYABLE = new Set(["40001", "40P01", PLAN_OUTDATED]);
const MAX_TRIES = 5;

/** PostgreSQL's error code and constraint, if this is an error of PostgreSQL. */
function postgresError(error: unknown): { code: string; constraint?: string } | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const source = "driverError" in error ? error.driverError : error;
  if (typeof source !== "object" || source === null || !("code" in source)) return undefined;
  if (typeof source.code !== "string") return undefined;
  const constraint = "constraint" in source && typeof source.constraint === "string" ? source.constraint : undefined;
  return { code: source.code, constraint };
}

/** Whether the error is a unique violation, optionally of the named index. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  const found = postgresError(error);
  return found?.code === "23505" && (index === undefined || found.constraint === index);
}

/**
 * Transactions in READ COMMITTED, as every connection is opened (data-source.ts), with conditional updates and one order of locks:
 * visitor → stalls ascending → booking → order → coupon → invoice counter.
 */
@Injectable()
export class Database {
  private readonly quiet = new QuietLog(new Logger("Database"));
  /** What is to be notified, by channel and payload; empty while nothing is. */
  private notices = new Map<string, Notice>();
  private notifying = false;

  constructor(private readonly source: DataSource) {}

  private get pool(): Pool {
    return (this.source.driver as unknown as { readonly master: Pool }).master;
  }

  /**
   * Runs `work` in one transaction. Deadlocks and serialization failures are tried again a few times; everything
   * else, unique violations included, is the caller's to understand. `work` may run more than once, so it must
   * change nothing but the database.
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retried(async () => {
      let notices: readonly Notice[] = [];
      const result = await this.source.transaction(async (tx) => {
        const worked = await work(tx);
        notices = noticesOf(tx);
        return worked;
      });
      this.notify(...notices);
      return result;
    });
  }

  /** Opens every connection of the pool: a rush finds them open. @throws pg's errors while the database is away */
  async openAll(): Promise<void> {
    // All at the same time: none may get the connection that another has just released.
    const opening = Array.from({ length: this.pool.options.max }, () => this.pool.connect());
    for (const opened of await Promise.allSettled(opening)) if (opened.status === "fulfilled") opened.value.release();
    await Promise.all(opening);
  }

  /**
   * Notifies who listens, at once or 20 ms after the last time, and without anybody waiting for it. Not inside the
   * transaction it is about ({@link notifyAfterCommit}): PostgreSQL lets no two transactions that notify commit at the
   * same moment. A notice can be lost, as any notification, so a listener also looks by itself.
   */
  notify(...notices: readonly Notice[]): void {
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
        await this.atOnce(NOTIFY, columns);
      } catch (error) {
        this.quiet.warn(`cannot notify: ${describeError(error)}`);
      }
      await delay(NOTIFY_EVERY_MS, undefined, { ref: false });
    }
    // In the same step as the last look at the notices: none that comes now is left behind.
    this.notifying = false;
  }

  /** One statement outside a transaction of ours; `Row` is what the caller knows of its columns. */
  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const rows: unknown = await this.source.query(sql, parameters);
    return rowsOf<Row>(rows);
  }

  /**
   * One statement that is a transaction by itself, for what is asked thousands of times a minute. Deadlocks and serialization failures are tried again as in {@link transaction}. Columns
   * keep their names, and values are as the driver reads them.
   */
  async atOnce<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    // TypeORM's own query makes a query runner each time.
    return retried(async () => (await this.pool.query<Row & object>(sql, values)).rows);
  }

  /** As {@link atOnce}, with its rows mapped by the entity; see {@link readIn}. */
  async readAtOnce<Row extends object>(entity: EntityClass, sql: string, values: unknown[]): Promise<Row[]> {
    return entityRows<Row>(this.source, entity, await this.atOnce<object>(sql, values));
  }

  /** One statement, inside `tx` or outside a transaction, its rows mapped by the entity; see {@link readIn}. */
  read<E extends object>(entity: EntityClass<E>, sql: string, parameters?: unknown[], tx?: Tx): Promise<E[]>;
  read<Row extends object>(entity: EntityClass, sql: string, parameters?: unknown[], tx?: Tx): Promise<Row[]>;
  read<Row extends object>(entity: EntityClass, sql: string, parameters?: unknown[], tx?: Tx): Promise<Row[]> {
    return readIn<Row>(tx ?? this.source.manager, entity, sql, parameters);
  }

  /** TypeORM's repository of an entity, for plain reads and writes outside a transaction. */
  of<E extends object>(entity: EntityClass<E>): Repository<E> {
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
 * Rows of a raw statement inside a transaction, mapped by the entity: names are its properties, values as its
 * repository reads them. For other rows than the whole entity, the caller says what they are:
 * `readIn<Pick<BookingEntity, "id"> & { expired: boolean }>(tx, BookingEntity, "SELECT id, … AS expired …")`.
 */
export function readIn<E extends object>(
  tx: Tx,
  entity: EntityClass<E>,
  sql: string,
  parameters?: unknown[],
): Promise<E[]>;
export function readIn<Row extends object>(
  tx: Tx,
  entity: EntityClass,
  sql: string,
  parameters?: unknown[],
): Promise<Row[]>;
export async function readIn<Row extends object>(
  tx: Tx,
  entity: EntityClass,
  sql: string,
  parameters?: unknown[],
): Promise<Row[]> {
  return entityRows<Row>(tx.dataSource, entity, await rows<object>(tx, sql, parameters));
}

/**
 * Rows of a raw statement inside a transaction. TypeORM answers UPDATE and DELETE as [rows, count] and the rest as
 * rows; this gives the rows of both.
 */
export async function rows<Row>(tx: Tx, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  const result: unknown = await tx.query(sql, parameters);
  return rowsOf<Row>(result);
}

function rowsOf<Row>(result: unknown): Row[] {
  if (!Array.isArray(result)) return [];
  if (result.length === 2 && Array.isArray(result[0]) && typeof result[1] === "number") return result[0] as Row[];
  return result as Row[];
}
