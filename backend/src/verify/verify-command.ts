import { parseArgs } from "node:util";
import { SentenceError } from "../platform/commands/sentence-error.js";
import { RULES } from "./rules.js";
import type { VerificationOptions, VerificationReport, RuleResult } from "./verify.service.js";
import { countOf, RULE_NAMES } from "./verify.service.js";

/** Invalid command line. Printed as one sentence, without a stack. */
export class VerifyCommandError extends SentenceError {}

/** Exit codes: all rules hold, a rule is broken, a rule could not be checked. */
const EXIT = { holds: 0, broken: 1, not_checked: 2 } as const;

/** A parsed command line. */
export interface VerifyCommand extends VerificationOptions {
  readonly json: boolean;
}

const PARTS = ["database", "temporal", "provider", "pictures"] as const;

/**
 * Parses the command line: `--json`, `--grace <seconds>`, `--orders <number>`, `--only <rule,…>` and
 * `--without temporal,provider,pictures`.
 *
 * @throws VerifyCommandError for unknown options and values
 */
export function readVerifyCommand(args: readonly string[]): VerifyCommand {
  const { json, grace, orders, only, without } = optionsOf(args);
  const names = listOf(only);
  const excluded = (without ?? []).flatMap(listOf);
  refuseUnknown(names, RULE_NAMES, "rule");
  refuseUnknown(excluded, PARTS, "part");
  const rules = RULES.filter(
    ({ name, over = "database" }) => (names.length === 0 || names.includes(name)) && !excluded.includes(over),
  );
  return {
    json,
    rules,
    ...(grace === undefined ? {} : { graceSeconds: numberOf("--grace", grace) }),
    ...(orders === undefined ? {} : { providerOrders: numberOf("--orders", orders) }),
  };
}

function optionsOf(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        json: { type: "boolean", default: false },
        grace: { type: "string" },
        orders: { type: "string" },
        only: { type: "string" },
        without: { type: "string", multiple: true },
      },
    });
    return values;
  } catch (error) {
    throw new VerifyCommandError(error instanceof Error ? error.message : "unknown option");
  }
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function refuseUnknown(given: readonly string[], known: readonly string[], what: string): void {
  const unknown = given.filter((word) => !known.includes(word));
  if (unknown.length === 0) return;
  throw new VerifyCommandError(`There is no ${what} ${unknown.join(", ")}. Known: ${known.join(", ")}.`);
}

function numberOf(option: string, text: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new VerifyCommandError(`${option} must be a whole number.`);
}

/** Exit code of a report. */
export function exitCodeOf(report: VerificationReport): number {
  if (countOf(report, "broken") > 0) return EXIT.broken;
  return countOf(report, "not_checked") > 0 ? EXIT.not_checked : EXIT.holds;
}

/** Formats a report: one line per rule, then the broken rules with their violations and what to do. */
export function reportLines(report: VerificationReport): string[] {
  const { results, seconds } = report;
  const widest = Math.max(0, ...results.map(({ name }) => name.length));
  const table = results.map(
    (result) =>
      `${MARK[result.outcome]} ${result.name.padEnd(widest)}  ${result.seconds.toFixed(1).padStart(5)} s  ${textOf(result)}`,
  );
  const broken = results.filter(({ outcome }) => outcome === "broken");
  const summary =
    `${countOf(report, "holds")} rules hold, ${broken.length} are broken, ` +
    `${countOf(report, "not_checked")} could not be checked (${seconds.toFixed(1)} s)`;
  return [...table, ...broken.flatMap(detailLines), "", summary];
}

const MARK = { holds: "✓", broken: "✗", not_checked: "?" } as const;

function textOf({ outcome, count, description, reason }: RuleResult): string {
  if (outcome === "broken") return `${count} ${count === 1 ? "row breaks" : "rows break"} it`;
  return outcome === "not_checked" ? `not checked: ${reason ?? ""}` : description;
}

function detailLines({ name, description, resolution, violations, count }: RuleResult): string[] {
  const more = count - violations.length;
  return [
    "",
    `${name}: ${description}`,
    ...violations.map(({ id, detail }) => `  ${id}: ${detail}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    `  What to do: ${resolution}`,
  ];
}
