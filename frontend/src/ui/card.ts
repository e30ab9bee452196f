/** The sheet of paper that things stand on. */
export const sheet = { bg: "card", borderRadius: "card", borderWidth: "1px" } as const;

/** The same, lying above the page. */
export const card = { ...sheet, boxShadow: "card" } as const;
