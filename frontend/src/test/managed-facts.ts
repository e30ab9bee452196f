import { NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { typedDays } from "@sakhi/domain/operator/event-facts.rules";
import type { ManagedFacts } from "../api/admin-api";
import { EXAMPLE_EVENT } from "./example-event";

const { phone: _none, ...organisation } = SEED_ORGANISATION;
const { salesOpenAt: _from, salesCloseAt: _until, ...event } = EXAMPLE_EVENT;

/** The facts of the example event, as its operators have them. */
export const MANAGED_FACTS: ManagedFacts = {
  event: { ...event, version: 3, days: typedDays(event.days) },
  arrival: { ...NO_ARRIVAL, setup: [] },
  translations: { version: 0, texts: [] },
  organisation: { ...organisation, version: 0 },
  editions: [],
};
