/** The types that the specification names (specification 2, section 3), which every event begins with. */
export const STALL_TYPES = ["Premium", "General"] as const;
/** A stall's type in the API: the key of one of its event's types. `General` is displayed as "Standard". */
export type StallType = string;
/** Format of a type's key. The event's types decide whether it exists. */
export const STALL_TYPE_PATTERN = /^[A-Z][A-Za-z0-9]{0,39}$/;
export const STALL_TYPE_LENGTH = 40;

/** Colours and marks of types on plans. The first two are those of the specification's types. */
export const STALL_LOOKS = ["premium", "standard", "leaf", "rani", "marigold", "indigo"] as const;
export type StallLook = (typeof STALL_LOOKS)[number];

/** The look of a type that the specification names; undefined for another. */
export function specifiedLook(type: StallType): StallLook | undefined {
  return type === "Premium" ? "premium" : type === "General" ? "standard" : undefined;
}

export const STALL_STATUSES = ["Available", "Reserved", "Sold"] as const;
/** A stall's public status; derived from its live booking, never stored. */
export type StallStatus = (typeof STALL_STATUSES)[number];

/** The displayed name of a type: General is "Standard" everywhere (T-144), FoodCourt is "Food court". */
export function stallTypeLabel(type: StallType): string {
  if (type === "General") return "Standard";
  const words = type.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, " ");
  return words.charAt(0) + words.slice(1).toLowerCase();
}

/** Price of a new event's types until it is changed, in rupees (specification 2, section 9). */
export const LISTED_PRICES: Readonly<Record<(typeof STALL_TYPES)[number], number>> = {
  Premium: 36_000,
  General: 27_000,
};

/** Format of a stall's number, as in the table's constraint: a letter and up to five digits. The server decides whether it exists. */
export const STALL_ID_PATTERN = /^[A-Z]\d{1,5}$/;
export const STALL_ID_LENGTH = 6;

/** Side of every stall in feet (specification 2, section 9: 10' x 10'). */
export const STALL_SIDE_FEET = 10;
/** The hall in feet. */
export const HALL = { widthFeet: 140, depthFeet: 170 } as const;
/** The stage in feet. */
export const STAGE = { x: 55, y: 70, width: 30, depth: 30 } as const;
/** The entrance, in the middle of the top edge, between B1 and B50. */
export const ENTRANCE = { x: 60, y: 0, width: 20 } as const;
