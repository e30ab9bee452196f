/** The rest of our postal address, under the name of whoever is written to (specification 2, section 2). */
export const OFFICE_LINES = ["Worli, Mumbai 400030", "Maharashtra, India"] as const;
/** Headquarters, by appointment. */
export const HEADQUARTERS = ["Sakhi Bazaar, 2nd floor, Weavers' House", ...OFFICE_LINES] as const;
