import { defineSlotRecipe } from "@chakra-ui/react";

// The slots are listed here instead of importing Chakra's anatomies, which would add those of all components to the
// first load.

/** A phone held sideways. */
const LOW = "@media (max-height: 30rem) and (orientation: landscape)";

export const dialogSlotRecipe = defineSlotRecipe({
  slots: [
    "trigger",
    "backdrop",
    "positioner",
    "content",
    "title",
    "description",
    "closeTrigger",
    "header",
    "body",
    "footer",
  ],
  base: {
    backdrop: { position: "fixed", inset: "0", bg: "rgb(28 16 10 / 62%)", zIndex: "popover" },
    positioner: {
      position: "fixed",
      inset: "0",
      display: "flex",
      alignItems: { base: "flex-end", md: "center" },
      justifyContent: "center",
      overflowY: "auto",
      p: { base: "0", md: "6" },
      zIndex: "popover",
    },
    content: {
      position: "relative",
      width: "full",
      maxWidth: { base: "full", md: "30rem" },
      maxHeight: "94dvh",
      overflowY: "auto",
      bg: "card",
      color: "ink",
      borderTopRadius: "18px",
      borderBottomRadius: { base: "0", md: "18px" },
      boxShadow: "card",
      outline: "none",
      paddingBottom: "env(safe-area-inset-bottom)",
      // Inside _open: outside it, the _open selector would win and animate the dialog anyway.
      _open: { animation: "rise 180ms ease-out", _motionReduce: { animation: "none" } },
    },
    header: { px: "6", pt: "6", pb: "2", [LOW]: { pt: "3", pb: "1" } },
    title: { fontFamily: "heading", fontSize: "1.5rem", fontWeight: "700", color: "indigo.text", lineHeight: "1.2" },
    body: { px: "6", py: "2" },
    footer: {
      display: "flex",
      flexDirection: { base: "column-reverse", sm: "row" },
      justifyContent: "flex-end",
      gap: "3",
      px: "6",
      pt: "3",
      pb: "4",
      // In view while the body scrolls: on a phone held sideways the buttons of any dialog would be below the edge.
      position: "sticky",
      bottom: "0",
      bg: "card",
      borderTopWidth: "1px",
      [LOW]: { pt: "2", pb: "2" },
    },
  },
});

export const fieldSlotRecipe = defineSlotRecipe({
  slots: ["root", "errorText", "helperText", "input", "label", "select", "textarea", "requiredIndicator"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", width: "full", position: "relative" },
    label: { display: "flex", gap: "2", alignItems: "baseline", fontWeight: "600", fontSize: "1rem", color: "ink" },
    helperText: { color: "muted", fontSize: "0.9375rem" },
    errorText: {
      display: "inline-flex",
      alignItems: "center",
      gap: "1.5",
      color: "alarm.text",
      fontSize: "0.9375rem",
      fontWeight: "600",
    },
    requiredIndicator: { color: "alarm.text" },
  },
});

export const tabsSlotRecipe = defineSlotRecipe({
  slots: ["root", "trigger", "list", "content", "contentGroup", "indicator"],
  base: {
    root: { position: "relative" },
    list: { display: "flex", gap: { base: "0", md: "1" }, borderBottomWidth: "2px", overflowX: "auto" },
    trigger: {
      minHeight: "3rem",
      px: { base: "2", md: "5" },
      py: "2",
      flex: { base: "1", md: "none" },
      fontWeight: "600",
      fontSize: "1rem",
      lineHeight: "1.25",
      color: "muted",
      whiteSpace: { md: "nowrap" },
      cursor: "pointer",
      borderBottomWidth: "3px",
      borderColor: "transparent",
      marginBottom: "-2px",
      _hover: { color: "ink" },
      _selected: { color: "rani.text", borderColor: "rani.text" },
    },
    content: { pt: "6", outline: "none" },
  },
});

export const nativeSelectSlotRecipe = defineSlotRecipe({
  slots: ["root", "field", "indicator"],
  base: {
    root: { position: "relative", width: "full", display: "flex", alignItems: "center" },
    field: {
      width: "full",
      minHeight: "tap",
      ps: "3",
      pe: "10",
      borderRadius: "card",
      borderWidth: "1.5px",
      borderColor: "edge",
      bg: "card",
      color: "ink",
      fontSize: "1rem",
      appearance: "none",
      cursor: "pointer",
    },
    indicator: { position: "absolute", insetInlineEnd: "3", pointerEvents: "none", color: "muted", display: "flex" },
  },
});
