import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";
import { badgeRecipe, buttonRecipe, inputRecipe, skeletonRecipe } from "./recipes";
import { dialogSlotRecipe, fieldSlotRecipe, nativeSelectSlotRecipe, tabsSlotRecipe } from "./slot-recipes";
import { semanticTokens, textStyles, tokens } from "./tokens";

/** The site's Chakra system: the base config without themes, our tokens, and only the recipes in use. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: "sb",
    preflight: true,
    globalCss: {
      html: { bg: "paper", color: "ink", fontFamily: "body", colorScheme: "light dark", textSizeAdjust: "100%" },
      body: { fontSize: "1.0625rem", lineHeight: "1.6", minHeight: "100dvh" },
      // Default border colour.
      "*": { "--global-color-border": "colors.line" },
      "h1, h2, h3": { color: "indigo.text" },
      p: { textWrap: "pretty" },
      "a:where(:not([class]))": { color: "indigo.text", textDecoration: "underline", textUnderlineOffset: "3px" },
      ":focus-visible": { outline: "3px solid {colors.rani.text}", outlineOffset: "2px" },
      "[data-page-heading]:focus-visible, main:focus-visible": { outline: "none" },
      "::selection": { bg: "marigold.solid", color: "marigold.on" },
    },
    theme: {
      breakpoints: { sm: "480px", md: "768px", lg: "1024px", xl: "1280px" },
      keyframes: {
        breathe: { "0%, 100%": { opacity: "1" }, "50%": { opacity: "0.5" } },
        rise: { from: { opacity: "0", transform: "translateY(16px)" }, to: { opacity: "1", transform: "none" } },
        turn: { to: { transform: "rotate(360deg)" } },
      },
      tokens,
      semanticTokens,
      textStyles,
      recipes: { button: buttonRecipe, input: inputRecipe, badge: badgeRecipe, skeleton: skeletonRecipe },
      slotRecipes: {
        dialog: dialogSlotRecipe,
        field: fieldSlotRecipe,
        tabs: tabsSlotRecipe,
        nativeSelect: nativeSelectSlotRecipe,
      },
    },
  }),
);
