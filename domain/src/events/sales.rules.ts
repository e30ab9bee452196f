/** The pages that wait for an opening turn bookable over this time, in ms, not all at the same instant. */
export const OPENING_SPREAD_MS = 3_000;

/** When stalls can be booked; null means no bound on that side. */
export interface SalesWindow {
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  /** False for an event that sells nothing: a draft, an archived or a cancelled one. */
  readonly published?: boolean;
  /** The database was restored, and what is missing is not known yet (decision 50). */
  readonly paused?: boolean;
}

/** Whether stalls can be booked at an instant; all but the first are error codes. */
export type SalesVerdict = "open" | "sales_paused" | "sales_not_open" | "sales_closed";

/** Whether stalls can be booked at an instant; `opensAt` is inclusive, `closesAt` exclusive. */
export function salesVerdict(
  { opensAt, closesAt, published = true, paused = false }: SalesWindow,
  at: Date,
): SalesVerdict {
  if (paused) return "sales_paused";
  if (!published) return "sales_closed";
  if (opensAt !== null && at < opensAt) return "sales_not_open";
  if (closesAt !== null && at >= closesAt) return "sales_closed";
  return "open";
}
