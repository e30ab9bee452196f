import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";

/** A logged-in administrator. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
}

/** An administrator with their session. */
export interface LoggedIn extends Administrator {
  readonly sessionId: string;
  /** Required before anything else; undefined when nothing is. */
  readonly step: AccountStep | undefined;
}
