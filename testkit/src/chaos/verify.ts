import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { Violation } from "./report.js";
import type { StormProduct } from "./storm-product.js";

const COMMAND = fileURLToPath(new URL("../../../backend/dist/bundle/verify.js", import.meta.url));

/** What moves by itself has ended already when the rules are looked at; Temporal's list of runs is some seconds behind. */
const GRACE_SECONDS = 30;
/** All orders of a storm are compared with the provider's. */
const ORDERS = 100_000;

/** As `npm run verify --json` prints it; only what is read. */
interface VerificationReport {
  readonly results: readonly {
    readonly name: string;
    readonly outcome: "holds" | "broken" | "not_checked";
    readonly violations: readonly unknown[];
    readonly reason?: string;
  }[];
}

/** Whether this build has the command. */
export function canVerify(): boolean {
  return existsSync(COMMAND);
}

/** What `npm run verify` said. */
export interface Verification {
  /** How many rules were checked. */
  readonly rulesChecked: number;
  /** The rules that are broken, and those that could not be checked. */
  readonly violations: readonly Violation[];
}

/** `npm run verify` on the storm's product. */
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
    // With Redis there is no queue in PostgreSQL to look at.
    if (outcome === "holds" || reason.includes("no such table")) return [];
    return [{ rule: `${name} could not be checked`, rows: [reason] }];
  });
  return { rulesChecked: results.filter(({ outcome }) => outcome !== "not_checked").length, violations };
}
