/**
 * `npm run fuzz`: every call of the API abused by Schemathesis, on servers and a product of its own
 * (docs/reliability.md, "Every call abused").
 *
 *   npm run fuzz -- [--cases N] [--role anonymous|visitor|viewer|operator|all] [--seed S]
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { complain } from "./lib/output.mjs";

const ROLES = ["anonymous", "visitor", "viewer", "operator", "all"];

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    role: { type: "string", default: "all" },
    seed: { type: "string" },
  },
});
const { cases, role, seed } = values;
if (!(Number(cases) >= 1) || !ROLES.includes(role) || !Number.isInteger(Number(seed ?? 0))) {
  complain(`--cases is a number, --seed a whole one, --role one of ${ROLES.join(", ")}.`);
  process.exit(1);
}
const tests = spawn(
  process.execPath,
  [fileURLToPath(new URL("test.mjs", import.meta.url)), "product/fuzz.spec"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      FUZZ_CASES: cases,
      FUZZ_ROLE: role,
      ...(seed === undefined ? {} : { FUZZ_SEED: seed }),
    },
  },
);
// Ctrl-C reaches both: this one waits for the servers to be stopped.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => tests.kill("SIGTERM"));
tests.on("exit", (code) => process.exit(code ?? 1));
