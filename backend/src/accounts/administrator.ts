import type { AdministratorRole } from "@sakhi/domain/accounts/administrator.rules";

/** Who is logged in. */
export interface Administrator {
  readonly id: string;
  readonly username: string;
  readonly role: AdministratorRole;
}
