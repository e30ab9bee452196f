/** The sheet of paper that forms and results stand on. */
export const card = {
  bg: "card",
  borderRadius: "card",
  borderWidth: "1px",
  borderStyle: "solid",
  borderColor: "line",
  boxShadow: "card",
} as const;
