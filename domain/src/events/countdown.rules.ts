import type { Paise } from "../money/money.js";

/** Sales of one Indian day. */
export interface CountdownDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly sold: number;
  readonly paise: Paise;
}

/** What was sold up to the end of a day, so many days before the opening. */
export interface CountdownPoint {
  /** 0 is the day of the opening; what was sold later stands there too. */
  readonly daysBefore: number;
  readonly sold: number;
  readonly paise: Paise;
}

const DAY_MS = 86_400_000;

/** Days from one day to another, both YYYY-MM-DD; negative if that is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/**
 * The sales of an event, added up by days before its opening, so that events of different years can be compared.
 *
 * @param days with a sale, oldest first
 * @param opening its first day, YYYY-MM-DD
 */
export function countdownCurve(days: readonly CountdownDay[], opening: string): readonly CountdownPoint[] {
  const points: CountdownPoint[] = [];
  for (const { day, sold, paise } of days) {
    const daysBefore = Math.max(0, daysBetween(day, opening));
    const before = points.at(-1) ?? { sold: 0, paise: 0 };
    const point = { daysBefore, sold: before.sold + sold, paise: before.paise + paise };
    if (points.at(-1)?.daysBefore === daysBefore) points.pop();
    points.push(point);
  }
  return points;
}

/** What was sold by the end of the day that is so many days before the opening. */
export function soldBefore(curve: readonly CountdownPoint[], daysBefore: number): Omit<CountdownPoint, "daysBefore"> {
  const { sold, paise } = curve.findLast((point) => point.daysBefore >= daysBefore) ?? { sold: 0, paise: 0 };
  return { sold, paise };
}

/** The day before the opening at which an event and an earlier one are compared: today, or the opening once it has passed. */
export function comparedDay(opening: string, today: string): number {
  return Math.max(0, daysBetween(today, opening));
}
