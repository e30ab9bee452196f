import { FIRST_LANGUAGE, type LanguageCode } from "../languages/language-paths.js";

/** What of an event's record can be said in another language besides the first; the address and the map stay as they are. */
export const TRANSLATED_FACTS = ["name", "venueName", "venueDescription", "city"] as const;
export type TranslatedFact = (typeof TRANSLATED_FACTS)[number];

/** All of an event that can be said in another language: its facts, and where holders come in. */
export const TRANSLATED_TEXTS = [...TRANSLATED_FACTS, "gate"] as const;
export type TranslatedText = (typeof TRANSLATED_TEXTS)[number];

/** An event's texts in another language; what is missing is shown in the first. */
export type EventTranslation = Readonly<Partial<Record<TranslatedText, string>>>;

/** An event's texts by language, with the number of their changes. */
export interface EventTranslations {
  readonly version: number;
  readonly texts: Readonly<Partial<Record<LanguageCode, EventTranslation>>>;
}

/** An event of which everything is said in one language. */
export const NO_TRANSLATIONS: EventTranslations = { version: 0, texts: {} };

/** Longest text in another language, in characters: as in the first. */
export const TRANSLATION_LENGTH = 150;

/** A text in a language; undefined where it has none and the first is shown. */
function textIn({ texts }: EventTranslations, language: LanguageCode, name: TranslatedText): string | undefined {
  const text = language === FIRST_LANGUAGE ? undefined : texts[language]?.[name];
  return text === "" ? undefined : text;
}

/** An event's record with its texts in a language, where there are any. */
export function inLanguageOf<Event extends Readonly<Record<TranslatedFact, string>>>(
  event: Event,
  translations: EventTranslations,
  language: LanguageCode,
): Event {
  const said = TRANSLATED_FACTS.flatMap((fact) => {
    const text = textIn(translations, language, fact);
    return text === undefined ? [] : [[fact, text] as const];
  });
  return said.length === 0 ? event : { ...event, ...(Object.fromEntries(said) as Partial<Event>) };
}

/** Where holders come in, in a language; empty where nobody has said it in the first. */
export function gateIn(gate: string, translations: EventTranslations, language: LanguageCode): string {
  return gate === "" ? "" : (textIn(translations, language, "gate") ?? gate);
}

/** Those of an event's texts, as they are in the first language, that a language does not have. */
export function untranslated(
  texts: Readonly<Record<TranslatedText, string>>,
  translations: EventTranslations,
  language: LanguageCode,
): readonly string[] {
  const missing = TRANSLATED_TEXTS.filter((name) => textIn(translations, language, name) === undefined);
  return missing.map((name) => texts[name]).filter((text) => text !== "");
}

/** A language's texts as an operator typed them, without those that she left empty; undefined if all are. */
export function typedTranslation(typed: EventTranslation): EventTranslation | undefined {
  const said = TRANSLATED_TEXTS.flatMap((name) => {
    const text = typed[name]?.trim() ?? "";
    return text === "" ? [] : [[name, text] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

type FirstTexts = Readonly<Partial<Record<TranslatedText, string>>>;

/**
 * The translations that are left once texts of the first language have changed: one of a text that no longer says it (another
 * venue) would send its readers elsewhere. They have another version although nothing is withdrawn: who translates the former text
 * meanwhile has to recheck. Undefined if no text has changed.
 */
export function stillTranslated(
  translations: EventTranslations,
  before: FirstTexts,
  after: FirstTexts,
): EventTranslations | undefined {
  const changed = TRANSLATED_TEXTS.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return undefined;
  const languages = Object.entries(translations.texts) as [LanguageCode, EventTranslation][];
  const left = languages.flatMap(([language, texts]) => {
    const kept = TRANSLATED_TEXTS.flatMap((name) => {
      const text = texts[name];
      return text === undefined || text === "" || changed.includes(name) ? [] : [[name, text] as const];
    });
    return kept.length === 0 ? [] : [[language, Object.fromEntries(kept)] as const];
  });
  return { version: translations.version + 1, texts: Object.fromEntries(left) };
}
