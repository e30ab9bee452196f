import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";

/** Query parameters of the registration page (specification 2, section 2). */
export type StallQuery = Readonly<Pick<LayoutStall, "stallId" | "type" | "price">>;

/** A stall on the plan of an event: what a visitor looked at when she chose it. */
export interface ChosenStall extends StallQuery {
  /** In feet: "10' × 10'"; undefined where only its number, type and price are known. */
  readonly size?: string;
  /** What it costs from a later day on; undefined if no date changes its price, or that is not known. */
  readonly nextPrice?: LayoutStall["nextPrice"];
  readonly event: {
    readonly slug: string;
    /** Name, days and city: "The Mela, 3rd and 4th December 2026, Bangalore". */
    readonly line: string;
  };
}

/** Label of a stall type; an unknown type is returned unchanged. */
export function typeName(type: string): string {
  return stallTypeLabel(type);
}

/** The numbers of a hold's stalls, as a list. */
export function idsOf({
  stallId,
  stalls,
}: {
  readonly stallId: string;
  readonly stalls?: readonly { stallId: string }[];
}): string {
  return stalls === undefined ? stallId : stalls.map((each) => each.stallId).join(", ");
}
