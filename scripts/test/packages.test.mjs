import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeAudit, notExact, withoutIntegrity } from "../lib/lock-integrity.mjs";

test("a range, a tag or a star is no exact version", () => {
  assert.deepEqual(
    notExact({
      dependencies: { a: "1.2.3", b: "^1.2.3", c: "*", d: "18.4.0-beta.17" },
      devDependencies: { e: "latest" },
      overrides: { f: "21.3.4", g: { h: "^1" } },
    }),
    ["b ^1.2.3", "c *", "e latest", "h ^1"],
  );
});

test("what the lock does not pin is named, and what only other platforms need told apart", () => {
  const integrity = "sha512-x";
  const packages = {
    "": {},
    backend: { version: "0.1.0" },
    "node_modules/@sakhi/backend": { link: true },
    "node_modules/good": { version: "1.0.0", integrity },
    "node_modules/bad": { version: "1.0.0" },
    "backend/node_modules/@x/y-linux-x64": { version: "2.0.0", optional: true, os: ["linux"], cpu: ["x64"] },
    "node_modules/z-darwin-arm64": { version: "3.0.0", optional: true, os: ["darwin"], cpu: ["arm64"] },
    "node_modules/needed-darwin": { version: "3.0.0", os: ["darwin"] },
  };
  assert.deepEqual(
    withoutIntegrity(packages).map(({ name, elsewhere }) => [name, elsewhere]),
    [
      ["bad@1.0.0", false],
      ["@x/y-linux-x64@2.0.0", false],
      ["z-darwin-arm64@3.0.0", true],
      ["needed-darwin@3.0.0", false],
    ],
  );
});

test("an audit fails on high and critical only, and says why it was not made", () => {
  const report = (/** @type {string} */ severity) =>
    JSON.stringify({ vulnerabilities: { p: { name: "p", severity, range: "<2.0.0" } } });
  assert.deepEqual(judgeAudit(report("critical")), { vulnerable: ["p <2.0.0"] });
  assert.deepEqual(judgeAudit(report("high")), { vulnerable: ["p <2.0.0"] });
  assert.deepEqual(judgeAudit(report("moderate")), { vulnerable: [] });
  assert.deepEqual(judgeAudit('{"vulnerabilities":{}}'), { vulnerable: [] });
  assert.match(judgeAudit('{"message":"405 Method Not Allowed"}').notRun ?? "", /no audit endpoint/);
  assert.match(judgeAudit("").notRun ?? "", /does not answer/);
});
