/**
 * The opening minute on a running docker-compose set-up: 5,000 visitors arrive within 60 s over https, each on a connection of
 * its own. Each opens the page and the plan; the first 2,000 follow its stream, the others poll it every ten seconds; each
 * reserves a stall that its plan shows as free, up to three times. Those who got one register, and pay at the simulator.
 * Checks that every stall is sold once, that every stream ends at the same plan, and that nothing failed; prints figures.
 * Exits with 1 if any check failed.
 *
 *   node deploy/test/opening.mjs [visitors]
 *
 * COMPOSE: the command that runs the set-up, "docker compose" by default; ENV_FILE: its settings, .env by default, with
 * RATE_LIMITS=off, LIVE_HOLDS_PER_NETWORK=1000 and HELD_SHARE_PERCENT=100, since all visitors have one address. The event must be on sale, without bookings.
 */
import { randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { Agent, request } from "node:https";
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { output, readSettings, report, reportVerify, Simulator, until, verdict } from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = (process.env.COMPOSE ?? "docker compose").split(" ");
const settings = readSettings(process.env.ENV_FILE ?? `${root}/.env`);
const VISITORS = Number(process.argv[2] ?? 5_000);
const STREAMS = Math.min(2_000, Math.round(VISITORS * 0.4));
const ARRIVE_MS = 60_000;
const POLL_MS = 10_000;
const TRIES = 3;
/** Invoices carry them in their own script. */
const NAMES = [
  { fullName: "Asha Rao", businessName: "Asha Weaves" },
  { fullName: "आशा राव", businessName: "ಆಶಾ ನೇಯ್ಗೆ" },
];

/** @param {...string} words */
const run = (...words) => output(compose[0], [...compose.slice(1), ...words], { cwd: root });
const ca = run("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt");
const site = new URL(settings.PUBLIC_URL);
// Not a published port: this machine's own connections to it pass Docker's userland proxy, which ended at 2,000 of them.
const address = output("docker", [
  ...["inspect", "--format", "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}"],
  run("ps", "-q", "proxy").trim(),
]).trim();

/** Milliseconds of each kind of request, and what failed. */
const took = {};
const failed = [];
const at = () => new Date().toISOString().slice(11, 23);

class Visitor {
  #cookies = new Map();
  #agent = new Agent({ keepAlive: true, maxSockets: 1, ca, servername: site.hostname });
  /** The plan as this page shows it: stall → whether it is free. */
  etag = undefined;
  stalls = [];

  /** One request without a retry. Status 0: no answer. @param {string} kind for the figures */
  send(kind, method, path, { body, headers = {} } = {}) {
    const data = body === undefined ? undefined : JSON.stringify(body);
    const from = performance.now();
    return new Promise((resolve) => {
      const done = (answer) => {
        (took[kind] ??= []).push(performance.now() - from);
        if (answer.status === 0 || answer.status >= 500)
          failed.push(`${at()} ${kind} ${answer.status} ${answer.text.slice(0, 120)}`);
        resolve(answer);
      };
      const outgoing = request(this.#options(method, path, data, headers), (response) => {
        this.#keep(response.headers["set-cookie"]);
        const parts = [];
        response
          .on("data", (part) => parts.push(part))
          .on("error", (error) => done({ status: 0, headers: {}, text: String(error) }))
          .on("end", () =>
            done({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }),
          );
      });
      outgoing.on("error", (error) => done({ status: 0, headers: {}, text: String(error) }));
      outgoing.on("timeout", () => outgoing.destroy(new Error("no answer within 30 s")));
      outgoing.end(data);
    });
  }

  #options(method, path, data, headers, agent = this.#agent) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return {
      ...{ method, path, agent, ca, servername: site.hostname, timeout: 30_000 },
      ...{ host: address, port: 443 },
      headers: {
        host: site.host,
        ...(cookie === "" ? {} : { cookie }),
        ...(method === "GET" ? {} : { origin: site.origin }),
        ...(data === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(data) }),
        ...headers,
      },
    };
  }

  #keep(cookies = []) {
    for (const each of cookies) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (name !== undefined) this.#cookies.set(name, value);
    }
  }

  async readPlan(kind = "plan") {
    const headers = this.etag === undefined ? {} : { "if-none-match": this.etag };
    const answer = await this.send(kind, "GET", "/api/v1/mela/layout", { headers });
    if (answer.status !== 200) return answer;
    this.etag = answer.headers.etag;
    this.stalls = JSON.parse(answer.text);
    return answer;
  }

  /** Follows the plan's stream until the given signal. Keeps the last thing it said. */
  follow(signal, streams) {
    const from = performance.now();
    const outgoing = request(
      {
        ...this.#options("GET", "/api/v1/mela/layout/events", undefined, { accept: "text/event-stream" }, false),
        timeout: 0,
      },
      (response) => {
        (took["stream opened"] ??= []).push(performance.now() - from);
        if (response.statusCode !== 200) {
          streams.refused++;
          if (response.statusCode >= 500) failed.push(`${at()} stream ${response.statusCode}`);
          response.resume();
          return;
        }
        streams.open++;
        response
          .setEncoding("utf8")
          .on("data", (text) => {
            streams.bytes += text.length;
            for (const [, id] of text.matchAll(/^id: ?(.+)$/gm)) this.lastEvent = id;
          })
          .on("close", () => {
            if (signal.aborted) return;
            streams.lost++;
          });
      },
    );
    outgoing.on("error", (error) => {
      if (!signal.aborted) failed.push(`${at()} stream ${error}`);
    });
    signal.addEventListener("abort", () => outgoing.destroy());
    outgoing.end();
  }

  post = (kind, path, body) => this.send(kind, "POST", `/api/v1${path}`, { body });
  close = () => this.#agent.destroy();
}

const payments = new Simulator(compose, root);

const share = (numbers, part) => numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const query = (sql) => JSON.parse(run("exec", "-T", "api", "node", "backend/dist/bundle/sql.js", sql, "--json"));

// ── The minute
const loadBefore = loadavg()[0];
const reserves = { reserved: 0, taken: 0, other: {} };
const winners = [];
const opened = performance.now();
let soldOutAfter;
const closing = new AbortController();
setMaxListeners(0, closing.signal);
const streams = { open: 0, refused: 0, lost: 0, bytes: 0 };
const visitors = [];
let capacity;

async function visit(number) {
  await sleep((number / VISITORS) * ARRIVE_MS);
  const visitor = new Visitor();
  visitors.push(visitor);
  await visitor.send("page", "GET", "/paid-events/mela");
  await visitor.readPlan();
  if (visitor.stalls.length > 0) capacity ??= visitor.stalls.length;
  if (number % 5 < (STREAMS / VISITORS) * 5) visitor.follow(closing.signal, streams);
  else {
    visitor.poll = setInterval(() => void visitor.readPlan("poll"), POLL_MS);
  }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    await sleep(500 + randomInt(2_000));
    const free = visitor.stalls.filter(({ status }) => status === "Available");
    // Everything looks taken: those who hope press the one they wanted.
    const choice = free.length > 0 ? free : visitor.stalls;
    // The plan did not come, which is counted.
    if (choice.length === 0) return;
    const wanted = choice[randomInt(choice.length)];
    const answer = await visitor.post("reserve", "/mela/reserve", { stallId: wanted.stallId });
    if (answer.status < 300) {
      reserves.reserved++;
      // Her page continues to the form.
      clearInterval(visitor.poll);
      winners.push({ visitor, stall: wanted });
      if (winners.length === capacity) soldOutAfter = (performance.now() - opened) / 1000;
      return;
    }
    if (answer.status === 409) reserves.taken++;
    else
      reserves.other[answer.status] =
        `${(reserves.other[answer.status]?.split(" ")[0] ?? 0) * 1 + 1} ${answer.text.slice(0, 80)}`;
    await visitor.readPlan("plan after taken");
  }
}
await Promise.all(Array.from({ length: VISITORS }, (_, number) => visit(number)));
const minute = (performance.now() - opened) / 1000;
const loadAfter = loadavg()[0];

// ── Those who got a stall pay
let bookings = 0;
await Promise.all(
  winners.map(async ({ visitor, stall }, index) => {
    const number = String(700_000_000 + index);
    const orderId = `MELA${Date.now()}t${number}`;
    const registered = await visitor.post("register", "/mela/create-provisional-registration", {
      ...{ orderId, ...NAMES[index % NAMES.length], email: `asha.${number}@example.com`, phoneNumber: `9${number}` },
      ...{ pincode: "560066", gstNumber: "", gstAddress: "" },
      ...{ stallId: stall.stallId, stallType: stall.type, paymentStatus: "payment_pending" },
    });
    const metadata = { type: "mela_stall", stallId: stall.stallId, stallType: stall.type };
    const initiated = await visitor.post("initiate", "/cashfree/initiate", { orderId, amount: stall.price, metadata });
    if (registered.status >= 300 || initiated.status >= 300) {
      failed.push(`${at()} ${stall.stallId}: ${registered.text} ${initiated.text}`.slice(0, 300));
      return;
    }
    const wrong = await payments.post(`/orders/${orderId}/pay`, { method: "upi", outcome: "success" }).then(
      () => undefined,
      (error) => error.message,
    );
    if (wrong !== undefined) failed.push(`${at()} simulator ${wrong}`);
    const sold = await until(120, async () => {
      const answer = await visitor.send("status", "GET", `/api/v1/mela/payment-status/${orderId}`);
      return JSON.parse(answer.text).outcome?.kind === "sold";
    });
    if (sold) bookings++;
  }),
);
const whole = (performance.now() - opened) / 1000;

// ── Verdict
const [{ sold, twice }] = [
  query(`SELECT count(*)::int AS sold, count(*)::int - count(DISTINCT stall_key)::int AS twice FROM bookings
         WHERE state = 'sold'`),
].flat();
const plan = new Visitor();
await plan.readPlan();
const last =
  (await until(20, () => {
    const seen = new Set(visitors.map(({ lastEvent }) => lastEvent).filter((id) => id !== undefined));
    return seen.size === 1 && seen;
  })) || new Set(visitors.map(({ lastEvent }) => lastEvent).filter((id) => id !== undefined));
closing.abort();
payments.close();
for (const visitor of [...visitors, plan]) {
  clearInterval(visitor.poll);
  visitor.close();
}

console.log(`${VISITORS} visitors in ${minute.toFixed(1)} s, all paid after ${whole.toFixed(1)} s`);
console.log(`load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after, ${cpus().length} processors`);
console.log(`reserves ${JSON.stringify(reserves)}, all ${capacity} stalls held after ${soldOutAfter?.toFixed(1)} s`);
console.log(`streams ${JSON.stringify(streams)}`);
for (const [kind, all] of Object.entries(took)) {
  const sorted = all.toSorted((one, other) => one - other);
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((part) => share(sorted, part).toFixed(0));
  console.log(
    `${kind.padEnd(18)} ${String(all.length).padStart(6)}   p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms   most ${most} ms`,
  );
}
report("no request failed", failed.length === 0, `${failed.length} ${failed.slice(0, 5).join("; ")}`);
report("each stall was reserved once", winners.length === new Set(winners.map(({ stall }) => stall.stallId)).size);
report("each stall is sold once", Number(sold) === bookings && Number(twice) === 0, `${sold} sold, ${twice} twice`);
report("all that were reserved are paid", bookings === winners.length, `${bookings} of ${winners.length}`);
report("every stream has seen the last change", last.size === 1 && streams.lost === 0, `${last.size} versions`);
reportVerify(() => run("exec", "-T", "jobs", "node", "backend/dist/bundle/verify.js"));
process.exit(verdict());
