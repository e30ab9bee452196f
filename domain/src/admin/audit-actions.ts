import type messages from "../generated/messages/en/admin-audit-actions.js";

type Words = typeof messages;
/** Names that are made of another one's. */
type Composed = "resolutions" | "exports" | "waiting";

/** What an entry of the audit log says was done, as stored: each has its words on the dashboard. */
export type AuditAction =
  | Exclude<keyof Words, Composed>
  | `resolution_${keyof Words["resolutions"]}`
  | `${keyof Words["exports"]}_exported`
  | `waiting_${keyof Words["waiting"]}`;
