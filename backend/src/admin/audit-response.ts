import type { AuditEntry } from "../accounts/audit-log.service.js";
import type { AuditEntryResponse } from "./audit.response.js";

/** A line of the audit log as it goes over the wire. */
export function auditResponse(entry: AuditEntry): AuditEntryResponse {
  const { id, administrator, action, subjectType, subjectId, reason, before, after } = entry;
  return {
    id,
    at: entry.at.toISOString(),
    administrator,
    action,
    subjectType,
    subjectId,
    ...(reason === null ? {} : { reason }),
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
  };
}
