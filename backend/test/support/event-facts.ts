import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import type { EventFacts } from "@sakhi/domain/events/event-facts";
import { SEED_CALENDAR, SEED_ORGANISATION, seedEvent } from "@sakhi/domain/events/event-facts.seed";

/**
 * The facts that the migrations insert into an installation of October 2026, for what is rendered without a database. Those
 * of a test's own database follow from the day it runs on: MelaTest.firstEvent.
 */
export const SEED_FACTS: EventFacts = {
  slug: "the-mela-2026",
  status: "published",
  event: { id: 1, version: 0, ...seedEvent(new Date("2026-10-01T00:00:00Z")) },
  organisation: { id: 1, version: 0, ...SEED_ORGANISATION },
  calendar: SEED_CALENDAR,
  arrival: NO_ARRIVAL,
  updatedAt: "2026-10-01T00:00:00.000Z",
};
