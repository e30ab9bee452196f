import { NETWORK_BLOCK_HOURS } from "@sakhi/domain/bookings/live-holds.rules";
import en from "@sakhi/domain/generated/messages/en/admin-results";
import hi from "@sakhi/domain/generated/messages/hi/admin-results";
import kn from "@sakhi/domain/generated/messages/kn/admin-results";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";

/** What an action of an operator has done, in each language. */
export const RESULTS: Readonly<Record<LanguageCode, typeof en>> = { en, hi, kn };

/** How many stalls a release made free, and how many bookings wait for the end of their payment. */
interface Release {
  readonly released: number;
  readonly closing: number;
}

/** What the release of a network's holds has done. @param browsers that are blocked; without it the network is */
export function networkReleasedIn(language: LanguageCode, { released, closing }: Release, browsers?: number): string {
  const { networkReleased, browsersReleased } = RESULTS[language];
  const blocked = { released, hours: NETWORK_BLOCK_HOURS };
  const said = browsers === undefined ? networkReleased(blocked) : browsersReleased({ ...blocked, browsers });
  return said + paymentsEnding(language, closing);
}

/** What the release of all unpaid holds of a crowd has done. */
export const unpaidReleasedIn = (language: LanguageCode, { released, closing }: Release): string =>
  RESULTS[language].unpaidReleased({ released }) + paymentsEnding(language, closing);

/** A further sentence, if there is something to say. */
const paymentsEnding = (language: LanguageCode, closing: number): string =>
  closing === 0 ? "" : ` ${RESULTS[language].paymentsEnding({ closing })}`;
