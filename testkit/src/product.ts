import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { Client, Connection } from "@temporalio/client";
import type { WorkflowHandle } from "@temporalio/client";
import { execa } from "execa";
import pg from "pg";
import { createProcessRoles, createRoles } from "./database-roles.js";
import { required } from "./database.js";
import { HttpVisitor } from "./http-visitor.js";
import { Mailbox } from "./mailbox.js";
import { PaymentSimulator, PROVIDER } from "./payment-simulator.js";
import { freePorts } from "./ports.js";
import { shiftedClock, TestProcess } from "./processes.js";
import { TcpProxy } from "./tcp-proxy.js";
import { TemporalServer } from "./temporal.js";
import { eventually, until } from "./until.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Options of a test's product. */
export interface ProductOptions {
  /** Settings of the product's processes, e.g. HOLD_SECONDS. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts a dedicated Temporal server, for tests that stop it. */
  readonly ownTemporal?: boolean;
  /** URL of a dedicated PostgreSQL server, for tests that stop it. */
  readonly databaseServer?: string;
  /** Folder of another checkout, already built, whose bundles are started; this one's by default. */
  readonly checkout?: string;
  /** Gives each process a database role of its own, and jobs one more for the queue, so that statements are counted by process. */
  readonly ownRoles?: boolean;
}

/** What a command printed, and how it ended. */
export interface CommandResult {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The report of `npm run verify`, as far as tests read it. */
export interface Verification {
  /** 0: all rules hold; 1: a rule is broken; 2: a rule could not be checked. */
  readonly exitCode: number | undefined;
  readonly results: readonly {
    readonly name: string;
    readonly outcome: "holds" | "broken" | "not_checked";
    readonly violations: readonly { readonly id: string; readonly detail: string }[];
    readonly reason?: string;
  }[];
}

/**
 * The whole product as bundled processes: two apis, orchestrator, jobs, payment simulator and mail catcher, with its own
 * database and task queue. `npm test` builds the bundles.
 */
export class TestProduct {
  readonly apis: readonly [TestProcess, TestProcess];
  readonly orchestrator: TestProcess;
  readonly jobs: TestProcess;
  /** Base URLs of the two api processes. */
  readonly sites: readonly [string, string];
  readonly payments: PaymentSimulator;
  readonly mails: Mailbox;

  private constructor(
    private readonly folder: string,
    private readonly admin: pg.Pool,
    private readonly databaseName: string,
    readonly pool: pg.Pool,
    readonly temporal: TemporalServer | undefined,
    private readonly temporalAddress: string,
    /** The link to the mail server. */
    readonly mailLink: TcpProxy,
    private readonly outside: readonly TestProcess[],
    ports: readonly [number, number],
    addresses: { readonly payments: string; readonly mails: string },
    /** URL of the product's database, as superuser. */
    readonly databaseUrl: string,
    private readonly migrationEnv: Readonly<Record<string, string>>,
    private readonly env: Readonly<Record<string, string>>,
    private readonly checkout: string,
    private readonly processRoles: Readonly<Record<string, string>>,
  ) {
    const urlOf = (name: string) => {
      const url = new URL(env["DATABASE_URL"] ?? "");
      url.username = processRoles[name] ?? url.username;
      url.searchParams.set("application_name", name);
      return url.href;
    };
    const process = (name: string, more: Record<string, string> = {}) => {
      const DATABASE_URL = urlOf(name);
      const own = { ...env, DATABASE_URL, ...more };
      return ownProcess(name.replace(/\d$/, ""), join(folder, `${name}.log`), own, checkout);
    };
    const queue: Record<string, string> =
      processRoles["queue"] === undefined ? {} : { DATABASE_DIRECT_URL: urlOf("queue") };
    this.apis = [process("api1", { PORT: String(ports[0]) }), process("api2", { PORT: String(ports[1]) })];
    this.orchestrator = process("orchestrator");
    this.jobs = process("jobs", queue);
    this.sites = [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`];
    this.payments = new PaymentSimulator(addresses.payments);
    this.mails = new Mailbox(addresses.mails);
  }

  /** Starts everything; resolves when all processes are ready. */
  static async start({
    settings = {},
    ownTemporal = false,
    databaseServer: serverUrl = required("DATABASE_URL"),
    checkout = ROOT,
    ownRoles = false,
  }: ProductOptions = {}): Promise<TestProduct> {
    await requireBundles(checkout);
    const folder = mkdtempSync(join(tmpdir(), "sakhi-product-"));
    const [api1 = 0, api2 = 0, smtp = 0, http = 0, pay = 0, temporalPort = 0] = await freePorts(6);
    const admin = new pg.Pool({ connectionString: serverUrl, max: 1 });
    // A test may kill the server: the next statement reconnects.
    admin.on("error", () => undefined);
    const databaseName = `t_product_${randomBytes(6).toString("hex")}`;
    const database = new URL(serverUrl);
    database.pathname = `/${databaseName}`;
    const urls = await createRoles(admin, database);
    const processRoles = ownRoles ? await createProcessRoles(admin, urls.application) : {};
    const temporal = ownTemporal ? new TemporalServer(temporalPort) : undefined;
    const temporalAddress = temporal?.address ?? required("TEMPORAL_ADDRESS");
    const mailLink = await TcpProxy.open(smtp);
    const env = {
      ...baseEnv(),
      ...PROVIDER,
      PUBLIC_URL: `http://127.0.0.1:${api1}`,
      DATABASE_URL: urls.application,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_TASK_QUEUE: databaseName,
      SMTP_URL: `smtp://127.0.0.1:${mailLink.port}`,
      CASHFREE_BASE_URL: `http://127.0.0.1:${pay}/pg`,
      RECORD_DIR: join(folder, "record"),
      COOKIE_SECRET: "a-cookie-secret-for-tests",
      METRICS_TOKEN: "a-metrics-token-for-tests",
      RATE_LIMITS: "off",
      // The machine of the tests is busy with them.
      OVERLOAD: "off",
      ...settings,
    };
    const migrationEnv = { ...env, MIGRATION_DATABASE_URL: urls.owner };
    const { mail, payment } = simulators(folder, { smtp, http, payment: pay }, {}, checkout);
    const product = new TestProduct(
      folder,
      admin,
      databaseName,
      new pg.Pool({ connectionString: database.href, max: 4 }),
      temporal,
      temporalAddress,
      mailLink,
      [mail, payment],
      [api1, api2],
      { payments: `http://127.0.0.1:${pay}`, mails: `http://127.0.0.1:${http}` },
      database.href,
      migrationEnv,
      env,
      checkout,
      processRoles,
    );
    // PostgreSQL terminates idle connections when the database is dropped.
    product.pool.on("error", () => undefined);
    try {
      await product.startAll();
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  /** Lines that our processes logged as errors; no visitor's action may cause one. */
  errors(): string[] {
    return [...this.apis, this.orchestrator, this.jobs]
      .flatMap((each) => each.output().split("\n"))
      .filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"'));
  }

  /** All log lines of our processes. */
  logs(): string {
    return [...this.apis, this.orchestrator, this.jobs].map((each) => each.output()).join("\n");
  }

  private async startAll(): Promise<void> {
    await this.temporal?.start();
    const migrate = ownProcess("migrate", join(this.folder, "migrate.log"), this.migrationEnv, this.checkout);
    await Promise.all([...this.outside.map((each) => each.start()), migrate.runToItsEnd()]);
    await Promise.all([...this.apis, this.orchestrator, this.jobs].map((each) => each.start()));
  }

  /** Task queue of its workflows. */
  get taskQueue(): string {
    return this.databaseName;
  }

  visitor(api: 0 | 1 = 0): HttpVisitor {
    return new HttpVisitor(this.sites[api]);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, parameters)).rows;
  }

  /** Runs `check` with the handle of a booking's workflow. */
  workflow<T>(bookingId: string, check: (handle: WorkflowHandle) => Promise<T>): Promise<T> {
    return this.workflowOf(stallBookingWorkflowId(bookingId), check);
  }

  /** Runs `check` with the handle of a workflow. */
  async workflowOf<T>(workflowId: string, check: (handle: WorkflowHandle) => Promise<T>): Promise<T> {
    const connection = await Connection.connect({ address: this.temporalAddress });
    try {
      return await check(new Client({ connection }).workflow.getHandle(workflowId));
    } finally {
      await connection.close();
    }
  }

  /** Queries a workflow; retries if its worker is too busy to respond. */
  async queryWorkflow<T>(workflowId: string, query: string): Promise<T> {
    const { value } = await eventually(`${workflowId} to respond to ${query}`, async () => ({
      value: await this.workflowOf(workflowId, (handle) => handle.query<T>(query)),
    }));
    return value;
  }

  /**
   * Nudges a workflow to recheck, as the product's own changes do, by repeating its newest nudge. Not as a first nudge, which
   * would not signal an existing run.
   */
  async nudge(workflowId: string): Promise<void> {
    const nudged = await this.query(
      `INSERT INTO outbox (topic, payload)
       SELECT topic, payload - 'begins' - 'ends' FROM outbox WHERE topic = 'workflow' AND payload->>'workflowId' = $1
        ORDER BY id DESC LIMIT 1 RETURNING id`,
      [workflowId],
    );
    if (nudged.length !== 1) throw new Error(`${workflowId} was never nudged`);
    await this.query("SELECT pg_notify('outbox', 'workflow')");
  }

  /** Runs `npm run verify` with these arguments. */
  verify(...args: readonly string[]): Promise<Verification> {
    return runVerify(this.env, ...args);
  }

  /** Runs a bundled command to its end, with the settings of a migration: the owner's role too. */
  command(name: string, ...args: readonly string[]): Promise<CommandResult> {
    return this.ran([process.execPath], name, args);
  }

  /** The same; it can write no file beyond so many bytes, as on a full disk (full-disk.ts). */
  commandWithLimit(bytes: number, name: string, ...args: readonly string[]): Promise<CommandResult> {
    return this.ran(["prlimit", `--fsize=${bytes}`, process.execPath], name, args);
  }

  private async ran(
    [program = "", ...before]: readonly string[],
    name: string,
    args: readonly string[],
  ): Promise<CommandResult> {
    const file = join(ROOT, `backend/dist/bundle/${name}.js`);
    const options = { env: this.migrationEnv, extendEnv: false, reject: false, timeout: 120_000, input: "" } as const;
    const { exitCode, stdout, stderr } = await execa(program, [...before, file, ...args], options);
    return { exitCode, stdout, stderr };
  }

  /** A bundled command that runs until it is stopped, with the settings of a migration. Its connections have its name. */
  longCommand(name: string, ...args: readonly string[]): TestProcess {
    const DATABASE_URL = `${this.migrationEnv["DATABASE_URL"]}?application_name=${name}`;
    const { options } = ownProcess(name, join(this.folder, `${name}.log`), { ...this.migrationEnv, DATABASE_URL });
    return new TestProcess({ ...options, args: [...options.args, ...args] });
  }

  /** Runs `npm run recover` with these arguments. */
  async recover(
    ...args: readonly string[]
  ): Promise<{ readonly exitCode: number | undefined; readonly output: string }> {
    const command = [join(ROOT, "backend/dist/bundle/recover.js"), ...args];
    const options = { env: this.env, extendEnv: false, reject: false, timeout: 300_000, all: true } as const;
    const { exitCode, all } = await execa(process.execPath, command, options);
    return { exitCode, output: all };
  }

  /** Creates the database in which drills restore, as roles.sql does. */
  async createDrillDatabase(): Promise<void> {
    await this.admin.query(`CREATE DATABASE ${this.databaseName}_drill OWNER ${this.databaseName}_owner`);
  }

  /** Copies the database while all processes are stopped; they run again afterwards. */
  async backUp(): Promise<void> {
    await this.withoutProcesses(async () => {
      await this.admin.query(`DROP DATABASE IF EXISTS ${this.databaseName}_backup WITH (FORCE)`);
      await this.admin.query(`CREATE DATABASE ${this.databaseName}_backup TEMPLATE ${this.databaseName}`);
    });
  }

  /**
   * Loses the database, as with its disk, and puts the copy in its place; provider, mails and the record's folder keep what
   * they have.
   *
   * @param alsoLost `temporal`: its data too, as if it were on the same disk
   */
  async loseAndRestore(alsoLost?: "temporal"): Promise<void> {
    await this.withoutProcesses(async () => {
      if (alsoLost === "temporal") await this.loseTemporal();
      await this.admin.query(`DROP DATABASE ${this.databaseName} WITH (FORCE)`);
      await this.admin.query(
        `CREATE DATABASE ${this.databaseName} TEMPLATE ${this.databaseName}_backup OWNER ${this.databaseName}_owner`,
      );
    });
  }

  /**
   * Loses the database and what `loseMore` removes, and restores the newest backup into an empty database, with the product's
   * own command.
   *
   * @returns what the command printed
   */
  async loseAndRestoreBackup(loseMore: () => void, alsoLost?: "temporal"): Promise<string> {
    let printed = "";
    await this.loseDatabase(async () => {
      if (alsoLost === "temporal") await this.loseTemporal();
      loseMore();
      const { exitCode, stdout, stderr } = await this.command("restore");
      printed = `${stdout}\n${stderr}`;
      if (exitCode !== 0) throw new Error(`restore ended with ${exitCode}: ${printed}`);
    });
    return printed;
  }

  /** Stops the processes, and puts an empty database in the place of theirs; they run again after `work`. */
  async loseDatabase(work: () => Promise<void>): Promise<void> {
    await this.withoutProcesses(async () => {
      await this.admin.query(`DROP DATABASE ${this.databaseName} WITH (FORCE)`);
      await this.admin.query(`CREATE DATABASE ${this.databaseName} OWNER ${this.databaseName}_owner`);
      await work();
    });
  }

  private async loseTemporal(): Promise<void> {
    await this.temporal?.kill();
    this.temporal?.wipe();
    await this.temporal?.start();
  }

  private async withoutProcesses(work: () => Promise<void>): Promise<void> {
    const processes = [...this.apis, this.orchestrator, this.jobs];
    await Promise.all(processes.map((each) => each.kill()));
    const others = "pid <> pg_backend_pid() AND datname LIKE $1";
    await this.admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`, [
      `${this.databaseName}%`,
    ]);
    await until("the database to be left alone", async () => {
      const { rows } = await this.admin.query(`SELECT FROM pg_stat_activity WHERE ${others}`, [
        `${this.databaseName}%`,
      ]);
      return rows.length === 0;
    });
    await work();
    await Promise.all(processes.map((each) => each.start()));
  }

  /** Waits until outbox, webhooks, mails and PDFs are all processed. */
  async whenQuiet(limitMs?: number): Promise<void> {
    // Releases that the lab measures beside this one may lack the time when a mail is due.
    const isQuiet = async (): Promise<boolean> => {
      const [left] = await this.query<{ count: string }>(
        `SELECT (SELECT count(*) FROM outbox WHERE relayed_at IS NULL)
              + (SELECT count(*) FROM webhook_inbox WHERE handled_at IS NULL)
              + (SELECT count(*) FROM mails m WHERE state <> 'sent' AND coalesce((to_jsonb(m) ->> 'due_at')::timestamptz <= clock_timestamp(), true))
              + (SELECT count(*) FROM invoices WHERE pdf IS NULL) AS count`,
      );
      return Number(left?.count) === 0;
    };
    await until("outbox, webhooks and mails to be done", isQuiet, limitMs);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, this.orchestrator, this.jobs].map((each) => each.stop()));
    await Promise.all(this.outside.map((each) => each.stop()));
    await this.mailLink.close();
    await this.temporal?.remove();
    await this.pool.end();
    await this.admin.query(`DROP DATABASE ${this.databaseName} WITH (FORCE)`);
    for (const copy of ["backup", "drill"])
      await this.admin.query(`DROP DATABASE IF EXISTS ${this.databaseName}_${copy} WITH (FORCE)`);
    const roles = [...Object.values(this.processRoles), `${this.databaseName}_app`, `${this.databaseName}_owner`];
    await this.admin.query(`DROP ROLE ${roles.join(", ")}`);
    await this.admin.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs `npm run verify` with these settings and arguments. @throws Error if it prints no report */
export async function runVerify(
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Verification> {
  const args = [join(ROOT, "backend/dist/bundle/verify.js"), "--json", ...more];
  const options = { env, extendEnv: false, reject: false, timeout: 300_000 } as const;
  const { exitCode, stdout, stderr } = await execa(process.execPath, args, options);
  if (!stdout.startsWith("{")) throw new Error(`verify ended with ${exitCode}: ${stdout} ${stderr}`);
  const { results } = JSON.parse(stdout) as Pick<Verification, "results">;
  return { exitCode, results };
}

/** Throws if the bundles are stale: tests would run old code. */
export async function requireBundles(checkout = ROOT): Promise<void> {
  const { areBundlesCurrent } = (await import(pathToFileURL(join(checkout, "backend/scripts/bundle.mjs")).href)) as {
    areBundlesCurrent: () => boolean;
  };
  if (!areBundlesCurrent()) throw new Error(`The bundles of ${checkout} are stale: run \`npm run build\` there first`);
}

/** Base environment of the processes, without the settings of the person who runs the tests. */
export function baseEnv(): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, TZ: "UTC", ...shiftedClock() };
}

export function ownProcess(
  name: string,
  log: string,
  env: Readonly<Record<string, string>>,
  checkout = ROOT,
): TestProcess {
  return new TestProcess({
    name,
    command: process.execPath,
    args: ["--enable-source-maps", join(checkout, `backend/dist/bundle/${name}.js`)],
    // As scripts/lib/servers.mjs: tests start a process some hundred times.
    env: { NODE_COMPILE_CACHE: join(checkout, "node_modules/.cache/compiled"), ...env },
    log,
  });
}

/** The mail catcher and the payment simulator, with short payment windows and refunds. */
export function simulators(
  folder: string,
  ports: { readonly smtp: number; readonly http: number; readonly payment: number },
  more: Readonly<Record<string, string>> = {},
  checkout = ROOT,
): { readonly mail: TestProcess; readonly payment: TestProcess } {
  const simulator = (name: string, env: Record<string, string>): TestProcess =>
    new TestProcess({
      name: `${name} simulator`,
      command: process.execPath,
      args: [join(checkout, `simulators/dist/bundle/${name}.js`)],
      env: { ...baseEnv(), ...env },
      log: join(folder, `simulator-${name}.log`),
    });
  return {
    mail: simulator("mail", {
      MAIL_DATA: join(folder, "mails"),
      MAIL_SMTP_PORT: String(ports.smtp),
      MAIL_HTTP_PORT: String(ports.http),
    }),
    payment: simulator("payment", {
      ...PROVIDER,
      SIMULATOR_PORT: String(ports.payment),
      SIMULATOR_DATA: join(folder, "payments.jsonl"),
      SIMULATOR_MIN_EXPIRY_SECONDS: "1",
      SIMULATOR_REFUND_DELAY_MS: "200",
      ...more,
    }),
  };
}
