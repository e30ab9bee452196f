/** Look of a row of the gate's lists that is pressed as a whole. */
export const rowButton = {
  type: "button",
  width: "full",
  minHeight: "tap",
  textAlign: "start",
  display: "flex",
  alignItems: "center",
  gap: "3",
  px: "3",
  py: "2",
  borderBottomWidth: "1px",
  borderColor: "edge",
  cursor: "pointer",
} as const;
