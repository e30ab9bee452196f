import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestProcess } from "./processes.js";
import type { TestProcessOptions } from "./processes.js";
import { eventually } from "./until.js";

/** How `npm start` runs PostgreSQL. */
interface Postgres<Home> {
  postgresHome(folder: string): Promise<Home>;
  createCluster(home: Home, password: string): Promise<void>;
  postgresPlan(home: Home, options: object): TestProcessOptions;
  databaseUrl(port: number, password: string, database: string): string;
  removePostgres(folder: string): Promise<void>;
}

const PASSWORD = "tests-only";
const SETTINGS = ["fsync=off", "max_connections=150"];

/** A dedicated PostgreSQL server, for tests that kill it. Its data survives. */
export class PostgresServer {
  private server: TestProcess | undefined;

  private constructor(
    /** URL of the superuser, on the database `postgres`. */
    readonly url: string,
    private readonly plan: TestProcessOptions,
    /** Stops it and deletes its data. */
    readonly remove: () => Promise<void>,
  ) {}

  /** Initializes the data folder and starts the server. */
  static async create(port: number): Promise<PostgresServer> {
    const scripts = new URL("../../scripts/lib/postgres.mjs", import.meta.url);
    const postgres = (await import(scripts.href)) as Postgres<unknown>;
    const folder = mkdtempSync(join(tmpdir(), "sakhi-postgres-"));
    chmodSync(folder, 0o755);
    const home = await postgres.postgresHome(folder);
    await postgres.createCluster(home, PASSWORD);
    const options = { port, password: PASSWORD, log: join(folder, "log"), settings: SETTINGS };
    const url = postgres.databaseUrl(port, PASSWORD, "postgres");
    const server = new PostgresServer(url, postgres.postgresPlan(home, options), async () => {
      await server.kill();
      await postgres.removePostgres(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });
    await server.start();
    return server;
  }

  /** Starts it with its existing data; resolves when it accepts connections. */
  async start(): Promise<void> {
    // Right after a kill, backends may still hold the shared memory: the server then exits, and is started again.
    await eventually("PostgreSQL to start", async () => {
      this.server = new TestProcess(this.plan);
      await this.server.start();
      return true;
    });
  }

  /** kill -9 of the postmaster: its backends send 57P01 to their clients and exit. */
  async kill(): Promise<void> {
    await this.server?.kill();
  }
}
