/** What the checks of a running docker-compose set-up share: its command and settings, a visitor of the site, the verdict. */
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** The settings in a file of lines NAME=value. */
export function readSettings(file) {
  return Object.fromEntries(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

/** A new secret in hexadecimal digits. */
export const secret = (bytes = 24) => randomBytes(bytes).toString("hex");

/** Writes the settings of a trial: new secrets, the simulator, and no limit for one address, which is all visitors here. */
export function writeTrialSettings(file, more) {
  const settings = {
    APP_ENV: "local",
    ...{ POSTGRES_PASSWORD: secret(), DATABASE_OWNER_PASSWORD: secret(), DATABASE_APP_PASSWORD: secret() },
    ...{ TEMPORAL_DATABASE_PASSWORD: secret(), REDIS_PASSWORD: secret() },
    ...{ COOKIE_SECRET: secret(32), METRICS_TOKEN: secret(32) },
    ...{ ADMIN_USERNAME: "trial-admin", ADMIN_PASSWORD: secret(12) },
    SMTP_URL: "smtp://mail:1025",
    ...{ CASHFREE_ENV: "sandbox", CASHFREE_CLIENT_ID: "trial", CASHFREE_CLIENT_SECRET: secret() },
    CASHFREE_BASE_URL: "http://provider:4001/pg",
    ...{ RATE_LIMITS: "off", LIVE_HOLDS_PER_NETWORK: "1000", HELD_SHARE_PERCENT: "100" },
    ARCHIVE_KEY: secret(32),
    ...more,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""), { mode: 0o600 });
}

/** Runs a command and returns what it printed. @throws with its output if it fails */
export function output(command, words, options = {}) {
  try {
    return execFileSync(command, words, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      ...options,
    });
  } catch (error) {
    throw new Error(`${[command, ...words].join(" ")}: exit ${error.status}\n${error.stdout}${error.stderr}`, {
      cause: error,
    });
  }
}

let failures = 0;

/** Prints a check's result and counts it. */
export function report(name, ok, detail = "") {
  if (!ok) failures++;
  console.log(`${ok ? "ok    " : "FAILED"} ${name}${detail === "" ? "" : `: ${detail}`}`);
}

/** Prints the verdict. @returns the exit code */
export function verdict() {
  console.log(failures === 0 ? "all checks passed" : `${failures} checks failed`);
  return failures === 0 ? 0 : 1;
}

/** Whether verify's last line says that rules hold, that none is broken, and that none could not be checked. */
export function allRulesHold(line) {
  return /^[1-9]\d* rules hold, 0 are broken, 0 could not be checked /.test(line);
}

/** Reports whether every rule of verify holds. @param verify runs it and returns what it printed @param when after what, in words */
export function reportVerify(verify, when = "") {
  let printed;
  try {
    printed = verify();
  } catch (error) {
    printed = error.message;
  }
  const line = printed.trim().split("\n").at(-1);
  const ok = allRulesHold(line);
  report(`verify${when === "" ? "" : ` ${when}`}: all rules hold`, ok, ok ? line : printed);
}

/** Repeats until the value is truthy, at most for the given seconds. @returns the last value */
export async function until(seconds, value, pauseMs = 500) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await Promise.resolve()
      .then(value)
      .catch(() => undefined);
    if (found || Date.now() > end) return found;
    await sleep(pauseMs);
  }
}

/** The site as a visitor reaches it: over https on this machine, whatever its host name is. */
export class Site {
  /** @param {string} publicUrl @param {string} ca the certificate of Caddy's own authority */
  constructor(publicUrl, ca) {
    this.url = new URL(publicUrl);
    this.ca = ca;
  }

  /**
   * One request without a retry. A failed connection or no answer within 30 s has status 0.
   *
   * @param more `body` is sent as JSON, a Buffer as it is
   * @returns {Promise<{ status: number, headers: object, text: string, bytes: Buffer }>}
   */
  send(method, path, { headers = {}, body } = {}) {
    const data = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    return new Promise((resolve) => {
      const failed = (error) => resolve({ status: 0, headers: {}, text: String(error), bytes: Buffer.alloc(0) });
      const outgoing = request(
        {
          ...{ method, path, ca: this.ca, host: "127.0.0.1", port: 443, servername: this.url.hostname },
          timeout: 30_000,
          headers: {
            host: this.url.host,
            ...(method === "GET" ? {} : { origin: this.url.origin }),
            ...(data === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(data) }),
            ...headers,
          },
        },
        (response) => {
          const parts = [];
          response
            .on("data", (part) => parts.push(part))
            .on("end", () => {
              const bytes = Buffer.concat(parts);
              resolve({ status: response.statusCode, headers: response.headers, text: bytes.toString(), bytes });
            })
            .on("error", failed);
        },
      );
      outgoing.on("error", failed);
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer within 30 s")));
      outgoing.end(data);
    });
  }
}

let waits = 0;

/** How often somebody was asked to wait since the last call of this function. */
export function askedToWait() {
  const count = waits;
  waits = 0;
  return count;
}

/**
 * A request as a page makes it: one that an api answers with "many people are here" (docs/decisions/0102) is made again after
 * the pause that the answer names, for at most a minute. Any other error is an answer.
 *
 * @param send makes the request
 */
async function patiently(send) {
  const end = Date.now() + 60_000;
  for (;;) {
    const answer = await send();
    const isAsked = answer.status === 503 && /"code":"overloaded"|http-equiv="refresh"/.test(answer.text);
    if (!isAsked || Date.now() > end) return answer;
    waits += 1;
    await sleep(Number(answer.headers["retry-after"] ?? 1) * 1000);
  }
}

/** A browser's calls of the API: cookies are kept. */
export class Visitor {
  #cookies = new Map();

  /** @param {Site} site */
  constructor(site) {
    this.site = site;
  }

  /** @throws Error for anything but a 2xx answer */
  async #send(method, path, { body, headers = {} } = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...(cookie === "" ? {} : { cookie }), ...headers };
    const response = await patiently(() => this.site.send(method, path, { body, headers: all }));
    for (const each of response.headers["set-cookie"] ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (name !== undefined) this.#cookies.set(name, value);
    }
    if (response.status < 200 || response.status > 299) {
      throw new Error(`${method} ${path}: ${response.status} ${response.text.slice(0, 300)}`);
    }
    return response;
  }

  async #json(method, path, body) {
    return JSON.parse((await this.#send(method, `/api/v1${path}`, { body })).text);
  }

  /** @throws Error for anything but a 2xx answer */
  get = (path) => this.#json("GET", path);

  /** @throws Error for anything but a 2xx answer */
  post = (path, body) => this.#json("POST", path, body);

  /** @throws Error for anything but a 2xx answer */
  put = (path, body) => this.#json("PUT", path, body);

  /** A file of this site. @param path the whole one @throws Error for anything but a 2xx answer */
  async file(path) {
    return (await this.#send("GET", path)).bytes;
  }

  /**
   * Uploads a file as the pages do, by tus, and waits until it was checked.
   *
   * @returns its state at the end, which has its id
   * @throws Error if it is refused, or not checked within a minute
   */
  async upload(ticket, bytes, name) {
    const headers = { "upload-ticket": ticket, "tus-resumable": "1.0.0" };
    const metadata = `filename ${Buffer.from(name).toString("base64")}`;
    const started = await this.#send("POST", "/api/v1/uploads", {
      headers: {
        ...headers,
        "upload-length": String(bytes.length),
        "upload-metadata": metadata,
        "content-length": "0",
      },
    });
    const path = started.headers.location;
    await this.#send("PATCH", path, {
      body: bytes,
      headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    });
    let state;
    await until(60, async () => {
      state = JSON.parse((await this.#send("GET", path, { headers })).text);
      return state.state !== "checking";
    });
    if (state?.state !== "ready") throw new Error(`the upload of ${name} is ${JSON.stringify(state)}`);
    return state;
  }
}

/** Reads pages at a steady rate until stopped. @returns a function that stops and resolves with the counts */
export function readPages(site, perSecond = 5) {
  const paths = ["/", "/api/v1/mela/layout", "/paid-events/mela", "/api/v1/mela/facts"];
  const sent = [];
  const failed = [];
  const timer = setInterval(() => {
    const path = paths[sent.length % paths.length];
    const at = new Date().toISOString().slice(11, 19);
    sent.push(
      patiently(() => site.send("GET", path)).then(({ status, text }) => {
        if (status !== 200) failed.push(`${at} ${path} ${status} ${status === 0 ? text : ""}`);
      }),
    );
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(sent);
    return { sent: sent.length, failed };
  };
}

/** Runs inside the simulator's container, because its control API answers its own machine only: one request per line. */
const RELAY = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", async (line) => {
    const { id, method, path, body } = JSON.parse(line);
    const url = "http://127.0.0.1:4001/control" + path;
    const sent = method === "GET" ? {} : { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await fetch(url, { ...sent, signal: AbortSignal.timeout(30000) })
      .then(async (reply) => ({ ok: reply.ok, text: await reply.text() }), (error) => ({ ok: false, text: String(error) }));
    console.log(JSON.stringify({ id, ...answer }));
  });`;

/** The control API of the payment simulator in the set-up's service "provider", by one long command in its container. */
export class Simulator {
  #child;
  #waiting = new Map();

  /** @param {readonly string[]} compose the command that runs the set-up @param {string} cwd the folder of its file */
  constructor(compose, cwd) {
    this.compose = compose;
    this.cwd = cwd;
  }

  #start() {
    const [command, ...words] = this.compose;
    const child = spawn(command, [...words, "exec", "-T", "provider", "node", "-e", RELAY], {
      cwd: this.cwd,
      stdio: ["pipe", "pipe", "inherit"],
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, ok, text } = JSON.parse(line);
      this.#waiting.get(id)?.(ok ? undefined : new Error(`simulator: ${text}`), text);
      this.#waiting.delete(id);
    });
    // The container was replaced; the next call starts another command.
    child.on("exit", () => {
      this.#child = undefined;
      for (const settle of this.#waiting.values()) settle(new Error("the simulator's container went away"));
      this.#waiting.clear();
    });
    return child;
  }

  #call(method, path, body) {
    this.#child ??= this.#start();
    const id = randomBytes(8).toString("hex");
    const { stdin } = this.#child;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (error, text) => (error === undefined ? resolve(JSON.parse(text)) : reject(error)));
      stdin.write(`${JSON.stringify({ id, method, path, body })}\n`);
    });
  }

  /** @throws Error with the simulator's answer if it refuses */
  get = (path) => this.#call("GET", path);

  /** @throws Error with the simulator's answer if it refuses */
  post = (path, body) => this.#call("POST", path, body);

  /** Ends the command in the container; a signal would end its client only. */
  close() {
    this.#child?.stdin.end();
  }
}
