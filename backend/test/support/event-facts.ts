import type { EventFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_EVENT, SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";

/** The facts that the migration inserts. */
export const SEED_FACTS: EventFacts = {
  slug: "the-mela-2026",
  status: "published",
  event: { id: 1, version: 0, ...SEED_EVENT },
  organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
  calendar: SEED_CALENDAR,
  updatedAt: "2026-10-01T00:00:00.000Z",
};
