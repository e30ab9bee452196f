import { MAX_PRICE_PAISE, type Price } from "./price.rules.js";

/** Why a price cannot be shown; undefined if it can. */
export function priceProblem({ kind, fromPaise, toPaise: to }: Price): string | undefined {
  if (kind === "none" || kind === "on_request") return undefined;
  if (fromPaise === null) return "Please enter the price in rupees, for example 1,200";
  if (fromPaise < 1 || fromPaise > MAX_PRICE_PAISE) return "Please enter a price of at most ₹1,00,00,000";
  if (kind === "fixed") return undefined;
  if (to === null) return "Please enter the highest price in rupees, for example 2,500";
  if (to > MAX_PRICE_PAISE) return "Please enter a price of at most ₹1,00,00,000";
  return to > fromPaise ? undefined : "The highest price must be more than the lowest";
}
