import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CpuTime, secondsOfChildren, secondsOfSpecs } from "../lib/cpu-time.mjs";

/** Code that takes that many processor seconds, however busy the machine is. @param {number} seconds */
const busy = (seconds) => `while (process.cpuUsage().user < ${seconds * 1e6});`;

test("a step is counted with all its processes, also of a child that another child started", async (t) => {
  if (secondsOfChildren() === undefined) return t.skip("no /proc here");
  const cpu = new CpuTime();
  const run = (/** @type {string} */ code) => once(spawn(process.execPath, ["-e", code]), "exit");
  await cpu.during("parent", () =>
    run(`require("node:child_process").execFileSync(process.execPath, ["-e", "${busy(0.4)}"])`),
  );
  await cpu.during("alone", () => run(busy(0.2)));
  const steps = new Map(cpu.end());
  assert.ok((steps.get("parent") ?? 0) >= 0.4, `the child's child: ${steps.get("parent")}`);
  assert.ok((steps.get("alone") ?? 0) >= 0.2, `the child: ${steps.get("alone")}`);
});

test("a spec file is counted by what its worker took since the file before", () => {
  const folder = mkdtempSync(join(tmpdir(), "cpu-"));
  const line = (/** @type {string} */ file, /** @type {number} */ own, /** @type {number} */ children) =>
    `${JSON.stringify({ file, own, children })}\n`;
  writeFileSync(join(folder, "1"), line("a", 2, 0) + line("b", 3, 4));
  writeFileSync(join(folder, "2"), line("c", 4, 0));
  assert.deepEqual(secondsOfSpecs(folder), [
    { file: "b", own: 1, children: 4 },
    { file: "c", own: 4, children: 0 },
    { file: "a", own: 2, children: 0 },
  ]);
  rmSync(folder, { recursive: true });
});
