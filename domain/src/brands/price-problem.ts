import messages from "../generated/messages/en/page-problems.js";
import { MAX_PRICE_PAISE, type Price } from "./price.rules.js";

/** Why a price cannot be shown; undefined if it can. */
export function priceProblem(
  { kind, fromPaise, toPaise: to }: Price,
  words: typeof messages = messages,
): string | undefined {
  if (kind === "none" || kind === "on_request") return undefined;
  if (fromPaise === null) return words.priceMissing;
  if (fromPaise < 1 || fromPaise > MAX_PRICE_PAISE) return words.priceMost;
  if (kind === "fixed") return undefined;
  if (to === null) return words.highestMissing;
  if (to > MAX_PRICE_PAISE) return words.priceMost;
  return to > fromPaise ? undefined : words.highestTooLow;
}
