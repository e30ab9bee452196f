import type { Access } from "@sakhi/domain/access/rights";
import type { AccountStep } from "@sakhi/domain/accounts/administrator.rules";
import type { SeenEvents } from "@sakhi/domain/digest/digest.kinds";

/** The events that a person of the dashboard sees, by their ids. @param eventIds of a person of named events; null for all */
export const seenEvents = ({ eventIds }: { readonly eventIds: readonly number[] | null }): SeenEvents =>
  eventIds ?? "all";

/** A logged-in administrator. */
export interface Administrator extends Access {
  readonly id: string;
  readonly username: string;
  /** The access token with which another system calls as this person; absent in her own browser. */
  readonly accessToken?: string | undefined;
  /** Key of this request, if it has one: the action is done once, however often the request is repeated. */
  readonly requestKey?: string | undefined;
}

/** An administrator with their session. */
export interface LoggedIn extends Administrator {
  /** Empty for a call with an access token, which opens nothing that asks for it. */
  readonly sessionId: string;
  /** Required before anything else; undefined when nothing is. */
  readonly step: AccountStep | undefined;
}

/** Repeats what administrators did after the backup that a recovery started from (docs/decisions/0050). */
export const RECOVERY: Administrator = {
  id: "00000000-0000-0000-0000-000000000000",
  username: "recovery",
  role: "owner",
  events: null,
};
