/** A row of a list of records. */
export const rowStyle = {
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "center",
  gap: "0.5rem",
  py: "0.5rem",
  _notLast: { borderBottom: "1px dashed {colors.line}" },
} as const;
