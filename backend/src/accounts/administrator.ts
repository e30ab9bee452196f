import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";

/** A logged-in administrator. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
  /** Key of this request, if it has one: the action is done once, however often the request is repeated. */
  readonly requestKey?: string | undefined;
}

/** An administrator with their session. */
export interface LoggedIn extends Administrator {
  readonly sessionId: string;
  /** Required before anything else; undefined when nothing is. */
  readonly step: AccountStep | undefined;
}
