import messages from "../generated/messages/en/dates.js";
import about from "../generated/messages/en/language.js";

/** What pages show of an event, as far as a part of a page has it. */
export interface ShownTexts {
  readonly name?: string;
  readonly title?: string;
  readonly eventName?: string;
  readonly venue?: string;
  readonly venueLong?: string;
  readonly city?: string;
  readonly locality?: string;
  readonly address?: string;
  readonly arrival?: { readonly gate: string };
  readonly translations?: readonly { readonly language: string; readonly english: readonly string[] }[];
}

/** The texts of an event that this build's page shows in English, though it is in another language. */
export function englishOf({ translations, locality, address, ...texts }: ShownTexts): readonly string[] {
  const { name, title, eventName, venue, venueLong, city, arrival } = texts;
  const own = translations?.find(({ language }) => language === about.code)?.english;
  const said = own ?? [name, title, eventName, venue, venueLong, city, arrival?.gate];
  // An address is not translated.
  return [...said, locality, address].filter((text): text is string => text !== undefined && text !== "");
}

/** A part of a sentence. */
export interface SentencePart {
  readonly text: string;
  readonly isEnglish: boolean;
}

/**
 * A sentence, or a text of its own, in parts: what of it is said in English, and the rest.
 *
 * @param english see {@link englishOf}
 */
export function sentenceParts(sentence: string, english: readonly string[]): readonly SentencePart[] {
  // Longest first: a venue contains its city. A name within a sentence has no article.
  const wanted = english
    .flatMap((text) => [text, text.replace(/^The /, messages.the)])
    .filter((text) => text !== "")
    .toSorted((a, b) => b.length - a.length);
  let parts: readonly SentencePart[] = [{ text: sentence, isEnglish: false }];
  for (const text of wanted) parts = parts.flatMap((part) => (part.isEnglish ? [part] : split(part.text, text)));
  return parts;
}

function split(sentence: string, text: string): readonly SentencePart[] {
  return sentence
    .split(text)
    .flatMap((rest, index) => [
      ...(index === 0 ? [] : [{ text, isEnglish: true }]),
      ...(rest === "" ? [] : [{ text: rest, isEnglish: false }]),
    ]);
}
