/** Runs the unit tests of Prometheus' alerts with promtool, if this machine has it (Debian: package prometheus). */
import { execa } from "execa";
import { root } from "./lib/files.mjs";
import { print, printError } from "./lib/output.mjs";

const FOLDER = "deploy/prometheus";

/** @param {string[]} args @returns {Promise<boolean | undefined>} whether it passed; undefined without promtool */
async function promtool(...args) {
  const { failed, exitCode, all } = await execa("promtool", args, { cwd: root, all: true, reject: false });
  if (failed && exitCode === undefined) return undefined;
  if (failed) printError(String(all));
  return !failed;
}

const rules = await promtool("check", "rules", `${FOLDER}/alerts.yml`, `${FOLDER}/objectives.yml`);
const files = ["alerts.test.yml", "backups.test.yml", "certificate.test.yml", "objectives.test.yml"].map(
  (name) => `${FOLDER}/${name}`,
);
const tests = rules === undefined ? undefined : await promtool("test", "rules", ...files);
if (tests === undefined) print("not run: unit tests of the alerts (no promtool here)");
else if (!rules || !tests) process.exitCode = 1;
