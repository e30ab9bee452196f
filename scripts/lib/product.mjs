import { rmSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import pWaitFor from "p-wait-for";
import { claimDataFolder, requirePort, secretsOf } from "./data-folder.mjs";
import { root, writeJson } from "./files.mjs";
import { ClearError, printError, print } from "./output.mjs";
import { databaseUrl } from "./postgres.mjs";
import { isHealthy, Servers, THROWAWAY } from "./servers.mjs";
import { endStaleProcesses, NAME_MARK, RUN_MARK } from "./stale-processes.mjs";

/** @typedef {Awaited<ReturnType<typeof import("./settings.mjs").readSettings>>} Settings */

/**
 * How a run starts our own processes.
 * @typedef {object} Mode
 * @property {boolean} bundled from the bundles, or from the compiler's output
 * @property {(servers: Servers, given: Record<string, string>) => Promise<void>} [startProcesses] instead of starting and
 *   supervising api, orchestrator and jobs here
 * @property {string} [publicUrl] if visitors reach the site at another address than the api's
 */

/** A run of the whole product on a data folder. */
export class Product {
  /** @type {Servers | undefined} */
  #servers;
  #dataDir = "";
  /** @type {(() => Promise<void>) | undefined} */
  #release;

  /**
   * @param {Settings} settings
   * @param {Record<string, string>} env
   * @param {AbortSignal} signal
   * @param {Promise<string>} temporalBinary
   * @param {Mode} [mode]
   */
  constructor(settings, env, signal, temporalBinary, mode = { bundled: true }) {
    this.settings = settings;
    this.env = env;
    this.signal = signal;
    this.temporalBinary = temporalBinary;
    this.mode = mode;
  }

  /** Locks the data folder, ends stale processes of a killed run, and reserves the site's port. */
  async claim() {
    const { settings, env, signal } = this;
    const { dataDir, release } = await claimDataFolder(settings.dataDir);
    this.#dataDir = dataDir;
    this.#release = release;
    rmSync(this.#addressesFile, { force: true });
    const ended = await endStaleProcesses(dataDir);
    if (ended.length > 0) print(`Ended what an earlier run had left behind: ${ended.join(", ")}.`);
    if (settings.port !== 0) await requirePort(settings.port, settings.host);
    this.#servers = new Servers({ dataDir, env, restart: true, signal, bundled: this.mode.bundled });
    this.port = settings.port === 0 ? await this.#servers.port("site", settings.host) : settings.port;
  }

  get #addressesFile() {
    return join(this.#dataDir, "addresses.json");
  }

  /** Starts everything and prints the addresses. @param {Promise<void>} pages their build, which the processes wait for */
  async start(pages) {
    const servers = /** @type {Servers} */ (this.#servers);
    const { given, addresses } = await this.#startServers(servers);
    await this.#migrate(given);
    await pages;
    await (this.mode.startProcesses?.(servers, given) ?? this.#startProcesses(servers, given));
    await this.#untilReady();
    writeJson(this.#addressesFile, addresses);
    const shown = {
      Site: addresses.site,
      Administration: addresses.admin,
      "API docs": addresses.apiDocs,
      "Temporal UI": addresses.temporalUi,
      Mail: addresses.mail,
      WhatsApp: addresses.whatsapp?.["WHATSAPP_BASE_URL"],
      Queues: addresses.queues,
    };
    for (const [name, address] of Object.entries(shown)) if (address) print(`  ${name.padEnd(16)}${address}`);
    print("ready");
  }

  /** The site's address for local processes, independent of its public name. */
  get #localSite() {
    const { host } = this.settings;
    if (["0.0.0.0", "::", "127.0.0.1"].includes(host)) return `http://127.0.0.1:${this.port}`;
    return `http://${host.includes(":") ? `[${host}]` : host}:${this.port}`;
  }

  /**
   * @param {Servers} servers
   * @returns the settings of the product's processes, and the addresses of this run
   */
  async #startServers(servers) {
    const { settings, env } = this;
    const { own } = settings;
    const dataDir = this.#dataDir;
    const secrets = settings.production ? undefined : secretsOf(dataDir);
    // Only for products of tests, whose data is disposable.
    const { postgres, temporal: flags } =
      env["SAKHI_THROWAWAY"] === "1" ? THROWAWAY : { postgres: ["max_connections=200"], temporal: [] };
    const [postgresPort, temporal, mail, simulator, whatsapp] = await Promise.all([
      own.postgres ? servers.postgres(secrets.postgresPassword, postgres) : undefined,
      own.temporal ? servers.temporal(this.temporalBinary, flags) : undefined,
      own.mail ? servers.mail() : undefined,
      own.simulator
        ? servers.simulator({
            clientId: secrets.cashfreeClientId,
            clientSecret: secrets.cashfreeClientSecret,
            minExpirySeconds: settings.simulatorMinExpirySeconds,
            webhookUrl: `${this.#localSite}/api/v1/cashfree/webhook`,
          })
        : undefined,
      own.whatsapp ? servers.whatsapp(`${this.#localSite}/api/v1/whatsapp/webhook`) : undefined,
    ]);
    /** @type {Record<string, string>} */
    const given = {
      DATA_DIR: dataDir,
      RECORD_DIR: env["RECORD_DIR"] || join(dataDir, "record"),
      PORT: String(this.port),
      HOST: settings.host,
      ...(!settings.production && !env["PICTURES_DIR"] && { PICTURES_DIR: join(dataDir, "pictures") }),
      PUBLIC_URL: env["PUBLIC_URL"] || this.mode.publicUrl || `http://127.0.0.1:${this.port}`,
      COOKIE_SECRET: env["COOKIE_SECRET"] || (secrets?.cookieSecret ?? ""),
      METRICS_TOKEN: env["METRICS_TOKEN"] || (secrets?.metricsToken ?? ""),
      ...(postgresPort && { DATABASE_URL: databaseUrl(postgresPort, secrets.postgresPassword) }),
      ...(temporal && {
        TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}`,
        TEMPORAL_UI_URL: `http://127.0.0.1:${temporal.uiPort}`,
      }),
      ...(mail && { SMTP_URL: `smtp://127.0.0.1:${mail.smtp}` }),
      ...(simulator && {
        CASHFREE_ENV: "sandbox",
        CASHFREE_CLIENT_ID: secrets.cashfreeClientId,
        CASHFREE_CLIENT_SECRET: secrets.cashfreeClientSecret,
        CASHFREE_BASE_URL: `${simulator}/pg`,
      }),
      ...whatsapp,
    };
    const all = { ...env, ...given };
    const site = (all["PUBLIC_URL"] ?? "").replace(/\/$/, "");
    const addresses = {
      site,
      admin: `${site}/paid-events/mela/admin-login`,
      apiDocs: `${site}/api/docs`,
      queues: `${site}/admin/queues`,
      databaseUrl: all["DATABASE_URL"], // with its password: the file is readable by its owner only
      temporalAddress: all["TEMPORAL_ADDRESS"],
      temporalUi: all["TEMPORAL_UI_URL"],
      smtp: all["SMTP_URL"],
      mail: mail && `http://127.0.0.1:${mail.http}`,
      simulator,
      // The settings of its simulator, for commands.
      whatsapp,
      metricsToken: all["METRICS_TOKEN"],
      dataDir,
      pid: process.pid,
    };
    return { given, addresses };
  }

  /** @param {Record<string, string>} given */
  async #migrate(given) {
    print("Bringing the database up to date.");
    // Prints the administrator's first password only to a terminal, otherwise writes it to a file readable by the owner:
    // redirected output would leave it in a log.
    const password =
      process.stdout.isTTY === true
        ? "--output-reaches-a-person"
        : `--first-password-file=${join(this.#dataDir, "first-administrator.txt")}`;
    const migrate = this.mode.bundled ? "backend/dist/bundle/migrate.js" : "backend/dist/main.migrate.js";
    const { failed } = await execa(process.execPath, [join(root, migrate), password], {
      cwd: root,
      env: { ...this.env, ...given, [RUN_MARK]: this.#dataDir, [NAME_MARK]: "migrate" },
      extendEnv: false,
      stdio: ["ignore", "inherit", "inherit"],
      reject: false,
      cancelSignal: this.signal,
    });
    this.signal.throwIfAborted();
    if (failed) throw new ClearError("The database could not be prepared; what is wrong stands above.");
  }

  /** @param {Servers} servers @param {Record<string, string>} given */
  async #startProcesses(servers, given) {
    print("Starting the processes.");
    const start = (/** @type {string} */ name, /** @type {number} */ stopsIn) =>
      servers.start({ ...servers.ownProcess(name, `backend/dist/bundle/${name}.js`, given), stopsIn });
    await Promise.all([start("orchestrator", 3), start("jobs", 3), start("api", 4)]);
  }

  async #untilReady() {
    const ready = () => {
      this.signal.throwIfAborted();
      return isHealthy(`${this.#localSite}/readyz`).catch(() => false);
    };
    const message = new ClearError("The api is up, but not ready to serve after 60 s.");
    await pWaitFor(ready, { interval: 100, timeout: { milliseconds: 60_000, message } });
  }

  /** Stops everything and unlocks the data folder. */
  async stop() {
    if (this.#release === undefined) return;
    rmSync(this.#addressesFile, { force: true });
    try {
      await this.#servers?.stop();
    } catch (error) {
      printError(`Stopping did not go smoothly: ${String(error)}`);
    }
    await this.#release();
  }
}
