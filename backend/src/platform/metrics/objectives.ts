import { OBJECTIVE_EVENTS, type Counters } from "./counters.js";

/** What visitors are promised, as a share of events that go well (docs/operations/objectives.md). */
export interface Objective {
  readonly name: string;
  /** Share of events that must go well, e.g. 0.999. */
  readonly target: number;
  /** An event that takes longer went badly, in seconds; absent: only its outcome counts. */
  readonly withinSeconds?: number;
}

/** The objectives. Their targets are metrics, so that Prometheus' rules repeat none of them. */
export const OBJECTIVES = {
  booking: { name: "booking", target: 0.999 },
  plan: { name: "plan", target: 0.99, withinSeconds: 0.1 },
  sale: { name: "sale", target: 0.99, withinSeconds: 10 },
  mail: { name: "mail", target: 0.99, withinSeconds: 60 },
} as const satisfies Readonly<Record<string, Objective>>;

export type ObjectiveName = keyof typeof OBJECTIVES;

/** Days over which the budget of bad events is counted. */
export const BUDGET_DAYS = 28;

/** `@RouteConfig` of a route whose responses count for an objective. */
export const countsFor = (objective: ObjectiveName): { readonly objective: ObjectiveName } => ({ objective });

/**
 * Counts an event of an objective.
 *
 * @param worked false if it failed, however long it took
 */
export function countEvent(counters: Counters, name: ObjectiveName, seconds: number, worked = true): void {
  const { withinSeconds = Number.POSITIVE_INFINITY }: Objective = OBJECTIVES[name];
  counters.count(OBJECTIVE_EVENTS, { objective: name, result: worked && seconds <= withinSeconds ? "good" : "bad" });
}

/** Exports every objective's counts before its first event. */
export function showObjectives(counters: Counters): void {
  for (const { name } of Object.values(OBJECTIVES)) {
    for (const result of ["good", "bad"]) counters.show(OBJECTIVE_EVENTS, { objective: name, result });
  }
}

/**
 * Share of the budget that is left: 1 while nothing went badly, 0 when as much did as the target allows, negative beyond.
 * Without events nothing is used.
 */
export function budgetLeft({ target }: Objective, { good, total }: { readonly good: number; readonly total: number }) {
  return total === 0 ? 1 : 1 - (total - good) / total / (1 - target);
}
