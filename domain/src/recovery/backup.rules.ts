import { IST_OFFSET_MS } from "../invoices/indian-dates.js";

/** How many backups are kept. */
export interface BackupRetention {
  /** The newest backup of this many days. */
  readonly daily: number;
  /** The newest backup of this many weeks, which begin on Monday. */
  readonly weekly: number;
}

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday: weeks counted from the Monday before it. */
const DAYS_SINCE_MONDAY = 3;

/** Number of the day in India; weeks are India's too. */
function dayOf(at: Date): number {
  return Math.floor((at.getTime() + IST_OFFSET_MS) / DAY_MS);
}

/**
 * The backups to keep: the newest of each of the last days and weeks that have one, so that a pause of the backups deletes
 * nothing. The newest of all is always kept.
 */
export function keptBackups<B extends { readonly at: Date }>(
  backups: readonly B[],
  { daily, weekly }: BackupRetention,
): ReadonlySet<B> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const newestOf = (periodOf: (at: Date) => number, count: number): B[] => {
    const periods = new Map<number, B>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (!periods.has(period)) periods.set(period, backup);
    }
    return [...periods.values()].slice(0, count);
  };
  return new Set([
    ...newestFirst.slice(0, 1),
    ...newestOf(dayOf, daily),
    ...newestOf((at) => Math.floor((dayOf(at) + DAYS_SINCE_MONDAY) / 7), weekly),
  ]);
}

/**
 * Whether the day's backup is due.
 *
 * @param newest when the last complete backup was made
 * @param hour hour in India from which on it is made, 0 to 23
 */
export function isBackupDue(newest: Date | undefined, now: Date, hour: number): boolean {
  if (newest === undefined) return true;
  const due = (dayOf(now) * 24 + hour) * 3_600_000 - IST_OFFSET_MS;
  return newest.getTime() < (due <= now.getTime() ? due : due - DAY_MS);
}
