/** When stalls can be booked; null means no bound on that side. */
export interface SalesWindow {
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
}

/** Whether stalls can be booked at an instant; the last two are error codes. */
export type SalesVerdict = "open" | "sales_not_open" | "sales_closed";

/** Whether stalls can be booked at an instant; `opensAt` is inclusive, `closesAt` exclusive. */
export function salesVerdict({ opensAt, closesAt }: SalesWindow, at: Date): SalesVerdict {
  if (opensAt !== null && at < opensAt) return "sales_not_open";
  if (closesAt !== null && at >= closesAt) return "sales_closed";
  return "open";
}
