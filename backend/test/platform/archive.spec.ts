import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { readArchiveRun } from "../../src/backup/archive-run.js";

// deploy/archive/archive.sh with stand-ins for pgBackRest and PostgreSQL (no package of pgBackRest that knows PostgreSQL 18 fits every
// machine that runs the specs): what it decides, and how it calls them. deploy/test/lifetime.mjs runs it with the real ones.

const SCRIPT = readFileSync(fileURLToPath(new URL("../../../deploy/archive/archive.sh", import.meta.url)), "utf8");

/** A command that logs its arguments, then does this. */
const standIn = (body: string) => `#!/bin/sh\ncd "$FOLDER"\necho "$(basename "$0") $*" >> calls\n${body}\n`;
const STAND_INS = {
  // Its settings are in the environment.
  pgbackrest: standIn(`env | grep ^PGBACKREST | sort > settings
case " $* " in
*" $(cat fails 2> /dev/null || echo nothing) "*) echo "P00   WARN: first"; echo "P00  ERROR: [055]: $(cat fails) is broken"; exit 55 ;;
esac`),
  psql: standIn(`case "$*" in
*"NOT pg_is_in_recovery"*) [ ! -e ready ] || echo t ;;
*"last_archived_wal"*) cat archived 2> /dev/null || echo t ;;
*"txid_current() > 100"*) cat known 2> /dev/null || echo t ;;
*"txid_current()"*) echo 100 ;;
*"pg_walfile_name"*) echo 000000010000000000000005 ;;
*"datname"*) echo postgres ;;
esac`),
  pg_isready: standIn(""),
  flock: standIn(""),
  "docker-entrypoint.sh": standIn(""),
  sleep: standIn("exec /bin/sleep 0.05"),
  // In India, as the script asks for it.
  date: standIn(`case "$*" in
+%F) cat day ;;
+%H) cat hour ;;
+%s) cat seconds ;;
*) echo 2026-11-28T20:30:00Z ;;
esac`),
  // A shell cannot handle the signal that the script sends, because it starts the server in the background.
  postgres: `#!/usr/bin/env node
const { existsSync, rmSync, writeFileSync } = require("node:fs");
const ready = process.env.FOLDER + "/ready";
if (existsSync(process.env.FOLDER + "/fatal")) {
  console.error("LOG:  starting\\nFATAL:  the copy is broken");
  process.exit(1);
}
process.on("SIGINT", () => {
  rmSync(ready);
  process.exit(0);
});
setInterval(() => undefined, 1000);
writeFileSync(ready, "");
`,
};

let state: string;
let script: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "sakhi-archive-"));
  const bin = join(state, "bin");
  for (const folder of ["bin", "archive-state", "drill", "tmp", "pgdata"]) mkdirSync(join(state, folder));
  for (const [name, text] of Object.entries(STAND_INS)) writeFileSync(join(bin, name), text, { mode: 0o755 });
  // Its folders are those of a container.
  const own = SCRIPT.replaceAll(/(?<=[ ="])\/(archive-state|drill|tmp)\b/g, `${state}/$1`);
  script = join(bin, "archive");
  writeFileSync(script, own, { mode: 0o755 });
  at("2026-11-29", "02", 0);
});
afterEach(() => rmSync(state, { recursive: true }));

const put = (name: string, text: string) => writeFileSync(join(state, name), text);
const get = (name: string) => (existsSync(join(state, name)) ? readFileSync(join(state, name), "utf8") : "");
function at(day: string, hour: string, seconds: number): void {
  put("day", day);
  put("hour", hour);
  put("seconds", String(seconds));
}

const environment = (env: Readonly<Record<string, string>>) => ({
  PATH: `${join(state, "bin")}:${process.env["PATH"] ?? ""}`,
  FOLDER: state,
  PGDATA: join(state, "pgdata"),
  ...env,
});
function archive(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr, stdout } = spawnSync(script, words, { env: environment(env), encoding: "utf8" });
  return { status, stdout, stderr };
}
const calls = (command: string) =>
  get("calls")
    .split("\n")
    .flatMap((line) => (line.startsWith(`${command} `) ? [line.slice(command.length + 1)] : []));
const noted = () => readArchiveRun(get("archive-state/run"));

const BUCKET = {
  BACKUP_BUCKET_URL: "https://s3.bazaar.example:8443/backups/",
  BACKUP_BUCKET_KEY_ID: "an-id",
  BACKUP_BUCKET_SECRET: "a-secret",
};

describe("where it archives to", () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ["a bucket without a key", BUCKET, /^ARCHIVE_KEY is not set: nothing leaves this machine unencrypted/],
    ["a plain address", { ...BUCKET, BACKUP_BUCKET_URL: "http://s3.bazaar.example/backups" }, /must be https/],
    ["an address without a bucket", { ...BUCKET, BACKUP_BUCKET_URL: "https://s3.bazaar.example" }, /bucket's name/],
  ])("refuses %s, whatever it is asked for", (_what, env, sentence) => {
    for (const words of [["server", "postgres"], ["schedule"], ["backup"], ["info"], ["restore"]]) {
      const { status, stderr } = archive(words, env);
      expect([words[0], status]).toEqual([words[0], 1]);
      expect(stderr).toMatch(sentence);
    }
    expect([calls("pgbackrest"), calls("docker-entrypoint.sh")]).toEqual([[], []]);
  });

  it("names the bucket to pgBackRest, and encrypts", () => {
    expect(archive(["info"], { ...BUCKET, ARCHIVE_KEY: "k", ARCHIVE_NAME: "mela" }).status).toBe(0);
    const settings = get("settings");
    for (const line of [
      "PGBACKREST_REPO1_TYPE=s3",
      "PGBACKREST_REPO1_S3_ENDPOINT=s3.bazaar.example",
      "PGBACKREST_REPO1_STORAGE_PORT=8443",
      "PGBACKREST_REPO1_S3_BUCKET=backups",
      "PGBACKREST_REPO1_S3_REGION=auto",
      "PGBACKREST_REPO1_S3_KEY=an-id",
      "PGBACKREST_REPO1_S3_KEY_SECRET=a-secret",
      "PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc",
      "PGBACKREST_REPO1_CIPHER_PASS=k",
      "PGBACKREST_STANZA=mela",
    ])
      expect(settings.split("\n")).toContain(line);
  });

  it("archives to its volume without a bucket, encrypted only with a key", () => {
    expect(archive(["info"]).status).toBe(0);
    expect(get("settings")).not.toMatch(/CIPHER|S3/);
    expect(archive(["info"], { ARCHIVE_KEY: "k" }).status).toBe(0);
    expect(get("settings")).toContain("PGBACKREST_REPO1_CIPHER_TYPE=aes-256-cbc");
  });
});

describe("the server", () => {
  it("archives each segment within ten seconds, and none after a restore until a person says so", () => {
    expect(archive(["server", "postgres", "-cmax_connections=300"]).status).toBe(0);
    const [words = ""] = calls("docker-entrypoint.sh");
    expect(words).toMatch(
      /^postgres -cmax_connections=300 -c archive_mode=on -c archive_timeout=10 -c archive_command=/,
    );
    const command = words.replace(/^.*archive_command=/, "").replace("%p", "pg_wal/5");
    // As PostgreSQL runs it: in the data folder.
    const push = () => spawnSync("sh", ["-c", command], { cwd: join(state, "pgdata"), env: environment({}) }).status;
    expect(push()).toBe(0);
    put("pgdata/archive.paused", "");
    expect(push()).not.toBe(0);
    expect(calls("pgbackrest")).toEqual(["archive-push pg_wal/5"]);
    expect(archive(["resume"]).status).toBe(0);
    expect(push()).toBe(0);
  });
});

describe("a base backup", () => {
  it("is full at first and after a week, differential in between, and tried by a restore each time", () => {
    const day = 86_400;
    const kinds = [0, 1, 6, 7, 8].map((days) => {
      put("calls", "");
      at("2026-11-29", "02", days * day);
      expect(archive(["backup"]).status).toBe(0);
      const [kind = "", verify, restore = ""] = calls("pgbackrest");
      expect([verify, restore]).toEqual(["verify", `--pg1-path=${state}/drill/data --archive-mode=off restore`]);
      return kind;
    });
    expect(kinds).toEqual(["full", "diff", "diff", "full", "diff"].map((kind) => `--type=${kind} backup`));
    expect(noted()).toMatchObject({ succeeded: true, problem: "" });
    expect(get("archive-state/last").trim()).toBe("2026-11-29");
    expect(existsSync(join(state, "drill/data"))).toBe(false);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["the backup fails", { fails: "backup" }, /^\[055\]: backup is broken$/],
    ["a file of the archive is damaged", { fails: "verify" }, /^\[055\]: verify is broken$/],
    ["the restore fails", { fails: "restore" }, /^\[055\]: restore is broken$/],
    ["the restored server ends", { fatal: "" }, /^the restored server ended: FATAL: {2}the copy is broken$/],
    ["the newest transaction is missing", { known: "f" }, /^the restored server does not know the newest transaction$/],
    ["the log is not archived", { archived: "f" }, /^the write-ahead log was not archived within a minute$/],
  ])("is noted as failed when %s, with what is wrong, and is tried again", (_when, files, problem) => {
    for (const [name, text] of Object.entries(files)) put(name, text);
    expect(archive(["backup"]).status).toBe(1);
    expect(noted()?.succeeded).toBe(false);
    expect(noted()?.problem).toMatch(problem);
    expect(get("archive-state/last")).toBe("");
    for (const name of Object.keys(files)) rmSync(join(state, name));
    expect(archive(["backup"]).status).toBe(0);
    expect(noted()).toMatchObject({ succeeded: true, problem: "" });
  });

  it("leaves no server behind when its trial fails", () => {
    put("known", "f");
    expect(archive(["backup"]).status).toBe(1);
    expect(existsSync(join(state, "ready"))).toBe(false);
  });
});

describe("the schedule", () => {
  let running: ChildProcess | undefined;
  /** Runs it until it has looked twice, or made a backup. @returns the backups */
  async function looks(): Promise<string[]> {
    running = spawn("timeout", ["120", script, "schedule"], { env: environment({}), detached: true, stdio: "ignore" });
    try {
      await until("the schedule to look", () =>
        Promise.resolve(calls("sleep").filter((seconds) => /^(30|60)$/.test(seconds)).length >= 2),
      );
    } finally {
      process.kill(-(running.pid ?? 0), "SIGKILL");
    }
    return calls("pgbackrest").filter((words) => words.endsWith(" backup"));
  }

  it.each<[string, string, string, number]>([
    ["at once, if there was none", "", "01", 1],
    ["not before its hour", "2026-11-28", "01", 0],
    ["at its hour", "2026-11-28", "02", 1],
    ["later, if the hour was missed", "2026-11-28", "09", 1],
    ["once a day", "2026-11-29", "03", 0],
  ])("makes a base backup: %s", async (_when, last, hour, count) => {
    if (last !== "") put("archive-state/last", last);
    at("2026-11-29", hour, 0);
    expect((await looks()).length).toBe(count);
  });

  it("makes none after a restore, until a person says which machine continues", async () => {
    put("pgdata/archive.paused", "");
    expect(await looks()).toEqual([]);
  });

  it("notes that a store belongs to another installation, and makes none", async () => {
    put("fails", "stanza-create");
    expect(await looks()).toEqual([]);
    expect(noted()).toMatchObject({ succeeded: false, problem: "[055]: stanza-create is broken" });
  });
});

describe("a restore", () => {
  it("refuses while there is a database, and touches nothing", () => {
    put("pgdata/PG_VERSION", "18\n");
    const { status, stderr } = archive(["restore"]);
    expect(status).toBe(1);
    expect(stderr).toContain("docker volume rm sakhi-bazaar_database");
    expect([calls("pgbackrest"), existsSync(join(state, "pgdata/archive.paused"))]).toEqual([[], false]);
  });

  it.each<[string, readonly string[], string]>([
    ["the newest", [], "--log-level-console=info restore"],
    [
      "a chosen second",
      ["2026-12-03 10:03:29+05:30"],
      "--log-level-console=info --type=time --target=2026-12-03 10:03:29+05:30 --target-action=promote restore",
    ],
  ])("restores %s; the product learns of it, and nothing is archived", (_what, moment, words) => {
    rmSync(join(state, "pgdata"), { recursive: true });
    const { status, stdout } = archive(["restore", ...moment]);
    expect(status).toBe(0);
    expect(calls("pgbackrest")).toEqual([words]);
    expect(get("pgdata/postgresql.auto.conf")).toBe("hot_standby = off\nsakhi.restored = '2026-11-28T20:30:00Z'\n");
    expect(existsSync(join(state, "pgdata/archive.paused"))).toBe(true);
    expect(stdout).toContain("archive resume");
  });

  it("leaves no pause and no claim behind when it fails", () => {
    put("fails", "restore");
    expect(archive(["restore"]).status).toBe(55);
    expect([existsSync(join(state, "pgdata/archive.paused")), get("pgdata/postgresql.auto.conf")]).toEqual([false, ""]);
  });

  it("continues with a full base backup", () => {
    put("archive-state/last", "2026-11-29");
    put("archive-state/full", "0");
    put("pgdata/archive.paused", "");
    expect(archive(["resume"]).status).toBe(0);
    for (const name of ["archive-state/last", "archive-state/full", "pgdata/archive.paused"])
      expect([name, existsSync(join(state, name))]).toEqual([name, false]);
  });
});

it("explains itself for an unknown word, and does nothing", () => {
  for (const words of [[], ["restart"]]) {
    const { status, stderr } = archive(words);
    expect(status).toBe(2);
    expect(stderr).toContain(
      'archive restore [moment]    restores into an empty volume, e.g. "2026-12-03 10:03:29+05:30"',
    );
  }
  expect(get("calls")).toBe("");
});
