import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import about, { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";

/** `lang` of an event's name and venue on this page: English ones on a page in another language say so to screen readers. */
export const factsLanguage = ({ translations = [] }: Pick<PublicFacts, "translations">): string | undefined =>
  IS_ENGLISH || translations.some(({ language }) => language === about.code) ? undefined : "en";
