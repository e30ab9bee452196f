import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { LayoutStall } from "../../api/mela-api";

/** What the address of the registration page carries (specification 2, section 2). */
export type StallQuery = Readonly<Pick<LayoutStall, "stallId" | "type" | "price">>;

/** The name of a stall type that came as any text; unknown ones are shown as they are. */
export function typeName(type: string): string {
  return type === "General" || type === "Premium" ? stallTypeLabel(type) : type;
}
