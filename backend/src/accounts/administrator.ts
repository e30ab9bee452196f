import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";

/** A logged-in administrator. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
  /** Slug of the event of a person at the gate; null or absent for everyone else. */
  readonly event?: string | null;
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
  role: "operator",
};
