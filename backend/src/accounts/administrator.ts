import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";
import type { SeenEvents } from "@sakhi/domain/digest/digest.kinds";

/** The events that a person of the dashboard sees. @param eventId of a person of one event; null for all others */
export function seenEvents({ eventId }: { readonly eventId: number | null }): SeenEvents {
  return eventId === null ? "all" : [eventId];
}

/** A logged-in administrator. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
  /** Slug of the event of a person at the gate; null or absent for everyone else. */
  readonly event?: string | null;
  /** Key of this request, if it has one: the action is done once, however often the request is repeated. */
  readonly requestKey?: string | undefined;
}

/** An administrator with their session. */
export interface LoggedIn extends Administrator {
  readonly sessionId: string;
  /** Required before anything else; undefined when nothing is. */
  readonly step: AccountStep | undefined;
}

/** Repeats what administrators did after the backup that a recovery started from (docs/decisions/0050). */
export const RECOVERY: Administrator = {
  id: "00000000-0000-0000-0000-000000000000",
  username: "recovery",
  role: "operator",
};
