import { Logger } from "@nestjs/common";
import pg from "pg";
import { describeError, QuietLog } from "../log/log.js";

/** How long after a lost connection we try again, in ms. */
const RECONNECT_MS = 1_000;
/** Longest a statement on the listening connection may take, in ms: then the connection counts as lost. */
const QUERY_MS = 5_000;

/**
 * Hears PostgreSQL's notifications on a connection of its own. They are a courtesy: while the connection is away they
 * are lost, so a listener must also look by itself now and then. Every handler is called once after each
 * (re)connection for what was missed.
 */
export class Notifications {
  private readonly quiet = new QuietLog(new Logger("Notifications"));
  private client: pg.Client | undefined;
  /** The client, once it listens. */
  private listening: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param handlers channel → what to do when it is notified; the payload is handed over */
  constructor(
    private readonly databaseUrl: string,
    private readonly handlers: Readonly<Record<string, (payload: string | undefined) => void>>,
  ) {}

  start(): void {
    void this.connect();
  }

  /**
   * Asks on the listening connection, which waits for no connection of a pool. Whatever was notified before the answer
   * was made has been handled when it arrives.
   *
   * @param statement prepared under its name
   * @returns undefined where there is no connection now, or it was lost meanwhile
   */
  async query<Row extends object>(statement: {
    readonly name: string;
    readonly text: string;
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
    // A connection already broken cannot be ended, and need not be.
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
    this.quiet.warn(`lost the connection${error === undefined ? "" : `: ${describeError(error)}`}`);
    void client.end().catch(() => undefined);
    this.retry = setTimeout(() => {
      void this.connect();
    }, RECONNECT_MS);
  }
}
