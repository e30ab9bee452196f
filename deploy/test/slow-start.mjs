/**
 * The first `docker compose up` on a slow machine: every service gets a part of the processor that docker-compose.yml allows it, a
 * quarter by default. One command must end well, and no service may need more than half of the time after which it would count as
 * unhealthy. Prints how long each took, and exits with 1 if any check failed.
 *
 *   node deploy/test/slow-start.mjs               a quarter as fast
 *   node deploy/test/slow-start.mjs --part 8      an eighth
 *
 * It has a compose project of its own, sakhi-slow, which it deletes before and afterwards, and builds at full speed first. Ports 80,
 * 443, 4443, 8025 and 8080 must be free.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { output, report, Site, until, verdict, writeTrialSettings } from "./setup.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PROJECT = "sakhi-slow";
const PUBLIC_URL = "https://mela.sakhi.internal";
/** How long the command may wait for all, in seconds. */
const WAIT_SECONDS = 1_800;
/** Part of its allowance that a service may use. */
const MOST_PART = 0.5;
/** What Docker counts as, in seconds, where a health check does not say it. */
const DEFAULTS = { interval: 30, retries: 3, start_period: 0 };

const { values: options } = parseArgs({ options: { part: { type: "string", default: "4" } } });
const part = Number(options.part);
if (!(part >= 1)) {
  console.error("Which part of the processor? node deploy/test/slow-start.mjs --part 4");
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), "sakhi-slow-"));
const envFile = join(work, "slow.env");
writeTrialSettings(envFile, { PUBLIC_URL });
const plain = ["compose", "-p", PROJECT, "--env-file", envFile, "--profile", "trial", "-f", "docker-compose.yml"];
const docker = (...words) => output("docker", words, { cwd: root });
const { services } = JSON.parse(docker(...plain, "config", "--format", "json"));
const override = join(work, "slow.yml");
const limits = Object.entries(services).map(([name, { cpus }]) => `  ${name}: { cpus: ${(cpus / part).toFixed(3)} }\n`);
writeFileSync(override, `services:\n${limits.join("")}`);
const compose = [...plain, "-f", override];

/** Seconds of a duration such as 2m0s. */
const seconds = (text) =>
  [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)].reduce(
    (sum, [, n, unit]) => sum + n * { h: 3600, m: 60, s: 1, ms: 0.001 }[unit],
    0,
  );
/** After how many seconds without a good answer a service counts as unhealthy. */
function allowance({ interval, retries, start_period: start }) {
  const each = interval === undefined ? DEFAULTS.interval : seconds(interval);
  return (start === undefined ? DEFAULTS.start_period : seconds(start)) + each * (retries ?? DEFAULTS.retries);
}

/** Notes when each container is first seen healthy, until stopped. */
function watch() {
  const healthy = new Map();
  let stopped = false;
  const format =
    '{{index .Config.Labels "com.docker.compose.service"}} {{.State.StartedAt}} {{with .State.Health}}{{.Status}}{{end}}';
  const done = (async () => {
    for (; ; await sleep(1000)) {
      const ids = docker("ps", "-q", "-f", `label=com.docker.compose.project=${PROJECT}`).split("\n").filter(Boolean);
      // A container may end in between.
      const states = ids.length === 0 ? "" : await until(3, () => docker("inspect", "-f", format, ...ids), 300);
      for (const line of (states ?? "").split("\n")) {
        const [name, startedAt, health] = line.split(" ");
        const took = (Date.now() - Date.parse(startedAt)) / 1000;
        if (health === "healthy" && !healthy.has(name)) healthy.set(name, took);
      }
      if (stopped) return healthy;
    }
  })();
  return () => {
    stopped = true;
    return done;
  };
}

const down = () => docker(...compose, "down", "--volumes", "--remove-orphans", "--timeout", "5");
let ended = false;
try {
  down();
  for (const [name, { build }] of Object.entries(services)) if (build !== undefined) docker(...compose, "build", name);
  const stop = watch();
  const from = Date.now();
  const code = await new Promise((resolve) => {
    const words = [...compose, "up", "-d", "--wait", "--wait-timeout", String(WAIT_SECONDS)];
    spawn("docker", words, { cwd: root, stdio: "inherit" }).on("exit", resolve);
  });
  const took = (Date.now() - from) / 1000;
  const healthy = await stop();
  report(
    `one docker compose up with ${(100 / part).toFixed(0)} % of the processor`,
    code === 0,
    `${took.toFixed(0)} s`,
  );
  for (const [name, { healthcheck }] of Object.entries(services)) {
    if (healthcheck?.test === undefined) continue;
    const allowed = allowance(healthcheck);
    const used = healthy.get(name);
    report(
      `${name} is healthy within half of its time`,
      used !== undefined && used <= allowed * MOST_PART,
      used === undefined ? "never" : `${used.toFixed(0)} of ${allowed} s`,
    );
  }
  const ca = docker(...compose, "exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt");
  const site = new Site(PUBLIC_URL, ca);
  for (const path of ["/readyz", "/paid-events/mela", "/api/v1/mela/layout"]) {
    const { status, text } = await site.send("GET", path);
    report(`${path} answers`, status === 200, status === 200 ? "" : `${status} ${text.slice(0, 120)}`);
  }
  ended = true;
} catch (error) {
  report("the run", false, error.stack);
} finally {
  if (ended) down();
  else console.log(`left as it is: docker ${compose.join(" ")} (in ${root})`);
}
process.exitCode = verdict();
