/** A flat bordered surface. */
export const sheet = { bg: "card", borderRadius: "card", borderWidth: "1px" } as const;

/** A raised surface. */
export const card = { ...sheet, boxShadow: "card" } as const;

/** Width and side padding of every page's content, for the content of full-width bands. */
export const frame = { maxWidth: "page", mx: "auto", px: { base: "4", md: "8" } } as const;

/** An icon-only button with the minimum touch target. */
export const iconButton = {
  width: "tap",
  height: "tap",
  display: "grid",
  placeItems: "center",
  cursor: "pointer",
} as const;

/** Links that stand alone, outside a sentence, in what has this as its `css`: as high as a finger needs. */
export const tapLinks = {
  "& a": {
    display: "inline-flex",
    alignItems: "center",
    columnGap: "0.25em",
    minHeight: "tap",
    minWidth: "tap",
    overflowWrap: "anywhere",
  },
} as const;

/** Buttons beside each other; on phones a stack of the same width. */
export const buttonStack = { gap: "3", direction: { base: "column", sm: "row" }, wrap: { sm: "wrap" } } as const;
