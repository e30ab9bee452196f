import { withinMs } from "../platform/loops/background-loop.js";
import { outsideFailure } from "../platform/outside/outside-failure.js";

/** `unknown`: it cannot be seen from here, or nothing answered; a person checks it. */
export type CheckState = "ok" | "wrong" | "unknown";

/** What a check found. */
export interface Finding {
  readonly state: CheckState;
  /** One sentence. No secret. */
  readonly text: string;
  /** What to do about it, one sentence. */
  readonly action?: string;
}

export const ok = (text: string): Finding => ({ state: "ok", text });
export const wrong = (text: string, action: string): Finding => ({ state: "wrong", text, action });
export const unknown = (text: string, action: string): Finding => ({ state: "unknown", text, action });

/** One thing that must be right before visitors come. */
export interface Check {
  /** Name in the report, e.g. "mail server". */
  readonly name: string;
  /** What to do if it throws, or does not end. */
  readonly action: string;
  readonly run: () => Promise<Finding | readonly Finding[]>;
}

/** Timeout of a check, in ms. */
const LIMIT_MS = 20_000;

/** A check's finding. */
export interface Result extends Finding {
  readonly name: string;
}

/** Runs every check, side by side; one that fails does not stop the others. Results are in the order of the checks. */
export async function runChecks(checks: readonly Check[], limitMs = LIMIT_MS): Promise<readonly Result[]> {
  const results = checks.map(async ({ name, action, run }): Promise<readonly Result[]> => {
    try {
      const found = await withinMs(limitMs, run());
      return [found].flat().map((finding) => ({ name, ...finding }));
    } catch (error) {
      return [{ name, ...unknown(`could not be checked: ${outsideFailure(error)}`, action) }];
    }
  });
  return (await Promise.all(results)).flat();
}

const MARKS: Readonly<Record<CheckState, string>> = { ok: "✓", wrong: "✗", unknown: "?" };

/** One line per finding, and below it what to do. */
export function resultLines(results: readonly Result[]): string[] {
  const widest = Math.max(0, ...results.map(({ name }) => name.length));
  const count = (state: CheckState): number => results.filter((result) => result.state === state).length;
  return [
    ...results.flatMap(({ name, state, text, action }) => [
      `${MARKS[state]} ${name.padEnd(widest)}  ${text}`,
      ...(action === undefined ? [] : [`  ${"".padEnd(widest)}  → ${action}`]),
    ]),
    "",
    `${count("ok")} ok, ${count("wrong")} wrong, ${count("unknown")} to be checked by a person`,
  ];
}

/** 0: nothing is wrong; 1: something is. */
export function exitCodeOf(results: readonly Result[]): 0 | 1 {
  return results.some(({ state }) => state === "wrong") ? 1 : 0;
}
