import { stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";

/** What the address of the registration page carries (specification 2, section 2). */
export interface StallQuery {
  readonly stallId: string;
  readonly type: StallType;
  readonly price: number;
}

/** The name of a stall type that came as any text; unknown ones are shown as they are. */
export function typeName(type: string): string {
  return type === "General" || type === "Premium" ? stallTypeLabel(type) : type;
}
