/**
 * `npm run lab -- fuzz`: fuzzes every API call with Schemathesis, on separate servers and a separate product
 * (docs/reliability.md, "API fuzzing").
 *
 *   npm run lab -- fuzz [--cases N] [--role anonymous|visitor|viewer|operator|all] [--seed S]
 */
import { parseArgs } from "node:util";
import { ClearError } from "../../scripts/lib/output.mjs";
import { test } from "../../scripts/lib/test.mjs";

const ROLES = ["anonymous", "visitor", "viewer", "operator", "all"];

/** @param {import("../../scripts/lib/command.mjs").Run} run @returns {Promise<number>} exit code */
export async function fuzz({ args, env, stop, temporal }) {
  const { values } = parseArgs({
    args,
    options: {
      cases: { type: "string", default: "10000" },
      role: { type: "string", default: "all" },
      seed: { type: "string" },
    },
  });
  const { cases, role, seed } = values;
  if (!(Number(cases) >= 1) || !ROLES.includes(role) || !Number.isInteger(Number(seed ?? 0)))
    throw new ClearError(`--cases is a number, --seed a whole one, --role one of ${ROLES.join(", ")}.`);
  const given = { FUZZ_CASES: cases, FUZZ_ROLE: role, ...(seed !== undefined && { FUZZ_SEED: seed }) };
  return test(["lab/test/fuzz/fuzz.spec"], { ...env, ...given }, stop, temporal);
}
