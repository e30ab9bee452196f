/** When stalls can be booked; null means no bound on that side. */
export interface SalesWindow {
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  /** The database was restored, and what is missing is not known yet (decision 50). */
  readonly paused?: boolean;
}

/** Whether stalls can be booked at an instant; all but the first are error codes. */
export type SalesVerdict = "open" | "sales_paused" | "sales_not_open" | "sales_closed";

/** Whether stalls can be booked at an instant; `opensAt` is inclusive, `closesAt` exclusive. */
export function salesVerdict({ opensAt, closesAt, paused = false }: SalesWindow, at: Date): SalesVerdict {
  if (paused) return "sales_paused";
  if (opensAt !== null && at < opensAt) return "sales_not_open";
  if (closesAt !== null && at >= closesAt) return "sales_closed";
  return "open";
}
