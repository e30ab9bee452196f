import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";

/** Type faces. */
export type Face = "heading" | "text" | "strong";

/** Default fonts, for Latin and Devanagari. */
const DEFAULT_FONTS: Readonly<Record<Face, string>> = {
  heading: "eczar/Eczar_700Bold",
  text: "mukta/400Regular/Mukta_400Regular",
  strong: "mukta/700Bold/Mukta_700Bold",
};

/** Of Urdu, Kashmiri and Sindhi. */
export const RIGHT_TO_LEFT = /\p{Script=Arabic}/u;

/** Reverses each run of right-to-left words, including numbers between them; for text whose base direction is left to right. */
export function inVisualOrder(words: readonly string[]): string[] {
  return inVisualOrderOf(words, (word) => word);
}

export function inVisualOrderOf<Item>(words: readonly Item[], textOf: (word: Item) => string): Item[] {
  const ordered: Item[] = [];
  const texts = words.map(textOf);
  for (let from = 0; from < words.length;) {
    let to = from + 1;
    if (RIGHT_TO_LEFT.test(texts[from] ?? "")) {
      for (let next = to; next < words.length && !/(?!\p{Script=Arabic})\p{L}/u.test(texts[next] ?? ""); next += 1)
        if (RIGHT_TO_LEFT.test(texts[next] ?? "")) to = next + 1;
    }
    ordered.push(...words.slice(from, to).toReversed());
    from = to;
  }
  return ordered;
}

/** India's other scripts, each with its own font family, which also covers Latin. */
const SCRIPTS = [
  { name: "Kannada", pattern: /\p{Script=Kannada}/u },
  { name: "Tamil", pattern: /\p{Script=Tamil}/u },
  { name: "Telugu", pattern: /\p{Script=Telugu}/u },
  { name: "Malayalam", pattern: /\p{Script=Malayalam}/u },
  { name: "Bengali", pattern: /\p{Script=Bengali}/u },
  { name: "Gujarati", pattern: /\p{Script=Gujarati}/u },
  { name: "Gurmukhi", pattern: /\p{Script=Gurmukhi}/u },
  { name: "Oriya", pattern: /\p{Script=Oriya}/u },
  { name: "MeeteiMayek", pattern: /\p{Script=Meetei_Mayek}/u },
  { name: "OlChiki", pattern: /\p{Script=Ol_Chiki}/u },
  { name: "Arabic", pattern: RIGHT_TO_LEFT },
] as const;

/** A font file; the name identifies its bytes. */
export interface Font {
  readonly name: string;
  /** Path within the scope of the font packages, without extension. */
  readonly file: string;
}

/** The font of a text: the default, or that of the first other script in it. */
export function fontFor(text: string, face: Face): Font {
  const script = SCRIPTS.find(({ pattern }) => pattern.test(text))?.name;
  if (script !== undefined) return scriptFont(script, face);
  // fontkit never returns from shaping थि in Eczar.
  const safe = face === "heading" && /\p{Script=Devanagari}/u.test(text) ? "strong" : face;
  return { name: safe, file: DEFAULT_FONTS[safe] };
}

function scriptFont(script: (typeof SCRIPTS)[number]["name"], face: Face): Font {
  const weight = face === "text" ? "400Regular" : "700Bold";
  const folder = script.replace(/(?<=[a-z])[A-Z]/, (letter) => `-${letter}`).toLowerCase();
  return { name: `${script} ${weight}`, file: `noto-sans-${folder}/${weight}/NotoSans${script}_${weight}` };
}

/** Every font of a face; opened one after another until one has a character. */
export function allFonts(face: Face): readonly Font[] {
  const safe = face === "heading" ? "strong" : face;
  return [{ name: safe, file: DEFAULT_FONTS[safe] }, ...SCRIPTS.map(({ name }) => scriptFont(name, face))];
}

/** Joiners and selectors need no glyph. */
export function hasGlyphs(font: Fontkit.Font, text: string): boolean {
  return [...text].every(
    (character) =>
      /\p{Default_Ignorable_Code_Point}/u.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

const openFonts = new Map<string, Fontkit.Font>();

/** Opens a font for a document. */
export function openFont(fontkit: typeof Fontkit, font: Font): Fontkit.Font {
  const open = parsedFont(fontkit, font);
  // A glyph remembers the letter it was first drawn for: without this, an invoice's text would depend on earlier ones.
  (open as unknown as { _glyphs: object })._glyphs = {};
  return open;
}

/** Parses a font once, because that takes longer than drawing an invoice. Documents do not modify it. */
export function parsedFont({ create }: typeof Fontkit, { file }: Font): Fontkit.Font {
  const known = openFonts.get(file);
  if (known !== undefined) return known;
  const path = createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}.ttf`);
  const parsed = create(readFileSync(path)) as Fontkit.Font;
  const font = file.includes("meetei-mayek") ? withoutSyllables(parsed) : spaceLast(parsed);
  openFonts.set(file, font);
  return font;
}

/**
 * Meetei Mayek is written in the order of its spelling and needs no reordering: fontkit, which reorders its syllables,
 * never returns from one with a conjunct (ꯀ꯭ꯀ).
 */
function withoutSyllables(font: Fontkit.Font): Fontkit.Font {
  const layout = font.layout.bind(font);
  font.layout = (text, features) => layout(text, features, "DFLT");
  return font;
}

/** pdfkit shapes a word together with the space that follows it: in a word from right to left, the space must stay last. */
function spaceLast(font: Fontkit.Font): Fontkit.Font {
  const layout = font.layout.bind(font);
  font.layout = (text, ...options) => {
    const run = layout(text, ...options);
    if (run.direction === "rtl" && text.endsWith(" "))
      for (const list of [run.glyphs, run.positions]) list.push(...(list.splice(0, 1) as never[]));
    return run;
  };
  return font;
}
