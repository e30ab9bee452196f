import { FIRST_LANGUAGE, type LanguageCode, preferredLanguage } from "./language-paths.js";

/** How much of the header is read, in characters: browsers send a dozen languages at most. */
const READ_CHARACTERS = 200;

/** One language of the header, as `hi-IN;q=0.8`; without a weight it has the highest. */
const LANGUAGE = /^\s*([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/** The language of an answer: the first of the site's in the order that a browser's `Accept-Language` gives, else English. */
export function acceptedLanguage(header: string | undefined): LanguageCode {
  const accepted = (header ?? "")
    .slice(0, READ_CHARACTERS)
    .split(",")
    .flatMap((each) => {
      const [, tag = "", weight = "1"] = LANGUAGE.exec(each) ?? [];
      return tag === "" || Number(weight) === 0
        ? []
        : [{ tag: tag === "*" ? FIRST_LANGUAGE : tag, weight: Number(weight) }];
    });
  const inOrder = accepted.toSorted((one, other) => other.weight - one.weight).map(({ tag }) => tag);
  return preferredLanguage(inOrder) ?? FIRST_LANGUAGE;
}
