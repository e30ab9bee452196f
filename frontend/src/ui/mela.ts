import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";

/** When and where the Mela is, and who runs it: rows of the database, which come with the page (decision 24). */
export const MELA = JSON.parse(document.getElementById(FACTS_ELEMENT)?.textContent ?? "{}") as PublicFacts;
