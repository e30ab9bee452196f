import { join } from "node:path";
import { publish, linesOf, withdraw } from "./addresses.mjs";
import { ClearError } from "./clear-error.mjs";
import { run } from "./command.mjs";
import { makeDataFolder } from "./data-folder.mjs";
import { endLeftovers, runMark } from "./leftovers.mjs";
import { complain, say } from "./log.mjs";
import { root } from "./paths.mjs";
import { demandPort, rememberedPorts } from "./ports.mjs";
import { databaseUrl } from "./postgres.mjs";
import { takeLock } from "./run-lock.mjs";
import { secretsOf } from "./secrets.mjs";
import { Servers } from "./servers.mjs";
import { answersOk, until } from "./wait.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** The provider demands an expiry of more than 15 minutes; a shorter window needs a simulator that doesn't. */
const providersLeastSeconds = 900;
const shortestRealWindowSeconds = 960;

/** One run of the whole product on one data folder. */
export class Product {
  /**
   * @param {Settings} settings
   * @param {Record<string, string>} env
   * @param {AbortSignal} signal
   */
  constructor(settings, env, signal) {
    this.settings = settings;
    this.env = env;
    this.signal = signal;
    this.dataDir = settings.dataDir;
    /** @type {Servers | undefined} */
    this.servers = undefined;
  }

  /** Makes the data folder ours: refuses a second run on it, ends what a dead one left, demands the site's port. */
  async claim() {
    const { settings } = this;
    this.dataDir = makeDataFolder(settings.dataDir);
    this.lock = takeLock(
      this.dataDir,
      "run.json",
      ({ pid }) =>
        `Sakhi Bazaar is already running on ${this.dataDir} (process ${pid}). ` +
        "Stop it first, or start another one beside it: DATA_DIR=.data-2 PORT=0 npm start",
    );
    withdraw(this.dataDir);
    const ended = await endLeftovers(this.dataDir);
    if (ended.length > 0) say(`Ended what an earlier run had left behind: ${ended.join(", ")}.`);
    this.ports = rememberedPorts(join(this.dataDir, "ports.json"));
    if (settings.port !== 0) await demandPort(settings.port, settings.host);
    this.port = settings.port === 0 ? await this.ports.take("site", settings.host) : settings.port;
  }

  /** Starts everything and says where it is. */
  async start() {
    const { dataDir, env, ports, signal } = this;
    if (ports === undefined) throw new Error("claim() comes first");
    this.servers = new Servers({ dataDir, ports, env, restart: true, signal });
    const given = await this.#startServers(this.servers);
    await this.#migrate(given);
    await this.#startProcesses(this.servers, given);
    const addresses = this.#addresses(given);
    publish(addresses);
    linesOf(addresses).forEach(say);
    say("ready");
  }

  /** The site as a local process reaches it, whatever its public name. */
  get #localSite() {
    const { host } = this.settings;
    if (["0.0.0.0", "::", "127.0.0.1"].includes(host)) return `http://127.0.0.1:${this.port}`;
    return `http://${host.includes(":") ? `[${host}]` : host}:${this.port}`;
  }

  /**
   * @param {Servers} servers
   * @returns {Promise<Record<string, string>>} settings of the product's processes
   */
  async #startServers(servers) {
    const { settings, env } = this;
    const secrets = settings.production ? undefined : secretsOf(this.dataDir);
    /** @type {Record<string, string>} */
    const given = {
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      HOST: settings.host,
      PUBLIC_URL: env["PUBLIC_URL"] || `http://127.0.0.1:${this.port}`,
      COOKIE_SECRET: env["COOKIE_SECRET"] || (secrets?.cookieSecret ?? ""),
      METRICS_TOKEN: env["METRICS_TOKEN"] || (secrets?.metricsToken ?? ""),
    };
    const postgres = async () => {
      if (!settings.ownPostgres || secrets === undefined) return;
      const port = await servers.postgres(secrets.postgresPassword, ["max_connections=200"]);
      given["DATABASE_URL"] = databaseUrl(port, secrets.postgresPassword);
    };
    const temporal = async () => {
      if (!settings.ownTemporal) return;
      const { port, uiPort } = await servers.temporal();
      given["TEMPORAL_ADDRESS"] = `127.0.0.1:${port}`;
      given["TEMPORAL_UI_URL"] = `http://127.0.0.1:${uiPort}`;
    };
    const mail = async () => {
      if (!settings.ownMail) return;
      const { smtp, http } = await servers.mail();
      given["SMTP_URL"] = `smtp://127.0.0.1:${smtp}`;
      this.mailAddress = `http://127.0.0.1:${http}`;
    };
    const simulator = async () => {
      if (!settings.ownSimulator || secrets === undefined) return;
      const short = settings.paymentWindowSeconds < shortestRealWindowSeconds;
      this.simulatorAddress = await servers.simulator({
        clientId: secrets.cashfreeClientId,
        clientSecret: secrets.cashfreeClientSecret,
        minExpirySeconds: short ? 1 : providersLeastSeconds,
        webhookUrl: `${this.#localSite}/api/v1/cashfree/webhook`,
      });
      given["CASHFREE_ENV"] = "sandbox";
      given["CASHFREE_CLIENT_ID"] = secrets.cashfreeClientId;
      given["CASHFREE_CLIENT_SECRET"] = secrets.cashfreeClientSecret;
      given["CASHFREE_BASE_URL"] = `${this.simulatorAddress}/pg`;
    };
    await Promise.all([postgres(), temporal(), mail(), simulator()]);
    return given;
  }

  /** @param {Record<string, string>} given */
  async #migrate(given) {
    say("Bringing the database up to date.");
    // The administrator's first password reaches a person at the terminal, or a file only its owner can read; where
    // the output is redirected it would stay in a log.
    const migrate = [
      join(root, "backend/dist/main.migrate.js"),
      process.stdout.isTTY === true
        ? "--output-reaches-a-person"
        : `--first-password-file=${join(this.dataDir, "first-administrator.txt")}`,
    ];
    const { code, missing } = await run(process.execPath, migrate, {
      cwd: root,
      env: { ...this.env, ...given, [runMark]: this.dataDir },
      signal: this.signal,
      show: true,
    });
    if (code !== 0 || missing) {
      throw new ClearError("The database could not be prepared; what is wrong stands above.");
    }
  }

  /** @param {Servers} servers @param {Record<string, string>} given */
  async #startProcesses(servers, given) {
    say("Starting the processes.");
    const plan = (/** @type {string} */ name, /** @type {number} */ stopsIn) => ({
      ...servers.ownProcess(name, `backend/dist/main.${name}.js`, undefined, given),
      stopsIn,
    });
    await Promise.all([
      servers.start(plan("orchestrator", 3)),
      servers.start(plan("jobs", 3)),
      servers.start(plan("api", 4)),
    ]);
    await until("the api says it is ready to serve", () => answersOk(`${this.#localSite}/readyz`), {
      timeoutMs: 60_000,
      signal: this.signal,
    });
  }

  /** @param {Record<string, string>} given @returns {import("./addresses.mjs").Addresses} */
  #addresses(given) {
    const { env } = this;
    const site = given["PUBLIC_URL"].replace(/\/$/, "");
    return {
      site,
      admin: `${site}/paid-events/mela/admin-login`,
      apiDocs: `${site}/api/docs`,
      queues: `${site}/admin/queues`,
      databaseUrl: given["DATABASE_URL"] ?? env["DATABASE_URL"],
      temporalAddress: given["TEMPORAL_ADDRESS"] ?? env["TEMPORAL_ADDRESS"],
      temporalUi: given["TEMPORAL_UI_URL"] ?? env["TEMPORAL_UI_URL"],
      smtp: given["SMTP_URL"] ?? env["SMTP_URL"],
      mail: this.mailAddress,
      simulator: this.simulatorAddress,
      metricsToken: given["METRICS_TOKEN"],
      dataDir: this.dataDir,
      pid: process.pid,
    };
  }

  /** Stops what was started and gives the data folder back. */
  async stop() {
    if (this.lock === undefined) return;
    withdraw(this.dataDir);
    try {
      await this.servers?.stop();
    } catch (error) {
      complain(`Stopping did not go smoothly: ${String(error)}`);
    }
    this.lock.release();
  }
}
