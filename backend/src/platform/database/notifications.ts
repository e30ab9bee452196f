import { Logger } from "@nestjs/common";
import pg from "pg";
import { describeError, ThrottledLog } from "../log/log.js";

/** Pause before reconnecting, in ms. */
const RECONNECT_MS = 1_000;
/** Query timeout on the listening connection, in ms. A timeout counts as a lost connection. */
const QUERY_MS = 5_000;

/**
 * Listens for PostgreSQL's notifications on a dedicated connection. Notifications are lost while it is down, so callers
 * must also poll. After each (re)connection every handler is called once, without a payload.
 */
export class Notifications {
  private readonly quiet = new ThrottledLog(new Logger("Notifications"));
  private client: pg.Client | undefined;
  /** The client, once LISTEN has succeeded. */
  private listening: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  /**
   * @param databaseUrl without a pooler in transaction mode, which forgets a LISTEN
   * @param handlers channel → handler of its notifications
   */
  constructor(
    private readonly databaseUrl: string,
    private readonly handlers: Readonly<Record<string, (payload: string | undefined) => void>>,
  ) {}

  start(): void {
    void this.connect();
  }

  /**
   * Runs a query on the listening connection, without waiting for the pool. Notifications sent before the query ran have
   * been handled when it resolves.
   *
   * @param statement prepared under its name
   * @returns undefined if the connection is down or was lost during the query
   */
  async query<Row extends object>(statement: {
    readonly name: string;
    readonly text: string;
    readonly values: unknown[];
  }): Promise<Row[] | undefined> {
    const client = this.listening;
    if (client === undefined) return undefined;
    try {
      return (await client.query<Row>(statement)).rows;
    } catch (error) {
      this.lost(client, error);
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    const client = this.client;
    this.client = undefined;
    this.listening = undefined;
    // Closing a broken connection fails, and is not needed.
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: "sakhi-bazaar notifications",
      connectionTimeoutMillis: 5_000,
      query_timeout: QUERY_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    this.client = client;
    client.on("error", (error) => {
      this.lost(client, error);
    });
    client.on("end", () => {
      this.lost(client);
    });
    client.on("notification", ({ channel, payload }) => this.handlers[channel]?.(payload));
    try {
      await client.connect();
      for (const channel of Object.keys(this.handlers)) await client.query(`LISTEN ${channel}`);
      if (this.client === client) this.listening = client;
      for (const handler of Object.values(this.handlers)) handler(undefined);
    } catch (error) {
      this.lost(client, error);
    }
  }

  private lost(client: pg.Client, error?: unknown): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    this.listening = undefined;
    this.quiet.warn(`connection lost, reconnecting${error === undefined ? "" : `: ${describeError(error)}`}`);
    void client.end().catch(() => undefined);
    this.retry = setTimeout(() => {
      void this.connect();
    }, RECONNECT_MS);
  }
}
