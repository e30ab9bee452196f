/**
 * States and Union territories by their two-digit GST codes, and which of them levy UTGST instead of SGST. Retired codes
 * (25, 28) and 99 are excluded: they cannot be a place of supply.
 */
interface GstStateEntry {
  readonly name: string;
  /** A Union territory without a legislature: levies Union territory tax instead of State tax. */
  readonly unionTerritoryTax?: true;
}

const STATES = {
  "01": { name: "Jammu and Kashmir" },
  "02": { name: "Himachal Pradesh" },
  "03": { name: "Punjab" },
  "04": { name: "Chandigarh", unionTerritoryTax: true },
  "05": { name: "Uttarakhand" },
  "06": { name: "Haryana" },
  "07": { name: "Delhi" },
  "08": { name: "Rajasthan" },
  "09": { name: "Uttar Pradesh" },
  "10": { name: "Bihar" },
  "11": { name: "Sikkim" },
  "12": { name: "Arunachal Pradesh" },
  "13": { name: "Nagaland" },
  "14": { name: "Manipur" },
  "15": { name: "Mizoram" },
  "16": { name: "Tripura" },
  "17": { name: "Meghalaya" },
  "18": { name: "Assam" },
  "19": { name: "West Bengal" },
  "20": { name: "Jharkhand" },
  "21": { name: "Odisha" },
  "22": { name: "Chhattisgarh" },
  "23": { name: "Madhya Pradesh" },
  "24": { name: "Gujarat" },
  "26": { name: "Dadra and Nagar Haveli and Daman and Diu", unionTerritoryTax: true },
  "27": { name: "Maharashtra" },
  "29": { name: "Karnataka" },
  "30": { name: "Goa" },
  "31": { name: "Lakshadweep", unionTerritoryTax: true },
  "32": { name: "Kerala" },
  "33": { name: "Tamil Nadu" },
  "34": { name: "Puducherry" },
  "35": { name: "Andaman and Nicobar Islands", unionTerritoryTax: true },
  "36": { name: "Telangana" },
  "37": { name: "Andhra Pradesh" },
  "38": { name: "Ladakh", unionTerritoryTax: true },
  "97": { name: "Other Territory", unionTerritoryTax: true },
} as const satisfies Record<string, GstStateEntry>;

/** A valid two-digit GST state code, e.g. "29" for Karnataka. */
export type GstStateCode = keyof typeof STATES;

/** All state codes, ascending. */
export const GST_STATE_CODES: readonly GstStateCode[] = Object.keys(STATES)
  .filter((code): code is GstStateCode => isGstStateCode(code))
  .toSorted();

/** Whether a code is a valid GST state code. */
export function isGstStateCode(code: string): code is GstStateCode {
  return Object.hasOwn(STATES, code);
}

/** The state's name, as printed on invoices. */
export function gstStateName(code: GstStateCode): string {
  return STATES[code].name;
}

/** Whether supplies within this territory bear UTGST instead of SGST. */
export function leviesUtgst(code: GstStateCode): boolean {
  return "unionTerritoryTax" in STATES[code];
}
