import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";

/** Query parameters of the registration page (specification 2, section 2). */
export type StallQuery = Readonly<Pick<LayoutStall, "stallId" | "type" | "price">>;

/** Label of a stall type; an unknown type is returned unchanged. */
export function typeName(type: string): string {
  return stallTypeLabel(type);
}
