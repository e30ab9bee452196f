import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";
import pg from "pg";
import { required } from "./database.js";
import { TestProcess } from "./processes.js";
import { eventually } from "./until.js";

/** How `npm test` runs PostgreSQL: folder of its binaries, prefix of each command, and user. */
interface PostgresRun {
  readonly bin: string;
  readonly prefix: readonly string[];
  readonly user: { readonly uid?: number; readonly gid?: number };
}

const PASSWORD = "tests-only";

/** A dedicated PostgreSQL server, for tests that kill it. Its data survives. */
export class PostgresServer {
  /** URL of the superuser, on the database `postgres`. */
  readonly url: string;
  private server: TestProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly run: PostgresRun,
  ) {
    this.url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  }

  /** Initializes the data folder and starts the server. */
  static async create(port: number): Promise<PostgresServer> {
    const run = JSON.parse(required("POSTGRES_RUN")) as PostgresRun;
    const folder = mkdtempSync(join(tmpdir(), "sakhi-postgres-"));
    chmodSync(folder, 0o755);
    if (run.user.uid !== undefined) chownSync(folder, run.user.uid, run.user.gid ?? 0);
    const server = new PostgresServer(folder, port, run);
    const [command = "", ...args] = [
      ...run.prefix,
      join(run.bin, "initdb"),
      ...[`--pgdata=${server.data}`, "--username=postgres", "--auth=trust", "--no-sync", "--no-instructions"],
      ...["--encoding=UTF8", "--locale=C.UTF-8"],
    ];
    await execa(command, args, { cwd: folder, env: ENVIRONMENT, extendEnv: false, ...run.user });
    await server.start();
    return server;
  }

  /** Starts it with its existing data; resolves when it accepts connections. */
  async start(): Promise<void> {
    // Right after a kill, backends may still hold the shared memory: the server then exits, and is started again.
    await eventually("PostgreSQL to start", async () => {
      this.server = this.process();
      await this.server.start();
      return true;
    });
  }

  /** kill -9 of the postmaster: its backends send 57P01 to their clients and exit. */
  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  private get data(): string {
    return join(this.folder, "data");
  }

  private process(): TestProcess {
    const settings = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      port: String(this.port),
      fsync: "off",
      max_connections: "150",
    };
    const [command = "", ...args] = [
      ...this.run.prefix,
      join(this.run.bin, "postgres"),
      ...["-D", this.data],
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    return new TestProcess({
      name: "PostgreSQL",
      command,
      args,
      env: ENVIRONMENT,
      log: join(this.folder, "log"),
      serves: () => accepts(this.url),
      ...this.run.user,
    });
  }
}

const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };

async function accepts(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
