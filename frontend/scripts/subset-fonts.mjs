/**
 * Writes the glyphs that the site's own words use, of the fonts that every page shows, into src/ui/theme/fonts: half the size of
 * fontsource's latin files, which fonts.css names for all other letters. Run it after the fonts are updated; it needs a package that
 * nothing else does:
 *
 *   npm install --no-save subset-font@2.9.0 && node frontend/scripts/subset-fonts.mjs
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const { default: subset } = await import(pathToFileURL(createRequire(`${process.cwd()}/`).resolve("subset-font")).href);

/** Printable ASCII and what our texts set between words; the same as the first `unicode-range` of each family in fonts.css. */
const SIGNS = "\u00A0©·×–—‘’“”•…";
const ASCII = String.fromCodePoint(...Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at));
/** The rupee sign, which fontsource keeps in its latin-ext files; in headings, too, it is Mukta's (fonts.css). */
const RUPEE = "₹";

const folder = new URL("../src/ui/theme/fonts/", import.meta.url);
await mkdir(folder, { recursive: true });
// Without hints, which phones and screens of today do not use.
const write = async (name, file, text) => {
  const font = await subset(await readFile(require.resolve(file)), text, { targetFormat: "woff2", noHinting: true });
  await writeFile(new URL(`${name}.woff2`, folder), font);
  console.log(`${name}: ${font.length} bytes`);
};
await write("eczar-first", "@fontsource-variable/eczar/files/eczar-latin-wght-normal.woff2", ASCII + SIGNS);
for (const weight of [400, 600]) {
  await write(`mukta-${weight}-first`, `@fontsource/mukta/files/mukta-latin-${weight}-normal.woff2`, ASCII + SIGNS);
  await write(`mukta-${weight}-rupee`, `@fontsource/mukta/files/mukta-latin-ext-${weight}-normal.woff2`, RUPEE);
}
