import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addEvent } from "@sakhi/testkit/add-event";
import { createRoles } from "@sakhi/testkit/database-roles";
import { Mailbox } from "@sakhi/testkit/mailbox";
import { PaymentSimulator, PROVIDER } from "@sakhi/testkit/payment-simulator";
import { freePorts } from "@sakhi/testkit/ports";
import { TestProcess } from "@sakhi/testkit/processes";
import type { TestProcessOptions } from "@sakhi/testkit/processes";
import { baseEnv, ownProcess, simulators } from "@sakhi/testkit/product";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import { TemporalServer } from "@sakhi/testkit/temporal";
import pg from "pg";
import type { ChaosLog } from "./log.js";
import { Part } from "./part.js";
import { OWN_PARTS } from "./schedule.js";
import type { LinkName, OwnPart, PartName, ServerName } from "./schedule.js";

/** Servers of the chaos run, provided by the script that starts it. */
export interface ChaosServers {
  /** Folder of all data; removed by the script. */
  readonly folder: string;
  /** How to run PostgreSQL, and its superuser's URL. */
  readonly postgres: TestProcessOptions;
  readonly postgresUrl: string;
  /** Folder of a small file system with only PostgreSQL's data, if one could be created. */
  readonly disk?: string;
  /** Folder of a small file system with only the pictures, if one could be created. */
  readonly picturesDisk?: string;
  /** How to run Redis; without it the queue is in PostgreSQL. */
  readonly redis?: { readonly process: TestProcessOptions; readonly port: number };
  /** Library that fakes a process's clock, if available. */
  readonly fakeTime?: string;
}

/** Short durations, in seconds, so that holds, payment windows and years expire many times in a chaos run. */
export const TIMES = { hold: 14, window: 12, offer: 20, listingYear: 45, firstReminder: 35, lastReminder: 15 };

export const ADMINISTRATOR = { username: "chaos", password: "a-password-for-the-chaos" };

const SETTINGS = {
  HOLD_SECONDS: String(TIMES.hold),
  PAYMENT_WINDOW_SECONDS: String(TIMES.window),
  LATE_OFFER_SECONDS: String(TIMES.offer),
  LISTING_YEAR_SECONDS: String(TIMES.listingYear),
  LISTING_FIRST_REMINDER_SECONDS: String(TIMES.firstReminder),
  LISTING_LAST_REMINDER_SECONDS: String(TIMES.lastReminder),
  LISTING_UNPAID_SECONDS: "30",
  MESSAGE_MAILS_PER_MINUTE: "600",
  LIVE_HOLDS_PER_NETWORK: "100000",
  RATE_LIMITS: "off",
  OVERLOAD: "off",
  DATABASE_POOL_SIZE: "8",
  COOKIE_SECRET: "a-cookie-secret-for-the-chaos",
  METRICS_TOKEN: "a-metrics-token-for-the-chaos",
  ADMIN_USERNAME: ADMINISTRATOR.username,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
};

/**
 * The whole product as in production, with two of each of our processes, on dedicated servers. Every two parts are
 * connected by a proxy, so that each link can fail separately.
 */
export class ChaosProduct {
  readonly payments: PaymentSimulator;
  readonly mails: Mailbox;

  private constructor(
    readonly parts: ReadonlyMap<PartName, Part>,
    readonly links: ReadonlyMap<LinkName, TcpProxy>,
    /** Base URLs of the two api processes. */
    readonly sites: readonly string[],
    readonly temporal: TemporalServer,
    readonly pool: pg.Pool,
    addresses: { readonly provider: string; readonly mails: string },
    private readonly clockFiles: ReadonlyMap<string, string>,
    /** Settings of a process that bypasses the proxies. */
    readonly settings: Readonly<Record<string, string>>,
    /** Folder of PostgreSQL's own file system, if any. */
    readonly disk: string | undefined,
    /** Folder of the pictures' own file system, if any. */
    readonly picturesDisk: string | undefined,
  ) {
    this.payments = new PaymentSimulator(addresses.provider);
    this.mails = new Mailbox(addresses.mails);
  }

  /** Starts everything; resolves when all parts are ready. */
  static async start(servers: ChaosServers, log: ChaosLog): Promise<ChaosProduct> {
    const { folder } = servers;
    const [api1 = 0, api2 = 0, smtp = 0, mailHttp = 0, provider = 0, temporalPort = 0] = await freePorts(6);
    const temporal = new TemporalServer(temporalPort);
    const database = new URL(servers.postgresUrl);
    const parts = new Map<PartName, Part>();
    const add = (name: PartName, process: TestProcess, works?: () => Promise<boolean>): void => {
      parts.set(name, new Part(name, { process, launch: () => process.launch() }, log, works));
    };
    add("postgres", new TestProcess(servers.postgres));
    parts.set("temporal", new Part("temporal", temporal, log));
    if (servers.redis !== undefined) add("redis", new TestProcess(servers.redis.process));
    // Failed webhooks are retried after 2.4, 12 and 36 s.
    const retries = { SIMULATOR_RETRY_SCALE: "0.02" };
    const { mail, payment } = simulators(folder, { smtp, http: mailHttp, payment: provider }, retries);
    add("mail", mail);
    add("provider", payment);
    await Promise.all([...parts.values()].map((part) => part.start()));

    const admin = new pg.Client({ connectionString: servers.postgresUrl });
    await admin.connect();
    database.pathname = "/chaos";
    const urls = await createRoles(admin, database);
    await admin.end();
    const links = new Map<LinkName, TcpProxy>();
    const targets: Partial<Record<ServerName, number>> = {
      postgres: Number(database.port),
      temporal: temporalPort,
      provider,
      mail: smtp,
      ...(servers.redis === undefined ? {} : { redis: servers.redis.port }),
    };
    const via = async (name: LinkName, target: number): Promise<number> => {
      const proxy = await TcpProxy.open(target);
      links.set(name, proxy);
      return proxy.port;
    };
    const webhooks = await via("provider>webhook", api1);
    // As in production: with Temporal alone, a wipe followed by a start looks like a lost record, and pauses the sales.
    const kept = { RECORD_DIR: join(folder, "record"), PICTURES_DIR: servers.picturesDisk ?? join(folder, "pictures") };
    const base = { ...baseEnv(), ...PROVIDER, ...SETTINGS, ...kept, PUBLIC_URL: `http://127.0.0.1:${webhooks}` };
    const settings = (ports: Partial<Record<ServerName, number>>): Record<string, string> => {
      const application = new URL(urls.application);
      application.port = String(ports.postgres);
      return {
        ...base,
        DATABASE_URL: application.href,
        TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
        SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
        CASHFREE_BASE_URL: `http://127.0.0.1:${ports.provider}/pg`,
        ...(ports.redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${ports.redis}` }),
      };
    };
    const settingsOf = async (name: OwnPart): Promise<Record<string, string>> => {
      const ports: Partial<Record<ServerName, number>> = {};
      for (const [server, target] of Object.entries(targets) as [ServerName, number][])
        ports[server] = await via(`${name}>${server}`, target);
      return settings(ports);
    };
    const clockFiles = new Map<string, string>();
    const sites: string[] = [];
    for (const name of OWN_PARTS) {
      const env = await settingsOf(name);
      const kind = name.slice(0, -1);
      if (kind === "api") env["PORT"] = String(name === "api1" ? api1 : api2);
      if (servers.fakeTime !== undefined && name.endsWith("2")) {
        const file = join(folder, `clock-${name}`);
        writeFileSync(file, "+0");
        clockFiles.set(name, file);
        Object.assign(env, {
          LD_PRELOAD: servers.fakeTime,
          FAKETIME_TIMESTAMP_FILE: file,
          FAKETIME_CACHE_DURATION: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        });
      }
      const site = `http://127.0.0.1:${env["PORT"]}`;
      if (kind === "api") sites.push(site);
      const log = join(folder, "logs", `${name}.log`);
      add(name, ownProcess(kind, log, env), kind === "api" ? () => responds(`${site}/readyz`) : undefined);
    }
    const pool = new pg.Pool({ connectionString: database.href, max: 4, query_timeout: 20_000 });
    pool.on("error", () => undefined);
    const product = new ChaosProduct(
      parts,
      links,
      sites,
      temporal,
      pool,
      { provider: `http://127.0.0.1:${provider}`, mails: `http://127.0.0.1:${mailHttp}` },
      clockFiles,
      settings(targets),
      servers.disk,
      servers.picturesDisk,
    );
    try {
      const migration = { ...settings(targets), MIGRATION_DATABASE_URL: urls.owner };
      await ownProcess("migrate", join(folder, "logs", "migrate.log"), migration).runToItsEnd();
      for (const slug of ["the-second-mela", "the-third-mela"]) await addEvent(product, { slug, name: slug });
      await Promise.all(OWN_PARTS.map(async (name) => parts.get(name)?.start()));
    } catch (error) {
      await product.stop();
      throw error;
    }
    return product;
  }

  part(name: string): Part | undefined {
    return this.parts.get(name as PartName);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, parameters)).rows;
  }

  /** Shifts a process's clock; ignored if this machine cannot. */
  setClock(name: string, seconds: number): void {
    const file = this.clockFiles.get(name);
    if (file !== undefined) writeFileSync(file, `${seconds < 0 ? "" : "+"}${seconds}`);
  }

  /** Stops everything, servers last. */
  async stop(): Promise<void> {
    await this.pool.end().catch(() => undefined);
    await Promise.all(OWN_PARTS.map(async (name) => this.parts.get(name)?.stop()));
    await Promise.all([...this.links.values()].map((link) => link.close()));
    await Promise.all([...this.parts.values()].map((part) => part.stop()));
    await this.temporal.remove();
  }
}

async function responds(address: string): Promise<boolean> {
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
