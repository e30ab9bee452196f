import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestProcess } from "./processes.js";
import type { TestProcessOptions } from "./processes.js";
import { eventually } from "./until.js";

/** How `npm start` runs PostgreSQL. */
interface Postgres<Home extends { readonly data: string }> {
  postgresHome(folder: string): Promise<Home>;
  createCluster(home: Home, password: string): Promise<void>;
  postgresPlan(home: Home, options: object): TestProcessOptions;
  databaseUrl(port: number, password: string, database: string): string;
  removePostgres(folder: string): Promise<void>;
}

const PASSWORD = "tests-only";
const SETTINGS = ["fsync=off", "max_connections=150"];

/** Whether tests can mount a small file system, which vanishes with its process: as root, on most machines of Linux. */
export const CAN_MOUNT =
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["--mount", "--propagation", "private", "mount", "-t", "tmpfs", "tests", "/mnt"]).status === 0;

/** Puts the tables of a data folder ($1) on a small file system ($2: its size), and runs the server. Its log of changes stays. */
const ON_SMALL_DISK =
  'mount -t tmpfs -o size=$2 tests "$1.disk" && cp -a "$1/base/." "$1.disk" && mount --bind "$1.disk" "$1/base" && shift 2 && exec "$@"';

/** A dedicated PostgreSQL server, for tests that kill it. Its data survives, unless its disk is small. */
export class PostgresServer {
  private server: TestProcess | undefined;

  private constructor(
    /** URL of the superuser, on the database `postgres`. */
    readonly url: string,
    private readonly plan: TestProcessOptions,
    /** Stops it and deletes its data. */
    readonly remove: () => Promise<void>,
    private readonly data: string,
  ) {}

  /** Folder of its tables, which this process can read and fill where they are on a small disk. */
  get tables(): string {
    return `/proc/${this.server?.pid ?? 0}/root${this.data}/base`;
  }

  /** Initializes the data folder and starts the server. @param diskBytes size of the disk with its tables, if {@link CAN_MOUNT} */
  static async create(port: number, diskBytes?: number): Promise<PostgresServer> {
    const scripts = new URL("../../scripts/lib/postgres.mjs", import.meta.url);
    const postgres = (await import(scripts.href)) as Postgres<{ readonly data: string }>;
    const folder = mkdtempSync(join(tmpdir(), "sakhi-postgres-"));
    chmodSync(folder, 0o755);
    const home = await postgres.postgresHome(folder);
    await postgres.createCluster(home, PASSWORD);
    const options = { port, password: PASSWORD, log: join(folder, "log"), settings: SETTINGS };
    const url = postgres.databaseUrl(port, PASSWORD, "postgres");
    const plan = postgres.postgresPlan(home, options);
    if (diskBytes !== undefined) mkdirSync(`${home.data}.disk`);
    const server = new PostgresServer(
      url,
      diskBytes === undefined ? plan : onSmallDisk(plan, home.data, diskBytes),
      async () => {
        await server.kill();
        await postgres.removePostgres(folder);
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      },
      home.data,
    );
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

function onSmallDisk(plan: TestProcessOptions, data: string, bytes: number): TestProcessOptions {
  const args = ["-c", ON_SMALL_DISK, "sh", data, String(bytes), plan.command, ...plan.args];
  return { ...plan, command: "unshare", args: ["--mount", "--propagation", "private", "sh", ...args] };
}
