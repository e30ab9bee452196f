/** Styles of the main navigation's links; the current page and the current part of the shop have a marigold underline. */
export const navigationStyle = {
  "& a, & button[data-navigation]": {
    display: "flex",
    alignItems: "center",
    gap: "0.25rem",
    minHeight: "2.75rem",
    px: "0.75rem",
    fontFamily: "body",
    fontSize: "1.0625rem",
    fontWeight: "600",
    color: "ink",
    textDecoration: "none",
    borderRadius: "6px",
    position: "relative",
    cursor: "pointer",
    whiteSpace: "nowrap",
    _hover: { color: "rani.text" },
  },
  "& a[aria-current=page], & button[data-current=true]": {
    color: "rani.text",
    _after: {
      content: '""',
      position: "absolute",
      insetInline: "0.75rem",
      bottom: "0.25rem",
      height: "3px",
      bg: "marigold.solid",
      borderRadius: "full",
    },
  },
} as const;
