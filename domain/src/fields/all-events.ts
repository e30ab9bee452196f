/** What names no single event but all of them, in the dashboard's lists. */
export const ALL_EVENTS = "all";
