import { placeOfAddress } from "../catalogue/place.rules.js";
import { APPLIED_TEXTS, type AppliedText } from "./brand-page.fields.js";

/** What an application says of its brand's page; null or missing for none. */
export type Applied = Readonly<Partial<Record<Exclude<AppliedText, "place">, string | null | undefined>>> & {
  readonly businessAddress: string;
};

/**
 * The page that an application asks for, before anyone has seen it: its story and links, and the place that its address
 * names. Its names, addresses and numbers were given to us, not to everyone (decision 93).
 */
export function appliedPage(application: Applied): Record<AppliedText, string> {
  const said = { ...application, place: placeOfAddress(application.businessAddress) };
  return Object.fromEntries(APPLIED_TEXTS.map((name) => [name, said[name] ?? ""])) as Record<AppliedText, string>;
}
