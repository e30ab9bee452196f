import {
  inOwnWords,
  type ListedTranslation,
  listedInOwnWords,
  placeInOwnWords,
  type PlaceTranslation,
  type PublicFacts,
} from "@sakhi/domain/events/event-facts";
import { IS_ENGLISH } from "@sakhi/domain/generated/messages/en/language";

/** Facts as the api sends them, in English, with their dates and hours in the language of this build. */
export const inWords = <Facts extends Pick<PublicFacts, "openingDays" | "arrival" | "translations">>(
  facts: Facts,
): Facts =>
  // A document that opened without network has none.
  IS_ENGLISH || !("openingDays" in facts) ? facts : inOwnWords(facts);

/** Events of the api's list, likewise. */
export const listedInWords = <
  Listed extends Pick<PublicFacts, "openingDays"> & { readonly translations?: readonly ListedTranslation[] },
>(
  events: readonly Listed[],
): Listed[] => events.map((event) => (IS_ENGLISH ? event : listedInOwnWords(event)));

/** Where a brand is met, likewise. */
export const placeInWords = <
  Place extends Pick<PublicFacts, "openingDays"> & { readonly translations?: readonly PlaceTranslation[] },
>(
  place: Place,
): Place => (IS_ENGLISH ? place : placeInOwnWords(place));
