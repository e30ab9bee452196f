/** The sheet of paper that things stand on. */
export const sheet = { bg: "card", borderRadius: "card", borderWidth: "1px" } as const;

/** The same, lying above the page. */
export const card = { ...sheet, boxShadow: "card" } as const;

/** The width and side margins that every page shares, for bands that are wider than what stands in them. */
export const frame = { maxWidth: "page", mx: "auto", px: { base: "4", md: "8" } } as const;

/** A button that is a sign alone: as large as a fingertip. */
export const signButton = {
  width: "tap",
  height: "tap",
  display: "grid",
  placeItems: "center",
  cursor: "pointer",
} as const;
