/**
 * Checks what happens to a running docker-compose set-up after its first day: nothing is recreated without a change, an
 * update loses no request, visitors get a page while the apis are unreachable, and alerts fire then. Prints one line per check and
 * exits with 1 if any failed. Needs a started set-up; it stops and starts its containers.
 *
 *   node deploy/test/second-day.mjs
 *
 * COMPOSE: the command that runs it, "docker compose" by default; ENV_FILE: its settings, .env by default.
 */
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { output, readPages, readSettings, report, reportVerify, Site, until, verdict } from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = (process.env.COMPOSE ?? "docker compose").split(" ");
const settings = readSettings(process.env.ENV_FILE ?? `${root}/.env`);
/** How long an alert may take: a minute's delay, two scrapes, two evaluations. */
const ALERT_SECONDS = 180;

/** @param {...string} words */
const run = (...words) => output(compose[0], [...compose.slice(1), ...words], { cwd: root });
const site = new Site(
  settings.PUBLIC_URL,
  run("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt"),
);
/** @param {string} path */
const get = (path) => site.send("GET", path);

const ids = () => run("ps", "-q", "--no-trunc").trim().split("\n").toSorted().join("\n");

// ── Nothing is recreated without a change
const before = ids();
for (const time of ["first", "second"]) {
  run("up", "-d", "--build", "--wait", "--wait-timeout", "300");
  report(`up -d --build, the ${time} time, recreates nothing`, ids() === before);
}

// ── An update under load
const stop = readPages(site);
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
const image = output("docker", ["image", "inspect", "-f", "{{.Id}}", "sakhi-bazaar:1.0.0"]).trim();
const running = run("ps", "-q", "api", "orchestrator", "jobs", "decoder", "backup").trim().split("\n");
const images = output("docker", ["inspect", "-f", "{{.Image}}", ...running])
  .trim()
  .split("\n");
report(
  "every process runs the new image",
  running.length === 8 && images.every((each) => each === image),
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
reportVerify(() => run("exec", "-T", "api", "node", "backend/dist/bundle/verify.js"));
process.exit(verdict());
