import type { Database } from "../../src/platform/database/database.js";
import type { DatabaseRule, RuleSettings } from "../../src/verify/rule.js";
import { testConfig } from "../support/config.js";

/**
 * Lists violations of database rules as `rule: id, detail`. One statement, so that all rules see the same state, and fast
 * enough to run after every step of a test.
 */
export async function brokenRules(
  database: Pick<Database, "query">,
  rules: readonly DatabaseRule[],
  changes: Partial<RuleSettings> = {},
): Promise<string[]> {
  const { retention, holdSeconds } = testConfig();
  const settings: RuleSettings = { graceSeconds: 60, holdSeconds, retention, providerOrders: 10, ...changes };
  const parts = rules.map(
    ({ name, sql }, index) =>
      `SELECT '${name}: ' || id || ', ' || detail AS line FROM (${sql(settings)}) AS violation_${index}`,
  );
  const broken = await database.query<{ line: string }>(parts.join(" UNION ALL "));
  return broken.map(({ line }) => line);
}
