import type { Palette } from "./palettes.js";
import type { Random } from "./random.js";

/** Draws one thing in a square from -90 to 90 around the centre, in the palette's colours, varied by chance. */
export type Motif = (colours: Palette, random: Random) => string;
