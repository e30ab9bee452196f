import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** How a piece of text is set. */
export const FACES = ["heading", "text", "strong"] as const;
export type Face = (typeof FACES)[number];

/** Both families carry Latin and Devanagari with one voice (look.md, Type). */
const OWN: Readonly<Record<Face, string>> = {
  heading: "eczar/Eczar_700Bold",
  text: "mukta/400Regular/Mukta_400Regular",
  strong: "mukta/700Bold/Mukta_700Bold",
};

/** India's other scripts, each with the family that carries it (and Latin, for words between). */
const SCRIPTS = [
  { name: "Kannada", written: /\p{Script=Kannada}/u },
  { name: "Tamil", written: /\p{Script=Tamil}/u },
  { name: "Telugu", written: /\p{Script=Telugu}/u },
  { name: "Malayalam", written: /\p{Script=Malayalam}/u },
  { name: "Bengali", written: /\p{Script=Bengali}/u },
  { name: "Gujarati", written: /\p{Script=Gujarati}/u },
  { name: "Gurmukhi", written: /\p{Script=Gurmukhi}/u },
  { name: "Oriya", written: /\p{Script=Oriya}/u },
] as const;

/** A face of a family; the same name is the same bytes. */
export interface Font {
  readonly name: string;
  /** Its file, under the folder of the font packages. */
  readonly file: string;
}

/**
 * The font that draws these words: ours, or that of the first other script in them. Words of two other scripts in
 * one line show boxes for the second: nobody writes a name so.
 */
export function fontFor(words: string, face: Face): Font {
  const script = SCRIPTS.find(({ written }) => written.test(words))?.name;
  if (script === undefined) return { name: face, file: OWN[face] };
  const weight = face === "text" ? "400Regular" : "700Bold";
  const file = `noto-sans-${script.toLowerCase()}/${weight}/NotoSans${script}_${weight}`;
  return { name: `${script} ${weight}`, file };
}

const bytesByFile = new Map<string, Buffer>();

/** The bytes of a font, read once. */
export function fontBytes({ file }: Font): Buffer {
  const known = bytesByFile.get(file);
  if (known !== undefined) return known;
  const bytes = readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`));
  bytesByFile.set(file, bytes);
  return bytes;
}

/** Without what no font of ours draws and nobody misses on an invoice: emoji and what joins them. */
export function withoutEmoji(words: string): string {
  return words
    .replace(
      /(?![©®™])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\uFE0F)\u200D?/gu,
      "",
    )
    .replace(/ {2,}/g, " ");
}
