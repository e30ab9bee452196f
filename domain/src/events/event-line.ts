import { isolated } from "../fields/isolation.js";
import { editionDates } from "./event-dates.js";
import type { PublicFacts } from "./event-facts.js";

/**
 * Which event something is about, in a line: "The Mela, 3rd and 4th December 2026, Bangalore". Beside whatever is reserved,
 * bought or changed, since several events can have a stall of the same number.
 */
export function eventLine({ name, openingDays, city }: Pick<PublicFacts, "name" | "openingDays" | "city">): string {
  return `${isolated(name)}, ${editionDates({ days: openingDays })}, ${isolated(city)}`;
}
