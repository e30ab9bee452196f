import { FIRST_LANGUAGE, type LanguageCode } from "../languages/language-paths.js";

/** What of an event can be said in another language besides the first; the address and the map stay as they are. */
export const TRANSLATED_FACTS = ["name", "venueName", "venueDescription", "city"] as const;
export type TranslatedFact = (typeof TRANSLATED_FACTS)[number];

/** An event's texts in another language; what is missing is shown in the first. */
export type EventTranslation = Readonly<Partial<Record<TranslatedFact, string>>>;

/** An event's texts by language, with the number of their changes. */
export interface EventTranslations {
  readonly version: number;
  readonly texts: Readonly<Partial<Record<LanguageCode, EventTranslation>>>;
}

/** An event of which everything is said in one language. */
export const NO_TRANSLATIONS: EventTranslations = { version: 0, texts: {} };

/** Longest text in another language, in characters: as in the first. */
export const TRANSLATION_LENGTH = 150;

/** An event's record with its texts in a language, where there are any. */
export function inLanguageOf<Event extends Readonly<Record<TranslatedFact, string>>>(
  event: Event,
  { texts }: EventTranslations,
  language: LanguageCode,
): Event {
  const own = language === FIRST_LANGUAGE ? undefined : texts[language];
  if (own === undefined) return event;
  const said = TRANSLATED_FACTS.flatMap((fact) => {
    const text = own[fact];
    return text === undefined || text === "" ? [] : [[fact, text] as const];
  });
  return { ...event, ...(Object.fromEntries(said) as Partial<Event>) };
}

/** A language's texts as an operator typed them, without those that she left empty; undefined if all are. */
export function typedTranslation(typed: EventTranslation): EventTranslation | undefined {
  const said = TRANSLATED_FACTS.flatMap((fact) => {
    const text = typed[fact]?.trim() ?? "";
    return text === "" ? [] : [[fact, text] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}
