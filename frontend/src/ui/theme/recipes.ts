import { defineRecipe } from "@chakra-ui/react";

export const buttonRecipe = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    minHeight: "tap",
    borderRadius: "card",
    borderWidth: "2px",
    borderColor: "transparent",
    fontFamily: "body",
    fontWeight: "600",
    lineHeight: "1.2",
    textAlign: "center",
    textDecoration: "none",
    cursor: "pointer",
    userSelect: "none",
    transitionProperty: "background-color, border-color, color, transform",
    transitionDuration: "fast",
    _active: { transform: "translateY(1px)" },
    _disabled: { cursor: "not-allowed", opacity: "0.6", _active: { transform: "none" } },
    _motionReduce: { transition: "none", _active: { transform: "none" } },
    "& svg": { flexShrink: "0", width: "1.15em", height: "1.15em" },
  },
  variants: {
    variant: {
      solid: { bg: "rani.solid", color: "rani.on", _hover: { bg: "rani.deep" } },
      outline: { bg: "transparent", color: "indigo.text", borderColor: "indigo.text", _hover: { bg: "indigo.soft" } },
      subtle: { bg: "sunk", color: "ink", borderColor: "line", _hover: { borderColor: "edge" } },
      surface: { bg: "marigold.solid", color: "marigold.on", _hover: { filter: "brightness(1.06)" } },
      ghost: { bg: "transparent", color: "indigo.text", _hover: { bg: "indigo.soft" } },
      plain: { bg: "transparent", color: "inherit", minHeight: "0" },
    },
    size: {
      sm: { px: "3", fontSize: "0.9375rem" },
      md: { px: "5", py: "2", fontSize: "1rem" },
      lg: { px: "7", py: "3", fontSize: "1.125rem", minHeight: "3.25rem" },
    },
  },
  defaultVariants: { variant: "solid", size: "md" },
});

export const inputRecipe = defineRecipe({
  base: {
    width: "full",
    minWidth: "0",
    minHeight: "3rem",
    paddingInline: "0.875rem",
    py: "2",
    borderRadius: "card",
    borderWidth: "1.5px",
    borderColor: "edge",
    bg: "card",
    color: "ink",
    fontSize: "1.0625rem",
    appearance: "none",
    // Keeps a field that the form focuses out from under the registration's sticky strip.
    scrollMarginTop: "9rem",
    _placeholder: { color: "muted", opacity: "1" },
    _hover: { borderColor: "indigo.text" },
    _invalid: { borderColor: "alarm.text", borderWidth: "2px" },
    _readOnly: { bg: "sunk", borderStyle: "dashed" },
    _disabled: { opacity: "0.65", cursor: "not-allowed" },
  },
});

export const badgeRecipe = defineRecipe({
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    px: "3",
    py: "1",
    borderRadius: "full",
    fontSize: "0.875rem",
    fontWeight: "600",
    lineHeight: "1.3",
    whiteSpace: "nowrap",
    "& svg": { width: "1em", height: "1em", flexShrink: "0" },
  },
  variants: {
    variant: {
      solid: { bg: "indigo.solid", color: "indigo.on" },
      subtle: { bg: "sunk", color: "ink" },
      surface: { bg: "marigold.solid", color: "marigold.on" },
      outline: { borderWidth: "1.5px", borderColor: "currentColor", color: "leaf.text" },
    },
  },
  defaultVariants: { variant: "subtle" },
});

export const skeletonRecipe = defineRecipe({
  base: {
    bg: "sunk",
    borderRadius: "card",
    animation: "breathe 1.6s ease-in-out infinite",
    _motionReduce: { animation: "none" },
  },
});
