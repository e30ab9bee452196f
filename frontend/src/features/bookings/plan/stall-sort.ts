import { STALL_STATUSES } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../../api/mela-api";
import { byNumber } from "../../../ui/floor-plan/plan-geometry";

/** The columns the list can be ordered by; also their names in the address. */
export const SORT_COLUMNS = ["stall", "type", "price", "status"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** An order of the list. */
export interface Sort {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Reads the order out of the address: `price`, or `-price` for descending; by number when it is anything else. */
export function sortFrom(value: string | null): Sort {
  const name = (value ?? "").replace(/^-/, "");
  const column = SORT_COLUMNS.find((known) => known === name);
  return column === undefined
    ? { column: "stall", descending: false }
    : { column, descending: value?.startsWith("-") ?? false };
}

/** Those of a type and a status; an empty or unknown word filters nothing. */
export function filterStalls(stalls: readonly LayoutStall[], type: string, status: string): LayoutStall[] {
  const known = (STALL_STATUSES as readonly string[]).includes(status);
  return stalls.filter(
    (stall) =>
      ((type !== "Premium" && type !== "General") || stall.type === type) &&
      (!known || stall.status === status),
  );
}

function compare(column: SortColumn, one: LayoutStall, two: LayoutStall): number {
  switch (column) {
    case "stall":
      return byNumber(one, two);
    case "type":
      return one.type === two.type ? 0 : one.type === "Premium" ? -1 : 1;
    case "price":
      return one.price - two.price;
    case "status":
      return STALL_STATUSES.indexOf(one.status) - STALL_STATUSES.indexOf(two.status);
  }
}

/** In order; what is equal stays by number. */
export function sortStalls(stalls: readonly LayoutStall[], { column, descending }: Sort): LayoutStall[] {
  const sign = descending ? -1 : 1;
  return stalls.toSorted((one, two) => sign * compare(column, one, two) || byNumber(one, two));
}
