import about from "../generated/messages/en/language.js";
import { LANGUAGES } from "../generated/messages/languages.js";

/** A language of the site, by its code. */
export type LanguageCode = (typeof LANGUAGES)[number]["code"];

/** The language of the specified addresses, and of texts that another language lacks. */
export const FIRST_LANGUAGE = "en" satisfies LanguageCode;

/** The languages in which the site is shown: those whose catalogues are complete, and that of this build, to look at it before. */
export const SITE_LANGUAGES: readonly LanguageCode[] = LANGUAGES.filter(
  ({ code, isComplete }) => isComplete || code === about.code,
).map(({ code }) => code);

/** What precedes the specified addresses in a language: nothing in English, `/hi` in Hindi. */
export const prefixOf = (language: LanguageCode): string => (language === FIRST_LANGUAGE ? "" : `/${language}`);

/** An address in a language. @param path as specified; with query and fragment, if it has any */
export function pathIn(language: LanguageCode, path: string): string {
  const prefix = prefixOf(language);
  return prefix === "" ? path : prefix + path.replace(/^\/(?=$|[?#])/, "");
}

/** The language that an address names, and the specified address. @param path as in the address bar */
export function languageOfPath(path: string): { readonly language: LanguageCode; readonly path: string } {
  const found = SITE_LANGUAGES.find((code) => code !== FIRST_LANGUAGE && new RegExp(`^/${code}(?=$|[/?#])`).test(path));
  if (found === undefined) return { language: FIRST_LANGUAGE, path };
  const rest = path.slice(prefixOf(found).length);
  return { language: found, path: rest.startsWith("/") ? rest : `/${rest}` };
}

/** The first of the site's languages in a person's order of preference. @param tags such as `hi-IN` */
export function preferredLanguage(tags: readonly string[]): LanguageCode | undefined {
  const codes = tags.map((tag) => tag.toLowerCase().split("-")[0]);
  return codes.flatMap((code) => SITE_LANGUAGES.find((ours) => ours === code) ?? [])[0];
}
