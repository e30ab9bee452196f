import type { AuditFacts } from "../accounts/audit-log.service.js";

/** What a remedy came to. */
export interface RemedyResult {
  readonly resolved: boolean;
  readonly message: string;
  /** For the audit log: ids, amounts and states. */
  readonly after?: AuditFacts;
}
