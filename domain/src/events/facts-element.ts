/** Id of the page's element that contains the event facts as JSON. */
export const FACTS_ELEMENT = "event-facts";
