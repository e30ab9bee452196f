import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { TestProcess } from "@sakhi/testkit/processes";
import { ownProcess } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { execa } from "execa";
import { ChaosProduct, type ChaosServers } from "../chaos/chaos-product.js";
import { ChaosLog } from "../chaos/log.js";
import { AlarmWatch } from "./alarm-watch.js";
import { type AlarmStage, type Cause, CAUSES } from "./causes.js";
import { Traffic } from "./traffic.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** An alarm that takes longer has not fired, or not been resolved, in ms. */
const LIMIT_MS = 180_000;
/** Within this time the heartbeat is called, and without Prometheus no longer, in ms. */
const HEARTBEAT_MS = 60_000;
/** Timeout of a command, in ms. */
const COMMAND_MS = 240_000;

/** Options of a run. */
export interface AlarmOptions extends ChaosServers {
  readonly prometheus: string;
  readonly alertmanager: string;
  /** Only causes with one of these alarms; all if empty. */
  readonly only: readonly string[];
  readonly stop: AbortSignal;
  readonly say: (line: string) => void;
}

/** How an alarm came and went, in seconds; undefined if it did not within three minutes. */
export interface AlarmResult {
  readonly alarm: string;
  readonly cause: string;
  readonly fired: number | undefined;
  readonly resolved: number | undefined;
  readonly problem?: string;
}

/** Causes every alarm on a product of its own, and measures when it is called and when it is taken back. */
export async function alarmsRun(
  options: AlarmOptions,
): Promise<{ results: AlarmResult[]; notRun: string[]; mails: number }> {
  const { folder, say } = options;
  const product = await ChaosProduct.start(options, new ChaosLog(() => undefined));
  const traffic = new Traffic(product);
  let watch: AlarmWatch | undefined;
  const services: TestProcess[] = [];
  try {
    watch = await AlarmWatch.start({
      folder,
      deploy: join(ROOT, "deploy"),
      prometheus: options.prometheus,
      alertmanager: options.alertmanager,
      sites: product.sites,
      metricsToken: product.settings["METRICS_TOKEN"] ?? "",
      smtpUrl: product.settings["SMTP_URL"] ?? "",
    });
    const superuser = new URL(options.postgresUrl);
    superuser.pathname = "/chaos";
    const own = { BACKUP_DIR: join(folder, "backups"), MIGRATION_DATABASE_URL: superuser.href };
    const stage: AlarmStage = {
      product,
      traffic,
      folder,
      command: async (name, args, settings = {}) => {
        const { exitCode, all } = await execa(
          process.execPath,
          [join(ROOT, `backend/dist/bundle/${name}.js`), ...args],
          {
            env: { ...product.settings, ...own, ...settings },
            extendEnv: false,
            reject: false,
            all: true,
            timeout: COMMAND_MS,
          },
        );
        for (const line of all.split("\n").filter(Boolean).slice(-3)) say(`  ${name}: ${line}`);
        return exitCode ?? -1;
      },
      service: (name, ...args) => {
        const { options: plan } = ownProcess(name, join(folder, "logs", `${name}.log`), {
          ...product.settings,
          ...own,
        });
        const service = new TestProcess({ ...plan, args: [...plan.args, ...args] });
        services.push(service);
        return service;
      },
    };
    const results: AlarmResult[] = [];
    const notRun: string[] = [];
    if (options.only.length === 0 || options.only.includes("Heartbeat")) results.push(await heartbeat(watch));
    for (const cause of CAUSES) {
      if (options.stop.aborted) break;
      const names = cause.alarms.map(({ name }) => name);
      if (options.only.length > 0 && !names.some((name) => options.only.includes(name))) continue;
      const missing =
        (cause.needsDisk === "postgres" && product.disk === undefined) ||
        (cause.needsDisk === "pictures" && product.picturesDisk === undefined) ||
        (cause.needsRedis === true && !product.parts.has("redis"));
      if (missing) {
        notRun.push(`${names.join(", ")}: ${cause.what}`);
        continue;
      }
      say(`${cause.what} …`);
      for (const result of await tryCause(cause, stage, watch)) {
        results.push(result);
        say(
          `  ${result.alarm}: fired ${text(result.fired)}, resolved ${text(result.resolved)} ${result.problem ?? ""}`,
        );
      }
    }
    const mails = (await product.mails.all()).filter(({ subject }) => /FIRING/.test(subject)).length;
    return { results, notRun, mails };
  } finally {
    await traffic.stop();
    await Promise.all(services.map((service) => service.kill()));
    await watch?.stop();
    await product.stop();
  }
}

const text = (seconds: number | undefined): string =>
  seconds === undefined ? "NEVER" : `after ${seconds.toFixed(0)} s`;

async function tryCause(
  { what, alarms, prepare, begin }: Cause,
  stage: AlarmStage,
  watch: AlarmWatch,
): Promise<AlarmResult[]> {
  const problems: string[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
    work().catch((error: unknown) => {
      problems.push(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
      return undefined;
    });
  await attempt(async () => prepare?.(stage));
  await attempt(() => Promise.all(alarms.map(({ name, labels = {} }) => watch.untilResolved(name, labels, LIMIT_MS))));
  const since = performance.now();
  const heal = await attempt(() => begin(stage));
  // What a failed beginning has stopped must not spoil the next cause.
  if (heal === undefined) for (const part of stage.product.parts.values()) part.startAgain("a failed beginning");
  const isStarted = heal !== undefined;
  const fired = await Promise.all(
    alarms.map(({ name, labels = {} }) =>
      attempt(() => watch.untilFired(name, labels, since, isStarted ? LIMIT_MS : 0)),
    ),
  );
  const healed = performance.now();
  await attempt(async () => heal?.());
  const resolved = await Promise.all(
    alarms.map(({ name, labels = {} }) =>
      attempt(async () => {
        await watch.untilResolved(name, labels, LIMIT_MS);
        return performance.now() - healed;
      }),
    ),
  );
  const problem = problems.length === 0 ? {} : { problem: problems.join("; ") };
  return alarms.map(({ name }, index) => ({
    alarm: name,
    cause: what,
    fired: inSeconds(fired[index]),
    resolved: inSeconds(resolved[index]),
    ...problem,
  }));
}

const inSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);

/** The heartbeat is called while Prometheus runs, and not once it is killed; "resolved" is the first call after its start. */
async function heartbeat(watch: AlarmWatch): Promise<AlarmResult> {
  const since = performance.now();
  await until("the heartbeat to be called", () => Promise.resolve(watch.heartbeats.length > 0), HEARTBEAT_MS);
  const fired = (watch.heartbeats[0] ?? since) - since;
  await watch.prometheus.kill();
  // Alertmanager repeats an alarm until Prometheus has not confirmed it for some evaluations.
  await delay(HEARTBEAT_MS);
  const before = watch.heartbeats.length;
  await delay(HEARTBEAT_MS / 4);
  const silent = watch.heartbeats.length === before;
  const began = performance.now();
  await watch.prometheus.start();
  await until(
    "the heartbeat to be called again",
    () => Promise.resolve(watch.heartbeats.length > before),
    HEARTBEAT_MS,
  );
  return {
    alarm: "Heartbeat",
    cause: "all is well; its calls stop when Prometheus is killed, and begin again with it",
    fired: inSeconds(fired),
    resolved: inSeconds(performance.now() - began),
    ...(silent ? {} : { problem: "the calls went on without Prometheus" }),
  };
}
