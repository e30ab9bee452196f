import { defineSemanticTokens, defineTokens } from "@chakra-ui/react";

/** A colour that follows the system's light or dark setting. */
const both = (light: string, dark: string) => ({ value: { base: light, _osDark: dark } });

const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64];
/** The 8 px grid with half and quarter steps: step 2 is 8 px. */
const grid = Object.fromEntries(steps.map((step) => [String(step), { value: `${step * 0.25}rem` }]));

export const tokens = defineTokens({
  fonts: {
    // The fallbacks are in fonts.css.
    heading: {
      value:
        '"Eczar", "Eczar Fallback Georgia", "Eczar Fallback Noto", "Eczar Fallback DejaVu", "Mukta", "Noto Serif Devanagari", "Kohinoor Devanagari", "Nirmala UI", Georgia, serif',
    },
    body: {
      value:
        '"Mukta", "Mukta Fallback Arial", "Mukta Fallback Roboto", "Mukta Fallback DejaVu", "Noto Sans Devanagari", "Kohinoor Devanagari", "Nirmala UI", system-ui, sans-serif',
    },
  },
  spacing: grid,
  sizes: {
    ...grid,
    full: { value: "100%" },
    page: { value: "72rem" },
    text: { value: "42rem" },
    tap: { value: "2.75rem" },
  },
  radii: { card: { value: "10px" }, small: { value: "6px" }, full: { value: "9999px" } },
  fontWeights: {
    normal: { value: "400" },
    medium: { value: "600" },
    semibold: { value: "600" },
    bold: { value: "700" },
  },
  shadows: { card: { value: "0 1px 2px rgb(60 30 10 / 8%), 0 6px 20px -8px rgb(60 30 10 / 18%)" } },
  zIndex: { sticky: { value: 20 }, popover: { value: 50 }, toast: { value: 80 } },
  durations: { fast: { value: "120ms" }, moderate: { value: "200ms" } },
});

/** All colours, for light and dark; text contrast is AA or better (checked by axe on the screens). */
export const semanticTokens = defineSemanticTokens({
  colors: {
    paper: both("#FFF9EF", "#17110F"),
    card: both("#FFFEFB", "#221A17"),
    sunk: both("#F7ECD9", "#2C221D"),
    ink: both("#241A17", "#F7ECDF"),
    muted: both("#65544C", "#C9B8AA"),
    line: both("#E6D5BA", "#46382F"),
    edge: both("#8A766A", "#9C887A"),
    rani: {
      solid: both("#B3134F", "#C42560"),
      deep: both("#8E0D3D", "#D63A74"),
      text: both("#B3134F", "#FF93B5"),
      soft: both("#FBE6EC", "#3E1726"),
      on: both("#FFFFFF", "#FFFFFF"),
    },
    indigo: {
      solid: both("#2B2A6B", "#2A2964"),
      text: both("#2B2A6B", "#CBCAFF"),
      soft: both("#E9E8F6", "#27264A"),
      on: both("#FFF9EF", "#FFF4E2"),
    },
    marigold: { solid: both("#E39A0B", "#E8A526"), soft: both("#FCEBC8", "#3B2C10"), on: both("#241A17", "#241A17") },
    leaf: { solid: both("#2C7A57", "#2C7A57"), text: both("#23664A", "#86D6AE"), soft: both("#DDF0E4", "#16352A") },
    alarm: { text: both("#A32115", "#FFA59A"), soft: both("#FCE5E1", "#421A15") },
    stall: {
      free: both("#C4E6CC", "#1F5A3E"),
      freeHover: both("#A6D9B3", "#2A7551"),
      held: both("#F8D878", "#705208"),
      heldLine: both("#DDA92B", "#96721A"),
      sold: both("#F0B4AA", "#6B241C"),
      soldLine: both("#B9463A", "#C4675C"),
      ink: both("#1D1512", "#FFF4E6"),
      premium: both("#1F55C4", "#7FA8FF"),
      standard: both("#7B38A6", "#CE9BF2"),
      ground: both("#FBF1DE", "#1D1613"),
      walk: both("#EAD9BC", "#31261F"),
    },
    // Tokens that Chakra's components use by name.
    bg: { DEFAULT: both("#FFF9EF", "#17110F") },
    fg: { DEFAULT: both("#241A17", "#F7ECDF") },
    border: { DEFAULT: both("#E6D5BA", "#46382F") },
  },
});

const heading = { fontFamily: "heading", fontWeight: "700", textWrap: "balance" };

/** Type sizes; the minimum is 14 px. */
export const textStyles = {
  display: { value: { ...heading, fontSize: "min(clamp(2.375rem, 1.6rem + 3.6vw, 4rem), 16vw)", lineHeight: "1.06" } },
  h1: { value: { ...heading, fontSize: "min(clamp(1.875rem, 1.5rem + 1.7vw, 2.75rem), 11vw)", lineHeight: "1.12" } },
  h2: { value: { ...heading, fontSize: "min(clamp(1.5rem, 1.3rem + 0.9vw, 2rem), 11vw)", lineHeight: "1.18" } },
  h3: { value: { ...heading, fontSize: "min(1.25rem, 9vw)", lineHeight: "1.25", fontWeight: "600" } },
  lead: { value: { fontSize: "clamp(1.0625rem, 1rem + 0.4vw, 1.25rem)", lineHeight: "1.55" } },
  small: { value: { fontSize: "0.9375rem", lineHeight: "1.5" } },
  label: { value: { fontSize: "0.875rem", lineHeight: "1.35", fontWeight: "600" } },
  price: {
    value: {
      fontFamily: "heading",
      fontWeight: "700",
      fontSize: "clamp(2rem, 1.7rem + 1.2vw, 2.75rem)",
      lineHeight: "1.05",
      letterSpacing: "0.015em",
      fontVariantNumeric: "tabular-nums lining-nums",
    },
  },
};
