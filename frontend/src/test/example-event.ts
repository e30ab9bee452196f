import { seedEvent } from "@sakhi/domain/events/event-facts.seed";

/** The Mela of the specs: 3 and 4 December 2099, so that it is still to come whatever day they run on. */
export const EXAMPLE_EVENT = seedEvent(new Date("2099-10-01T00:00:00Z"));
