import type { SeenEvents } from "@sakhi/domain/digest/digest.kinds";
import type { AdministratorEntity } from "./accounts.entities.js";

/** The events that a person of the dashboard sees. */
export function seenEvents({ eventId }: Pick<AdministratorEntity, "eventId">): SeenEvents {
  return eventId === null ? "all" : [eventId];
}
