import { join } from "node:path";
import { execa } from "execa";
import { portsOf } from "./data-folder.mjs";
import { clockOf } from "./faketime.mjs";
import { root } from "./files.mjs";
import { progress } from "./output.mjs";
import { createCluster, postgresHome, postgresPlan } from "./postgres.mjs";
import { Service } from "./service.mjs";
import { endStalePostgres } from "./stale-processes.mjs";

/**
 * Where Node keeps the compiled code of our processes, from version 22 on: loading an api takes 1.3 instead of 1.7 to 2.1 s of
 * processor time. Earlier versions ignore it.
 */
const COMPILED = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") };

/** The same as in workflows/src/shared/search-attributes.ts. */
const SEARCH_ATTRIBUTES = ["StallId", "OrderId", "Stage", "Installation"];

/**
 * Settings of servers with disposable data: data survives a kill -9, but need not survive a power failure; crash tests
 * open many connections; and one partition is enough for the few workers of a Temporal task queue.
 */
export const THROWAWAY = {
  postgres: ["max_connections=300", "fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  temporal: [
    ...["--sqlite-pragma", "synchronous=off"],
    ...["--dynamic-config-value", "matching.numTaskqueueReadPartitions=1"],
    ...["--dynamic-config-value", "matching.numTaskqueueWritePartitions=1"],
  ],
};

/** The servers of `npm start` and `npm test`, each on its own port. Can be stopped while still starting. */
export class Servers {
  /** @type {Service[]} */
  #started = [];

  /**
   * @param {{ dataDir: string, env: Record<string, string>, restart: boolean, signal: AbortSignal, bundled?: boolean }} options
   *   bundled: false runs our own processes from the compiler's output, without the bundling step
   */
  constructor(options) {
    this.options = options;
    this.port = portsOf(options.dataDir);
  }

  /** @param {string} name @returns {string} */
  logOf(name) {
    return join(this.options.dataDir, "logs", `${name.toLowerCase().replaceAll(" ", "-")}.log`);
  }

  /** @param {import("./service.mjs").Plan} plan */
  async start(plan) {
    const { signal } = this.options;
    signal.throwIfAborted();
    const service = new Service(plan, this.options);
    this.#started.push(service);
    await progress(`starting ${plan.name}`, () => service.start(signal));
  }

  /** @param {string} password @param {string[]} [settings] as `name=value` @returns {Promise<number>} the port */
  async postgres(password, settings = []) {
    const { dataDir, env } = this.options;
    const home = await postgresHome(dataDir, { namespaces: env["SAKHI_NO_USER_NAMESPACES"] !== "1" });
    // Before the port is checked: a stale PostgreSQL of ours may still listen on it.
    await endStalePostgres(home.data);
    await progress("making PostgreSQL's data folder", () => createCluster(home, password));
    const port = await this.port("postgres");
    await this.start(
      postgresPlan(home, { port, password, log: this.logOf("postgres"), settings, clock: clockOf(env) }),
    );
    return port;
  }

  /**
   * Temporal's development server, with a database file, so that workflows continue after a stop or crash.
   * @param {Promise<string>} command
   * @param {string[]} [settings] additional arguments
   */
  async temporal(command, settings = []) {
    const { dataDir, env } = this.options;
    const binary = await command;
    const [port, uiPort] = [await this.port("temporal"), await this.port("temporalUi")];
    const health = ["operator", "cluster", "health", "--address", `127.0.0.1:${port}`];
    const serverEnv = { PATH: env["PATH"] ?? "", HOME: env["HOME"] ?? "" };
    await this.start({
      name: "Temporal",
      command: binary,
      args: [
        ...["server", "start-dev", "--ip", "127.0.0.1", "--port", String(port), "--ui-port", String(uiPort)],
        ...["--db-filename", join(dataDir, "temporal.db"), "--log-level", "warn"],
        ...SEARCH_ATTRIBUTES.flatMap((name) => ["--search-attribute", `${name}=Keyword`]),
        ...settings,
      ],
      cwd: dataDir,
      env: serverEnv,
      log: this.logOf("temporal"),
      isReady: async () => !(await execa(binary, health, { env: serverEnv, reject: false, timeout: 5_000 })).failed,
      stopsIn: 1,
      stopSignal: "SIGINT",
      stopMs: 8_000,
    });
    return { port, uiPort, binary };
  }

  /** @returns {Promise<{ smtp: number, http: number }>} */
  async mail() {
    const [http, smtp] = [await this.port("mail"), await this.port("smtp")];
    const settings = {
      MAIL_HTTP_PORT: String(http),
      MAIL_SMTP_PORT: String(smtp),
      MAIL_DATA: join(this.options.dataDir, "mail"),
    };
    const address = `http://127.0.0.1:${http}/healthz`;
    await this.start({
      ...this.ownProcess("mail catcher", this.#entry("mail"), settings),
      ...readyWhenHealthy(address),
    });
    return { smtp, http };
  }

  /**
   * @param {{ clientId: string, clientSecret: string, minExpirySeconds: number, webhookUrl?: string }} settings
   * @returns {Promise<string>} its address; on `localhost`, so that it is another site than 127.0.0.1
   */
  async simulator({ clientId, clientSecret, minExpirySeconds, webhookUrl = "" }) {
    const address = `http://localhost:${await this.port("simulator", "localhost")}`;
    const settings = {
      SIMULATOR_PORT: new URL(address).port,
      SIMULATOR_DATA: join(this.options.dataDir, "simulator.json"),
      SIMULATOR_MIN_EXPIRY_SECONDS: String(minExpirySeconds),
      SIMULATOR_WEBHOOK_URL: webhookUrl,
      CASHFREE_CLIENT_ID: clientId,
      CASHFREE_CLIENT_SECRET: clientSecret,
    };
    const plan = this.ownProcess("payment simulator", this.#entry("payment"), settings);
    await this.start({ ...plan, ...readyWhenHealthy(`${address}/healthz`) });
    return address;
  }

  /**
   * @param {string} webhookUrl
   * @returns {Promise<Record<string, string>>} the settings that lead to it
   */
  async whatsapp(webhookUrl) {
    const address = `http://localhost:${await this.port("whatsapp", "localhost")}`;
    // Nothing here is secret: it writes to no phone, and the product takes these settings from this run only.
    const settings = {
      WHATSAPP_TOKEN: "simulated-token-of-this-computer",
      WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
      WHATSAPP_BUSINESS_ACCOUNT_ID: "100000000000002",
      WHATSAPP_APP_SECRET: "simulated-secret-of-this-computer",
    };
    const own = { SIMULATOR_PORT: new URL(address).port, SIMULATOR_WEBHOOK_URL: webhookUrl, SIMULATOR_APPROVES: "on" };
    const plan = this.ownProcess("WhatsApp simulator", this.#entry("whatsapp"), { ...settings, ...own });
    await this.start({ ...plan, ...readyWhenHealthy(`${address}/healthz`) });
    return {
      ...settings,
      WHATSAPP_VERIFY_TOKEN: "simulated-verification-of-this-computer",
      WHATSAPP_BASE_URL: address,
    };
  }

  /** @param {"mail" | "payment" | "whatsapp"} name of a simulator @returns {string} its file */
  #entry(name) {
    return this.options.bundled === false ? `simulators/dist/${name}/main.js` : `simulators/dist/bundle/${name}.js`;
  }

  /**
   * The plan of a compiled process of ours; it sends "ready" by IPC.
   * @param {string} name
   * @param {string} entry
   * @param {Record<string, string>} settings
   * @returns {import("./service.mjs").Plan}
   */
  ownProcess(name, entry, settings) {
    return {
      name,
      command: process.execPath,
      args: ["--enable-source-maps", join(root, entry)],
      cwd: root,
      env: { ...COMPILED, ...this.options.env, ...settings },
      log: this.logOf(name),
      stopsIn: 2,
      stopMs: 10_000,
    };
  }

  /** Stops everything: highest turn first, processes of the same turn in parallel. */
  async stop() {
    for (let turn = 9; turn >= 0; turn -= 1) {
      const now = this.#started.filter(({ plan }) => plan.stopsIn === turn);
      await Promise.all(now.map((service) => service.stop()));
    }
    this.#started = [];
  }
}

/** @param {string} address polled until it responds */
const readyWhenHealthy = (address) => ({ isReady: () => isHealthy(address) });

/** @param {string} address @returns {Promise<boolean>} whether a GET succeeds */
export async function isHealthy(address) {
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
