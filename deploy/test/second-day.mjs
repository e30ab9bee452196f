/**
 * Checks what happens to a running docker-compose set-up after its first day: nothing is recreated without a change, an
 * update loses no request, visitors get a page while the apis are unreachable, and alerts fire then. Prints one line per check and
 * exits with 1 if any failed. Needs a started set-up; it stops and starts its containers.
 *
 *   node deploy/test/second-day.mjs
 *
 * COMPOSE: the command that runs it, "docker compose" by default; ENV_FILE: its settings, .env by default.
 */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = (process.env.COMPOSE ?? "docker compose").split(" ");
const settings = Object.fromEntries(
  readFileSync(process.env.ENV_FILE ?? `${root}/.env`, "utf8")
    .split("\n")
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);
/** Requests a second, and how long an alert may take: a minute's delay, two scrapes, two evaluations. */
const RATE = 5;
const ALERT_SECONDS = 180;

/** @param {...string} words */
const run = (...words) =>
  execFileSync(compose[0], [...compose.slice(1), ...words], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
const site = new URL(settings.PUBLIC_URL);
const ca = run("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt");

let failures = 0;
function report(name, ok, detail = "") {
  if (!ok) failures++;
  console.log(`${ok ? "ok    " : "FAILED"} ${name}${detail === "" ? "" : `: ${detail}`}`);
}

/** Repeats until the value is truthy, at most for the given seconds. */
async function until(seconds, value) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await Promise.resolve()
      .then(value)
      .catch(() => undefined);
    if (found || Date.now() > end) return found;
    await sleep(1000);
  }
}

/** A request of a new visitor, over https to this machine, whatever the host name is. */
function get(path) {
  return new Promise((resolve) => {
    const outgoing = request(
      {
        path,
        ca,
        host: "127.0.0.1",
        port: 443,
        servername: site.hostname,
        headers: { host: site.host },
        timeout: 20_000,
      },
      (response) => {
        const parts = [];
        response
          .on("data", (part) => parts.push(part))
          .on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }),
          );
      },
    );
    outgoing.on("error", (error) => resolve({ status: 0, headers: {}, text: String(error) }));
    outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
    outgoing.end();
  });
}

/** Sends requests at a steady rate until stopped. @returns a function that stops and resolves with the counts */
function load() {
  const paths = ["/", "/api/v1/mela/layout", "/paid-events/mela", "/api/v1/mela/facts"];
  const sent = [];
  const failed = [];
  const timer = setInterval(() => {
    const path = paths[sent.length % paths.length];
    const at = new Date().toISOString().slice(11, 19);
    sent.push(
      get(path).then(({ status, text }) => {
        if (status !== 200) failed.push(`${at} ${path} ${status} ${status === 0 ? text : ""}`);
      }),
    );
  }, 1000 / RATE);
  return async () => {
    clearInterval(timer);
    await Promise.all(sent);
    return { sent: sent.length, failed };
  };
}

const ids = () => run("ps", "-q", "--no-trunc").trim().split("\n").toSorted().join("\n");

// ── Nothing is recreated without a change
const before = ids();
for (const time of ["first", "second"]) {
  run("up", "-d", "--build", "--wait", "--wait-timeout", "300");
  report(`up -d --build, the ${time} time, recreates nothing`, ids() === before);
}

// ── An update under load
const stop = load();
const started = Date.now();
const ended = await new Promise((resolve) => {
  const child = spawn("deploy/update.sh", {
    cwd: root,
    env: { ...process.env, COMPOSE: compose.join(" ") },
    stdio: "inherit",
  });
  child.on("exit", resolve);
});
await sleep(3000);
const { sent, failed } = await stop();
report("deploy/update.sh ends well", ended === 0, `${((Date.now() - started) / 1000).toFixed(0)} s`);
report(
  "no request failed during the update",
  failed.length === 0 && sent > 50,
  `${failed.length} of ${sent} failed ${failed.slice(0, 5).join("; ")}`,
);
const image = execFileSync("docker", ["image", "inspect", "-f", "{{.Id}}", "sakhi-bazaar:0.1.0"], {
  encoding: "utf8",
}).trim();
const running = run("ps", "-q", "api", "orchestrator", "jobs").trim().split("\n");
const images = execFileSync("docker", ["inspect", "-f", "{{.Image}}", ...running], { encoding: "utf8" })
  .trim()
  .split("\n");
report(
  "every process runs the new image",
  running.length === 6 && images.every((each) => each === image),
  `${running.length} processes`,
);

// ── All apis away
run("stop", "api");
const page = await get("/paid-events/mela");
report(
  "a visitor gets a page while the apis are unreachable",
  page.status === 503 && page.text.includes("back in a moment"),
  `${page.status}, ${page.headers["content-type"]}`,
);
const call = await get("/api/v1/mela/layout");
report(
  "a call gets the API's form of an error",
  call.status === 503 &&
    JSON.parse(call.text).code === "service_unavailable" &&
    call.headers["retry-after"] !== undefined,
  call.text.slice(0, 80),
);
const prometheus = run("ps", "--services", "--status", "running").split("\n").includes("prometheus");
if (prometheus) {
  const from = Date.now();
  const firing = await until(ALERT_SECONDS, async () => {
    const { data } = await (await fetch("http://127.0.0.1:9090/api/v1/alerts")).json();
    const names = data.alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
    return names.includes("SiteDown") && names;
  });
  report(
    "SiteDown fires with every api stopped",
    firing,
    `${firing} after ${((Date.now() - from) / 1000).toFixed(0)} s`,
  );
  const received = await until(90, async () => {
    const alerts = await (await fetch("http://127.0.0.1:9093/api/v2/alerts")).json();
    return alerts.some(({ labels }) => labels.alertname === "SiteDown");
  });
  report("Alertmanager has it", received);
} else {
  console.log("not run: alerts with every api stopped (profile monitoring is not up)");
}
run("start", "api");
report("the site is back", await until(90, async () => (await get("/")).status === 200));

// ── Nothing is lost
let verified;
try {
  verified = run("exec", "-T", "api", "node", "backend/dist/bundle/verify.js").trim().split("\n").at(-1);
} catch (error) {
  verified = `exit ${error.status}: ${error.stdout}`;
}
report("verify: all rules hold", !verified.startsWith("exit"), verified);
console.log(failures === 0 ? "all checks passed" : `${failures} checks failed`);
process.exit(failures === 0 ? 0 : 1);
