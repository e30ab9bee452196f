import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Violation } from "./report.js";
import type { StormProduct } from "./storm-product.js";

const COMMAND = fileURLToPath(new URL("../../../backend/dist/bundle/verify.js", import.meta.url));

/** All work has finished before the check, but Temporal's list of runs lags by some seconds. */
const GRACE_SECONDS = 30;
/** Compares all orders of a storm with the provider. */
const ORDERS = 100_000;

/** Output of `npm run verify --json`, as far as it is read. */
interface VerificationReport {
  readonly results: readonly {
    readonly name: string;
    readonly outcome: "holds" | "broken" | "not_checked";
    readonly violations: readonly unknown[];
    readonly reason?: string;
  }[];
}

/** True if this build contains the command. */
export function canVerify(): boolean {
  return existsSync(COMMAND);
}

/** Result of `npm run verify`. */
export interface Verification {
  /** Number of checked rules. */
  readonly rulesChecked: number;
  /** Broken rules, and those that could not be checked. */
  readonly violations: readonly Violation[];
}

/** Runs `npm run verify` on the storm's product. */
export async function verify(product: StormProduct): Promise<Verification> {
  const { stdout, stderr } = await execa(
    process.execPath,
    [COMMAND, "--json", "--grace", String(GRACE_SECONDS), "--orders", String(ORDERS)],
    { env: product.settings, extendEnv: false, reject: false, timeout: 300_000 },
  );
  const json = stdout.slice(Math.max(0, stdout.indexOf("{")));
  if (!json.startsWith("{")) {
    return { rulesChecked: 0, violations: [{ rule: "verify could not run", rows: [stderr.slice(-2_000)] }] };
  }
  const { results } = JSON.parse(json) as VerificationReport;
  const violations = results.flatMap(({ name, outcome, violations, reason = "" }) => {
    if (outcome === "broken") return [{ rule: name, rows: violations }];
    // With Redis there is no queue in PostgreSQL.
    if (outcome === "holds" || reason.includes("no such table")) return [];
    return [{ rule: `${name} could not be checked`, rows: [reason] }];
  });
  return { rulesChecked: results.filter(({ outcome }) => outcome !== "not_checked").length, violations };
}
