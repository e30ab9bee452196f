import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** @type {Record<string, { readonly isComplete: boolean }>} */
const LANGUAGES = JSON.parse(
  readFileSync(fileURLToPath(new URL("../../domain/messages/languages.json", import.meta.url)), "utf8"),
);

/** The language of this build: the site is built once per language (docs/decisions/0130). */
export const LANGUAGE = process.env["SITE_LANGUAGE"] ?? "en";

/** A build in the pseudo-language, for tests only. */
export const IS_PSEUDO = LANGUAGE === "xx";
const pseudo = IS_PSEUDO ? await import("../../scripts/messages.mjs") : undefined;
if (LANGUAGES[LANGUAGE] === undefined && !IS_PSEUDO) throw new Error(`SITE_LANGUAGE: no language ${LANGUAGE}`);

/** The site is shown in this language. Another build is for a look at it, and has a folder that the api never reads. */
export const IS_SHOWN = LANGUAGES[LANGUAGE]?.isComplete === true;

/** Folder of a build of this language: English in `folder`, others in a folder of their own below it. */
export function folderOf(/** @type {string} */ folder) {
  if (!IS_SHOWN) return folder.replace("dist/", `dist/preview/${LANGUAGE}/`);
  return LANGUAGE === "en" ? folder : `${folder}/${LANGUAGE}`;
}

const ENGLISH = "/generated/messages/en/";
const PSEUDO_MODULE = /\/generated\/messages\/en\/([\w-]+)\.ts$/;

/** @param {string} language @returns {Record<string, string>} */
function documentTexts(language) {
  const file = fileURLToPath(new URL(`../../domain/messages/${language}/document.json`, import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** A document with its texts, which stand in it as {{key}}: those of this language. */
export function withTexts(/** @type {string} */ html) {
  const texts = { ...documentTexts("en"), ...(pseudo?.pseudoDocumentTexts() ?? documentTexts(LANGUAGE)) };
  return html.replace(/\{\{(\w+)\}\}/g, (place, key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`No text for ${place} in domain/messages/en/document.json`);
    return text;
  });
}

/** The texts of this language in place of the English ones, as a Vite plugin. */
export const inLanguage = {
  name: "in-language",
  enforce: "pre",
  /** @this {import("vite").Rollup.PluginContext} */
  async resolveId(source, importer, options) {
    if (LANGUAGE === "en" || IS_PSEUDO || !source.includes(ENGLISH)) return null;
    return this.resolve(source.replace(ENGLISH, `/generated/messages/${LANGUAGE}/`), importer, {
      ...options,
      skipSelf: true,
    });
  },
  load(id) {
    const [, feature] = PSEUDO_MODULE.exec(id) ?? [];
    return pseudo === undefined || feature === undefined ? null : pseudo.pseudoModule(feature);
  },
  transformIndexHtml: (html) =>
    withTexts(LANGUAGE === "en" || IS_PSEUDO ? html : html.replace('lang="en-IN"', `lang="${LANGUAGE}"`)),
};

/**
 * Puts the files of this language beside those of all others, as a Vite plugin: their names are hashes of their contents, so
 * that what has no text is one file for all, which a visitor who changes the language already has.
 */
export const sharedAssets = {
  name: "shared-assets",
  apply: "build",
  closeBundle() {
    const site = fileURLToPath(new URL("../dist/site", import.meta.url));
    const own = join(site, LANGUAGE, "assets");
    if (LANGUAGE === "en" || !IS_SHOWN || !existsSync(own)) return;
    cpSync(own, join(site, "assets"), { recursive: true });
    rmSync(own, { recursive: true });
  },
};
