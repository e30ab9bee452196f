import { stateNamed } from "../catalogue/place.rules.js";
import { asciiDigits, oneLine } from "../fields/characters.js";
import messages from "../generated/messages/en/admin-event-problems.js";
import { GST_STATE_CODES, gstStateName, isGstStateCode } from "../invoices/gst-states.js";
import { isGstin } from "../invoices/gstin.js";

export { readDays, typedDays } from "./typed-days.js";

const problems = messages.facts;

/** The code of a state that is given by its GST code or its name: "8", "08", "Rajasthan", "Orissa"; else the text. */
export function readState(text: string): string {
  const typed = oneLine(text);
  const digits = asciiDigits(typed);
  if (/^\d{1,2}$/.test(digits)) return digits.padStart(2, "0");
  const name = stateNamed(typed) ?? typed;
  return GST_STATE_CODES.find((code) => gstStateName(code).toLowerCase() === name.toLowerCase()) ?? typed;
}

/** Validates a state's code from {@link readState}. Returns an error message, or undefined if it is valid. */
export function stateProblem(stateCode: string): string | undefined {
  if (isGstStateCode(stateCode)) return undefined;
  if (stateCode === "") return problems.stateMissing;
  return /^\d+$/.test(stateCode) ? problems.noStateCode({ code: stateCode }) : problems.noState({ text: stateCode });
}

/** Longest map link, in characters: addresses of places in Google Maps have some hundred. */
export const MOST_MAP_LINK = 2_000;

/** Sites whose pages open with https whatever their links begin with. */
const MAP_SITES =
  /^(?:(?:www|maps|m)\.)?(?:google\.[a-z.]{2,6}|goo\.gl|maps\.app\.goo\.gl|app\.goo\.gl|g\.co|g\.page|bing\.com|openstreetmap\.org|osm\.org|mappls\.com|mapmyindia\.com|here\.com)$/i;
/** An address in a text: with its scheme, or as browsers show it. */
const WITH_SCHEME = /\bhttps?:\/\/[^\s<>"]+/iu;
const WITHOUT_SCHEME = /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,}(?::\d{1,5})?(?:[/?#].*|(?![^),.]))/iu;
/** Groups: scheme, host with a port, and the rest. */
const ADDRESS = /^(https?):\/\/((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+)((?::\d{1,5})?(?:[/?#].*)?)$/iu;

/** The first word, or the first in a parenthesis, that browsers would open as an address. */
function withoutScheme(text: string): string | undefined {
  for (const word of text.split(/[\s<>"]+/u)) {
    const found = WITHOUT_SCHEME.exec(word) ?? WITHOUT_SCHEME.exec(word.slice(word.indexOf("(") + 1));
    if (found !== null) return found[0];
  }
  return undefined;
}

/**
 * The map link in what was typed or pasted: the address alone ("Town hall https://…"), with https:// before it if it was
 * left out, and other characters than those of addresses encoded. The text itself if there is no address in it.
 */
export function readMapLink(text: string): string {
  const typed = oneLine(text);
  const hasOtherScheme = /^[a-z][a-z\d+.-]*:/i.test(typed);
  const found = WITH_SCHEME.exec(typed)?.[0] ?? (hasOtherScheme ? undefined : withoutScheme(typed));
  if (found === undefined) return typed;
  // Without the punctuation of the sentence around it.
  const address = found.replace(/(?<![.,;:!])[.,;:!]+$/u, "").replace(/^([^(]*)\)$/u, "$1");
  const [, scheme = "", host = "", rest = ""] =
    ADDRESS.exec(/^https?:/i.test(address) ? address : `https://${address}`) ?? [];
  if (host === "") return address;
  const secure = /^https$/i.test(scheme) || MAP_SITES.test(host);
  return `${secure ? "https" : "http"}://${host}${rest.replaceAll(/[^!-~]+|[<>"`{}|\\^]+/gu, encodeURIComponent)}`;
}

/** Validates a map link from {@link readMapLink}. Returns an error message, or undefined if it is valid. */
export function mapLinkProblem(link: string): string | undefined {
  if (link === "") return problems.mapMissing;
  const [, scheme] = ADDRESS.exec(link) ?? [];
  if (scheme === undefined) return problems.noMap;
  return scheme === "https" ? undefined : problems.mapWithoutS;
}

/** Validates a GSTIN. Returns an error message, or undefined if it is valid. */
export function gstinProblem(gstin: string): string | undefined {
  return isGstin(gstin) ? undefined : problems.gstin;
}

/** Validates the sales window. Returns an error message, or undefined if it is valid. */
export function salesProblem(opensAt: Date | null, closesAt: Date | null): string | undefined {
  return opensAt !== null && closesAt !== null && closesAt <= opensAt ? problems.sales : undefined;
}
