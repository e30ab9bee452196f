/**
 * The opening on a running docker-compose set-up: visitors arrive over https, each on a connection of its own. Each opens the
 * page and the plan; two in five follow its stream, the others poll it every ten seconds; each reserves a stall that its plan
 * shows as free, up to three times. Those who got one register, and pay at the simulator. Each does what the page would: who is
 * asked to wait waits as long as she is asked, and asks again.
 *
 *   node deploy/test/opening.mjs                               5,000 visitors within a minute
 *   node deploy/test/opening.mjs --visitors 5000 --over 250    within 250 s: 20 a second
 *   node deploy/test/opening.mjs --find                        the rate at which nobody waits and nothing fails, by steps
 *
 * Prints figures: what was asked to wait, what got no answer and was asked again, and what never got through. Exits with 1 if anything never
 * got through, a stall is sold twice, somebody who got one could not pay, or a stream has not seen the last change; with --find,
 * if not even the first rate was held.
 *
 * COMPOSE: the command that runs the set-up, "docker compose" by default; ENV_FILE: its settings, .env by default, with
 * RATE_LIMITS=off, LIVE_HOLDS_PER_NETWORK=1000 and HELD_SHARE_PERCENT=100, since all visitors have one address. The event must be
 * on sale, without bookings; with --find, stalls are released at once, and nothing is sold.
 */
import { randomInt } from "node:crypto";
import { setMaxListeners } from "node:events";
import { Agent, request } from "node:https";
import { cpus, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { output, readSettings, report, reportVerify, Simulator, until, verdict } from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = (process.env.COMPOSE ?? "docker compose").split(" ");
const settings = readSettings(process.env.ENV_FILE ?? `${root}/.env`);
const { values: options } = parseArgs({
  options: {
    visitors: { type: "string", default: "5000" },
    over: { type: "string", default: "60" },
    find: { type: "boolean", default: false },
  },
});
const VISITORS = Number(options.visitors);
const OVER_SECONDS = Number(options.over);
if (!(VISITORS > 0 && OVER_SECONDS > 0)) {
  console.error("How many, and within how many seconds? node deploy/test/opening.mjs --visitors 5000 --over 60");
  process.exit(2);
}
const MOST_STREAMS = 2_000;
const POLL_MS = 10_000;
const TRIES = 3;
/** How long a visitor repeats a request, in ms; who has no answer then never got through. */
const GIVES_UP_MS = 15 * 60_000;
/** As domain/src/site/overload.rules.ts: a page's own pauses, and how long it repeats a call before it shows the error. */
const PAUSE = { firstMs: 2_000, longestMs: 15_000, patienceMs: 60_000 };
/** Who sees an error presses again after a while, in ms. */
const AGAIN_MS = 5_000;
/** Kinds of requests for which the whole wait is printed too. */
const WAITED_FOR = ["page", "reserve"];
/** Steps of --find: the first rate, visitors a second; how long each lasts and what follows it, in seconds; a held one's slowest page (p95), in ms. */
const FIND = { from: 5, seconds: 20, restSeconds: 10, pageMs: 2_000, halvings: 3 };
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

/** Milliseconds of each kind of request. */
let took = {};
/** How many answers of each kind asked to wait, and how many requests had no answer or a server's error; both were repeated. */
let waits = {};
let unanswered = {};
/** What never got through. */
const failed = [];
const count = (counts, kind) => (counts[kind] = (counts[kind] ?? 0) + 1);
const sum = (counts) => Object.values(counts).reduce((all, each) => all + each, 0);
const at = () => new Date().toISOString().slice(11, 23);

class Visitor {
  #cookies = new Map();
  #agent = new Agent({ keepAlive: true, maxSockets: 1, ca, servername: site.hostname });
  /** The plan as this page shows it: stall → whether it is free. */
  etag = undefined;
  stalls = [];

  /**
   * A request as the page makes it: again when it is asked to wait, or has no answer, until it gets one.
   * Status 0: it never got through. @param {string} kind for the figures
   */
  async send(kind, method, path, more) {
    const first = performance.now();
    let since = first;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(kind, method, path, more);
      const { status, headers, text } = answer;
      if (status !== 0 && status < 500) {
        if (WAITED_FOR.includes(kind)) (took[`${kind}, at last`] ??= []).push(performance.now() - first);
        return answer;
      }
      const asked = Number(headers["retry-after"] ?? 0);
      const isWait = status === 503 && asked > 0 && /"overloaded"|http-equiv="refresh"/.test(text);
      count(isWait ? waits : unanswered, kind);
      if (performance.now() - first > GIVES_UP_MS) {
        failed.push(`${at()} ${kind} ${status} ${text.slice(0, 120)}`);
        return { ...answer, status: 0 };
      }
      const refresh = Number(/http-equiv="refresh" content="(\d+)"/.exec(text)?.[1] ?? 0) * 1000;
      const own = Math.min(PAUSE.longestMs, PAUSE.firstMs * 2 ** (attempt - 1));
      let pause = refresh || Math.max(own, asked * 1000) * (1 + Math.random() / 2);
      if (!isWait || (refresh === 0 && performance.now() - since + pause > PAUSE.patienceMs)) {
        // The page shows an error, and she presses again.
        pause = AGAIN_MS * (0.5 + Math.random());
        since = performance.now() + pause;
        attempt = 0;
      }
      await sleep(pause);
    }
  }

  /** One request without a retry. Status 0: no answer. */
  #once(kind, method, path, { body, headers = {} } = {}) {
    const data = body === undefined ? undefined : JSON.stringify(body);
    const from = performance.now();
    return new Promise((resolve) => {
      const done = (answer) => {
        if (answer.status !== 0 && answer.status < 500) (took[kind] ??= []).push(performance.now() - from);
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

  pollPlan() {
    let polling = false;
    this.poll ??= setInterval(async () => {
      if (polling) return;
      polling = true;
      await this.readPlan("poll");
      polling = false;
    }, POLL_MS);
  }

  /** Follows the plan's stream until the given signal. Keeps the last thing it said. */
  follow(signal, streams) {
    const refused = () => {
      if (signal.aborted) return;
      streams.refused++;
      // The page polls instead.
      this.lastEvent = undefined;
      this.pollPlan();
    };
    const from = performance.now();
    const outgoing = request(
      {
        ...this.#options("GET", "/api/v1/mela/layout/events", undefined, { accept: "text/event-stream" }, false),
        timeout: 0,
      },
      (response) => {
        (took["stream opened"] ??= []).push(performance.now() - from);
        if (response.statusCode !== 200) {
          refused();
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
            // As browsers do.
            setTimeout(() => signal.aborted || this.follow(signal, streams), 3_000);
          });
      },
    );
    outgoing.on("error", refused);
    signal.addEventListener("abort", () => outgoing.destroy());
    outgoing.end();
  }

  post = (kind, path, body) => this.send(kind, "POST", `/api/v1${path}`, { body });
  close() {
    clearInterval(this.poll);
    this.#agent.destroy();
  }
}

const payments = new Simulator(compose, root);

const share = (numbers, part) => numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
const query = (sql) => JSON.parse(run("exec", "-T", "api", "node", "backend/dist/bundle/sql.js", sql, "--json"));

/** A crowd that arrives at a steady rate. */
class Crowd {
  reserves = { reserved: 0, taken: 0, other: {} };
  winners = [];
  streams = { open: 0, refused: 0, lost: 0, bytes: 0 };
  visitors = [];
  closing = new AbortController();
  soldOutAfter;
  capacity;

  /** @param size how many @param seconds within which they arrive @param won what one does with her stall */
  constructor(size, seconds, won) {
    Object.assign(this, { size, seconds, won });
    this.streamShare = Math.min(0.4, MOST_STREAMS / size);
    setMaxListeners(0, this.closing.signal);
  }

  /** @returns seconds until all had pressed "reserve" */
  async comes() {
    this.from = performance.now();
    await Promise.all(Array.from({ length: this.size }, (_, number) => this.#visit(number)));
    return (performance.now() - this.from) / 1000;
  }

  async #visit(number) {
    await sleep((number / this.size) * this.seconds * 1000);
    const visitor = new Visitor();
    this.visitors.push(visitor);
    const page = await visitor.send("page", "GET", "/paid-events/mela", {
      headers: { accept: "text/html", "sec-fetch-dest": "document" },
    });
    if (page.status === 0) return;
    await visitor.readPlan();
    if (visitor.stalls.length > 0) this.capacity ??= visitor.stalls.length;
    if ((number % 10) / 10 < this.streamShare) visitor.follow(this.closing.signal, this.streams);
    else visitor.pollPlan();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      await sleep(500 + randomInt(2_000));
      const free = visitor.stalls.filter(({ status }) => status === "Available");
      // Everything looks taken: those who hope press the one they wanted.
      const choice = free.length > 0 ? free : visitor.stalls;
      // The plan never came, which is counted.
      if (choice.length === 0) return;
      const wanted = choice[randomInt(choice.length)];
      const answer = await visitor.post("reserve", "/mela/reserve", { stallId: wanted.stallId });
      if (answer.status > 0 && answer.status < 300) {
        this.reserves.reserved++;
        this.winners.push({ visitor, stall: wanted });
        if (this.winners.length === this.capacity) this.soldOutAfter = (performance.now() - this.from) / 1000;
        await this.won(visitor, wanted);
        return;
      }
      if (answer.status === 409) this.reserves.taken++;
      else if (answer.status !== 0) count(this.reserves.other, `${answer.status} ${answer.text.slice(0, 80)}`);
      await visitor.readPlan("plan after taken");
    }
  }

  leaves() {
    this.closing.abort();
    for (const visitor of this.visitors) visitor.close();
  }
}

function printTimes() {
  for (const [kind, all] of Object.entries(took)) {
    const sorted = all.toSorted((one, other) => one - other);
    const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((part) => share(sorted, part).toFixed(0));
    console.log(
      `${kind.padEnd(18)} ${String(all.length).padStart(6)}   p50 ${p50} ms   p95 ${p95} ms   p99 ${p99} ms   most ${most} ms`,
    );
  }
}

// ── --find: the rate that the machine holds
/** One step. @returns whether nobody waited, nothing failed, and pages were quick */
async function isHeld(rate) {
  took = {};
  waits = {};
  unanswered = {};
  const release = (visitor, { stallId }) => visitor.post("release", "/mela/release", { stallId });
  const crowd = new Crowd(rate * FIND.seconds, FIND.seconds, release);
  const seconds = await crowd.comes();
  crowd.leaves();
  const [page = 0, reserve = 0] = ["page", "reserve"].map((kind) =>
    share(
      (took[kind] ?? [0]).toSorted((one, other) => one - other),
      0.95,
    ),
  );
  const others = Object.keys(crowd.reserves.other);
  const held = sum(waits) + sum(unanswered) + others.length === 0 && page <= FIND.pageMs;
  console.log(
    `${held ? "held    " : "not held"} ${String(rate).padStart(4)} a second: ${crowd.size} visitors in ${seconds.toFixed(0)} s, ` +
      `${sum(waits)} asked to wait, ${sum(unanswered)} without an answer, page p95 ${page.toFixed(0)} ms, ` +
      `reserve p95 ${reserve.toFixed(0)} ms, load ${loadavg()[0].toFixed(1)}${others.map((each) => `; ${each}`).join("")}`,
  );
  await sleep(FIND.restSeconds * 1000);
  return held;
}

if (options.find) {
  let held = 0;
  let next = FIND.from;
  while (await isHeld(next)) [held, next] = [next, next * 2];
  for (let halving = 0; held > 0 && halving < FIND.halvings && next - held > 1; halving++) {
    const middle = Math.round((held + next) / 2);
    if (await isHeld(middle)) held = middle;
    else next = middle;
  }
  report("a rate is held", held > 0 && failed.length === 0, `${held} visitors a second, not ${next}`);
  if (held > 0) {
    console.log(
      `The whole opening at that rate: node deploy/test/opening.mjs --visitors 5000 --over ${Math.ceil(5000 / held)}`,
    );
  }
  process.exit(verdict());
}

// ── The opening
/** Stalls that were paid, and payments under way: who gets a stall pays at once, because she holds it for ten minutes. */
let bookings = 0;
const paying = [];
async function pay(visitor, stall) {
  // Her page continues to the form.
  clearInterval(visitor.poll);
  const number = String(700_000_000 + paying.length);
  const orderId = `MELA${Date.now()}t${number}`;
  const registered = await visitor.post("register", "/mela/create-provisional-registration", {
    ...{
      orderId,
      ...NAMES[paying.length % NAMES.length],
      email: `asha.${number}@example.com`,
      phoneNumber: `9${number}`,
    },
    ...{ pincode: "560066", gstNumber: "", gstAddress: "" },
    ...{ stallId: stall.stallId, stallType: stall.type, paymentStatus: "payment_pending" },
  });
  const metadata = { type: "mela_stall", stallId: stall.stallId, stallType: stall.type };
  const initiated = await visitor.post("initiate", "/cashfree/initiate", { orderId, amount: stall.price, metadata });
  if ([registered, initiated].some(({ status }) => status === 0 || status >= 300)) {
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
    return answer.status === 200 && JSON.parse(answer.text).outcome?.kind === "sold";
  });
  if (sold) bookings++;
}

const loadBefore = loadavg()[0];
const opened = performance.now();
const crowd = new Crowd(VISITORS, OVER_SECONDS, (visitor, stall) => void paying.push(pay(visitor, stall)));
const minute = await crowd.comes();
const { reserves, winners, streams, visitors, capacity } = crowd;
const loadAfter = loadavg()[0];
await Promise.all(paying);
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
    return seen.size <= 1 && seen;
  })) || new Set(visitors.map(({ lastEvent }) => lastEvent).filter((id) => id !== undefined));
crowd.leaves();
plan.close();
payments.close();

console.log(
  `${VISITORS} visitors within ${OVER_SECONDS} s; all had pressed "reserve" after ${minute.toFixed(1)} s, all paid after ${whole.toFixed(1)} s`,
);
console.log(`load average ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after, ${cpus().length} processors`);
console.log(
  `reserves ${JSON.stringify(reserves)}, all ${capacity} stalls held after ${crowd.soldOutAfter?.toFixed(1)} s`,
);
console.log(`streams ${JSON.stringify(streams)}`);
console.log(`asked to wait, and asked again: ${sum(waits)} ${JSON.stringify(waits)}`);
console.log(`without an answer, and asked again: ${sum(unanswered)} ${JSON.stringify(unanswered)}`);
printTimes();
report("everything got an answer at last", failed.length === 0, `${failed.length} ${failed.slice(0, 5).join("; ")}`);
report("every answer to reserve was a stall or that it is taken", Object.keys(reserves.other).length === 0);
report("each stall was reserved once", winners.length === new Set(winners.map(({ stall }) => stall.stallId)).size);
report("each stall is sold once", Number(sold) === bookings && Number(twice) === 0, `${sold} sold, ${twice} twice`);
report("all that were reserved are paid", bookings === winners.length, `${bookings} of ${winners.length}`);
report("every stream has seen the last change", last.size <= 1, `${last.size} versions`);
reportVerify(() => run("exec", "-T", "jobs", "node", "backend/dist/bundle/verify.js"));
process.exit(verdict());
