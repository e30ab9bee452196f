/** The printing inks of the drawn pictures: the same by day and by night, like a poster on the wall. */
export const INKS = {
  indigo: "#2B2A6B",
  night: "#1E1D52",
  rani: "#B3134F",
  marigold: "#E39A0B",
  leaf: "#2C7A57",
  clay: "#C4552D",
  paper: "#FFF3DD",
  sand: "#F6DDAE",
} as const;

/** One of the printing inks. */
export type Ink = (typeof INKS)[keyof typeof INKS];
