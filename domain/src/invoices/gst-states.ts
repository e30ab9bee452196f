/**
 * The States and Union territories of GST by their two-digit codes, and which of them levy UTGST instead of SGST
 * in their invoices. Codes of the past (25, 28) and 99 are
 * not here: no new supply can be made there.
 */
interface GstStateEntry {
  readonly name: string;
  /** A Union territory without a legislature of its own: Union territory tax instead of State tax. */
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

/** A two-digit GST state code that exists, e.g. "29" for Karnataka. */
export type GstStateCode = keyof typeof STATES;

/** Every state code, ascending. */
export const GST_STATE_CODES: readonly GstStateCode[] = Object.keys(STATES)
  .filter((code): code is GstStateCode => isGstStateCode(code))
  .toSorted();

/** Whether this is the code of a State or Union territory. */
export function isGstStateCode(code: string): code is GstStateCode {
  return Object.hasOwn(STATES, code);
}

/** The name of a State or Union territory, as it is printed on invoices. */
export function gstStateName(code: GstStateCode): string {
  return STATES[code].name;
}

/** Whether a supply inside this territory bears UTGST instead of SGST. */
export function leviesUtgst(code: GstStateCode): boolean {
  return "unionTerritoryTax" in STATES[code];
}
