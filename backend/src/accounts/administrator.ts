import type { AccountStep, AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";

/** Who is logged in. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
}

/** An administrator with the session they are logged in by. */
export interface LoggedIn extends Administrator {
  readonly sessionId: string;
  /** What they must do before anything else; undefined when nothing. */
  readonly step: AccountStep | undefined;
}
