import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";

/** Embeds the facts in the page, as the server does: the stores that are created from now on begin with them. */
export function embedFacts(facts: PublicFacts): void {
  const element = document.getElementById(FACTS_ELEMENT) ?? document.createElement("script");
  Object.assign(element, { type: "application/json", id: FACTS_ELEMENT, textContent: JSON.stringify(facts) });
  document.head.append(element);
}
