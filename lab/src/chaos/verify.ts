import { runVerify } from "@sakhi/testkit/product";
import type { ChaosProduct } from "./chaos-product.js";
import type { Violation } from "./report.js";

/** All work has finished before the check, but Temporal's list of runs lags by some seconds. */
const GRACE_SECONDS = 30;
/** Compares all orders of a chaos run with the provider. */
const ORDERS = 100_000;

/** Result of `npm run verify`. */
interface ChaosVerification {
  /** Number of checked rules. */
  readonly rulesChecked: number;
  /** Broken rules, and those that could not be checked. */
  readonly violations: readonly Violation[];
}

/** Runs `npm run verify` on the chaos run's product. */
export async function verify({ settings }: ChaosProduct): Promise<ChaosVerification> {
  try {
    const { results } = await runVerify(settings, "--grace", String(GRACE_SECONDS), "--orders", String(ORDERS));
    const violations = results.flatMap<Violation>(({ name, outcome, violations: rows, reason = "" }) => {
      if (outcome === "holds") return [];
      return outcome === "broken" ? [{ rule: name, rows }] : [{ rule: `${name} could not be checked`, rows: [reason] }];
    });
    return { rulesChecked: results.filter(({ outcome }) => outcome !== "not_checked").length, violations };
  } catch (error) {
    return { rulesChecked: 0, violations: [{ rule: "verify could not run", rows: [String(error).slice(-2_000)] }] };
  }
}
