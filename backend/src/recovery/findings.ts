import { type DatabasePosition, missingHere } from "@sakhi/domain/recovery/position.rules";
import type { OutsidePositions } from "./outside-positions.service.js";
import type { RecoveryFindings, TraceSource } from "./recovery.types.js";

/** Traces outside of what the database does not have. */
export interface Traces {
  runs: readonly string[];
  orders: number;
  mailed: Readonly<Record<string, number>>;
}

/** Nothing was found. */
export const NO_TRACES: Traces = { runs: [], orders: 0, mailed: {} };

/** What a check has found outside; undefined if nothing there is newer than the database. */
export function findingsOf(
  here: DatabasePosition,
  { file, temporal }: OutsidePositions,
  { runs, orders, mailed }: Traces,
): RecoveryFindings | undefined {
  const positions = [
    ["file", file],
    ["temporal", temporal],
  ] as const;
  const newer = positions.flatMap(([source, outside]) => {
    const missing = outside && missingHere(here, outside);
    return outside === undefined || missing === undefined ? [] : [{ source, outside, missing }];
  });
  const sources: TraceSource[] = newer.map(({ source }) => source);
  if (runs.length > 0) sources.push("runs");
  if (orders > 0) sources.push("orders");
  if (Object.keys(mailed).length > 0) sources.push("mails");
  if (sources.length === 0) return undefined;
  // The newest position: by its time, which is the database's own.
  const newest = newer.toSorted((a, b) => Date.parse(b.outside.at) - Date.parse(a.outside.at))[0];
  return {
    sources,
    here,
    ...(newest === undefined ? {} : { outside: newest.outside, missing: newest.missing }),
    ...(runs.length === 0 ? {} : { runs }),
    ...(orders === 0 ? {} : { orders }),
    ...(Object.keys(mailed).length === 0 ? {} : { mailed }),
  };
}

/** What is missing, in words. */
export function missingText({ missing, runs = [], orders = 0, mailed = {}, sources }: RecoveryFindings): string {
  if (sources.includes("record_lost")) return "its position outside, so nobody knows what else";
  if (sources.includes("backup")) return "what happened after the backup, which nothing outside shows yet";
  const counted = (count: number, what: string): string[] => (count > 0 ? [`${count} ${what}`] : []);
  const parts = [
    ...counted(missing?.events.bookings ?? 0, "entries of bookings"),
    ...counted(missing?.events.listings ?? 0, "entries of applications"),
    ...counted(missing?.events.administrators ?? 0, "actions of administrators"),
    ...Object.entries(missing?.documents ?? {}).flatMap(([series, count]) => counted(count, `documents ${series}`)),
    ...counted(runs.length, "workflows without their booking or application"),
    ...counted(orders, "opened orders"),
    ...Object.entries(mailed).map(([series, last]) => `the mailed document ${series}/${String(last).padStart(6, "0")}`),
  ];
  return parts.join(", ");
}
