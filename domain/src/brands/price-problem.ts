import messages from "../generated/messages/en/page-problems.js";
import { MAX_PRICE_PAISE, type Price } from "./price.rules.js";

/** Why a price cannot be shown; undefined if it can. */
export function priceProblem({ kind, fromPaise, toPaise: to }: Price): string | undefined {
  if (kind === "none" || kind === "on_request") return undefined;
  if (fromPaise === null) return messages.priceMissing;
  if (fromPaise < 1 || fromPaise > MAX_PRICE_PAISE) return messages.priceMost;
  if (kind === "fixed") return undefined;
  if (to === null) return messages.highestMissing;
  if (to > MAX_PRICE_PAISE) return messages.priceMost;
  return to > fromPaise ? undefined : messages.highestTooLow;
}
