import messages from "../generated/messages/en/rights.js";
import type { AdministratorRole, Right } from "./rights.js";

/** Each right in words, after "may". */
export const RIGHTS: Readonly<Record<Right, string>> = messages.rights;

/** What each role is for, in a sentence. */
export const ROLE_PURPOSES: Readonly<Record<AdministratorRole, string>> = messages.purposes;
