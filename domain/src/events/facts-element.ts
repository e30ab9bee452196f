/** The element of the page that holds the facts of the Mela as JSON. */
export const FACTS_ELEMENT = "event-facts";
