import { join } from "node:path";
import { whileSaying } from "./log.mjs";
import { cacheFolder, root } from "./paths.mjs";
import { createCluster, postgresPlan } from "./postgres.mjs";
import { postgresHome } from "./postgres-binaries.mjs";
import { cure } from "./postgres-cure.mjs";
import { temporalBinary } from "./temporal-binary.mjs";
import { temporalPlan } from "./temporal.mjs";
import { Supervised } from "./supervised.mjs";
import { answersOk, throwIfStopped } from "./wait.mjs";

/** @typedef {{ take: (name: string, host?: string) => Promise<number>, renew: (name: string) => Promise<number> }} Ports */

/** The servers both commands need, each started on a port of its own; a stop midway reaches them too. */
export class Servers {
  /** @type {Promise<string> | undefined} */
  #temporalBinary;

  /**
   * @param {{ dataDir: string, ports: Ports, env: Record<string, string>, restart: boolean,
   *   signal: AbortSignal }} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Supervised[]} */
    this.started = [];
  }

  /** @param {string} name @returns {string} */
  logOf(name) {
    return join(this.options.dataDir, "logs", `${name}.log`);
  }

  /** @param {import("./supervised.mjs").Plan} plan @returns {Promise<Supervised>} */
  async start(plan) {
    const { dataDir, restart, signal } = this.options;
    throwIfStopped(signal);
    const server = new Supervised(plan, { dataDir, restart });
    this.started.push(server);
    await whileSaying(`starting ${plan.name}`, () => server.start(signal));
    return server;
  }

  /**
   * Starts a server on a remembered port; if it dies because somebody took that port in the same moment, once
   * more on another.
   * @param {string[]} names of its ports, the first one being the one it answers on
   * @param {(ports: number[]) => import("./supervised.mjs").Plan} planFor
   * @returns {Promise<number[]>}
   */
  async startOnPorts(names, planFor) {
    const { ports } = this.options;
    let numbers = [];
    for (const name of names) numbers.push(await ports.take(name));
    const plan = planFor(numbers);
    try {
      await this.start(plan);
    } catch (error) {
      if (!/EADDRINUSE|in use/i.test(String(error))) throw error;
      await this.#discard(plan.name);
      numbers = [];
      for (const name of names) numbers.push(await ports.renew(name));
      await this.start(planFor(numbers));
    }
    return numbers;
  }

  /** @param {string} name of a server that did not start */
  async #discard(name) {
    const failed = this.started.filter(({ plan }) => plan.name === name);
    this.started = this.started.filter(({ plan }) => plan.name !== name);
    await Promise.all(failed.map((server) => server.stop()));
  }

  /**
   * @param {string} password
   * @param {string[]} [settings] as `name=value`
   * @returns {Promise<number>} the port
   */
  async postgres(password, settings = []) {
    const { dataDir, env, signal } = this.options;
    const home = postgresHome(dataDir, { namespaces: env["SAKHI_NO_USER_NAMESPACES"] !== "1" });
    // Before the port is looked at: an orphan of ours still listens on it.
    await cure(home.data);
    await whileSaying("making PostgreSQL's data folder", () => createCluster(home, password, signal));
    const [port] = await this.startOnPorts(["postgres"], ([number]) =>
      postgresPlan(home, { port: number, log: this.logOf("postgres"), settings }),
    );
    return port;
  }

  /**
   * Begins to download or build Temporal where it is missing, beside whatever else is done; {@link temporal} waits for
   * it, and is told what failed.
   */
  fetchTemporal() {
    if (this.#temporalBinary !== undefined) return;
    const { env, signal } = this.options;
    this.#temporalBinary = temporalBinary({ env, cache: cacheFolder(env), signal });
    this.#temporalBinary.catch(() => undefined);
  }

  /** @returns {Promise<{ port: number, uiPort: number, binary: string }>} */
  async temporal() {
    const { dataDir, env } = this.options;
    this.fetchTemporal();
    const binary = await /** @type {Promise<string>} */ (this.#temporalBinary);
    const [port, uiPort] = await this.startOnPorts(["temporal", "temporalUi"], ([number, ui]) =>
      temporalPlan(binary, {
        port: number,
        uiPort: ui,
        database: join(dataDir, "temporal.db"),
        cwd: dataDir,
        log: this.logOf("temporal"),
        env,
      }),
    );
    return { port, uiPort, binary };
  }

  /** @returns {Promise<{ smtp: number, http: number }>} */
  async mail() {
    const [http, smtp] = await this.startOnPorts(["mail", "smtp"], ([web, mail]) =>
      this.ownProcess("mail catcher", "simulators/dist/mail/main.js", `http://127.0.0.1:${web}/healthz`, {
        MAIL_HTTP_PORT: String(web),
        MAIL_SMTP_PORT: String(mail),
        MAIL_DATA: join(this.options.dataDir, "mail"),
      }),
    );
    return { smtp, http };
  }

  /**
   * @param {{ clientId: string, clientSecret: string, minExpirySeconds: number, webhookUrl?: string }} settings
   * @returns {Promise<string>} its address; `localhost`, so that it is another site than 127.0.0.1
   */
  async simulator({ clientId, clientSecret, minExpirySeconds, webhookUrl }) {
    const [port] = await this.startOnPorts(["simulator"], ([number]) =>
      this.ownProcess(
        "payment simulator",
        "simulators/dist/payment/main.js",
        `http://localhost:${number}/healthz`,
        {
          SIMULATOR_PORT: String(number),
          SIMULATOR_DATA: join(this.options.dataDir, "simulator.json"),
          SIMULATOR_MIN_EXPIRY_SECONDS: String(minExpirySeconds),
          ...(webhookUrl === undefined ? {} : { SIMULATOR_WEBHOOK_URL: webhookUrl }),
          CASHFREE_CLIENT_ID: clientId,
          CASHFREE_CLIENT_SECRET: clientSecret,
        },
      ),
    );
    return `http://localhost:${port}`;
  }

  /**
   * A process of ours, compiled into a dist folder.
   * @param {string} name
   * @param {string} entry
   * @param {string | undefined} health asked until it answers; without it the process says "ready" by IPC
   * @param {Record<string, string>} settings
   * @returns {import("./supervised.mjs").Plan}
   */
  ownProcess(name, entry, health, settings) {
    return {
      name,
      command: process.execPath,
      args: ["--enable-source-maps", join(root, entry)],
      cwd: root,
      env: { ...this.options.env, ...settings },
      log: this.logOf(name.replaceAll(" ", "-")),
      stopsIn: 2,
      stopMs: 10_000,
      ...(health === undefined ? {} : { isReady: () => answersOk(health) }),
    };
  }

  /** Stops everything: the highest number first, those with the same number together. */
  async stop() {
    while (this.started.length > 0) {
      const turn = Math.max(...this.started.map(({ plan }) => plan.stopsIn));
      const now = this.started.filter(({ plan }) => plan.stopsIn === turn);
      this.started = this.started.filter(({ plan }) => plan.stopsIn !== turn);
      await Promise.all(now.map((server) => server.stop()));
    }
  }
}
