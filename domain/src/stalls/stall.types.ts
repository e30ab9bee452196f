/** API values of stalls (specification 2, section 3). */
export const STALL_TYPES = ["Premium", "General"] as const;
/** A stall's type in the API. `General` is displayed as "Standard". */
export type StallType = (typeof STALL_TYPES)[number];

export const STALL_STATUSES = ["Available", "Reserved", "Sold"] as const;
/** A stall's public status; derived from its live booking, never stored. */
export type StallStatus = (typeof STALL_STATUSES)[number];

/** The displayed name of a type: General is "Standard" everywhere (T-144). */
export function stallTypeLabel(type: StallType): "Premium" | "Standard" {
  return type === "General" ? "Standard" : "Premium";
}

/** Displayed price per type until the layout with each stall's price is loaded, in rupees (specification 2, section 9). */
export const LISTED_PRICES: Readonly<Record<StallType, number>> = { Premium: 36_000, General: 27_000 };

/** Format of a stall's number: a letter and one or two digits. The server decides whether it exists. */
export const STALL_ID_PATTERN = /^[A-Z]\d{1,2}$/;

/** Side of every stall in feet (specification 2, section 9: 10' x 10'). */
export const STALL_SIDE_FEET = 10;
/** The hall in feet. */
export const HALL = { widthFeet: 140, depthFeet: 170 } as const;
/** The stage in feet. */
export const STAGE = { x: 55, y: 70, width: 30, depth: 30 } as const;
/** The entrance, in the middle of the top edge, between B1 and B50. */
export const ENTRANCE = { x: 60, y: 0, width: 20 } as const;
