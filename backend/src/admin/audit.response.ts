import { ApiProperty, ApiPropertyOptional } from "@nestjs/swagger";
import { AUDIT_SUBJECTS, type AuditSubject } from "@sakhi/domain/admin/audit";
import type { AuditEntry } from "../accounts/audit-log.service.js";
import { withoutNulls } from "./list-response.js";

/** What an administrator did. */
export class AuditEntryResponse {
  id!: string;
  at!: string;
  /** Their name, or "command line". */
  administrator!: string;
  /** E.g. stall_blocked. */
  action!: string;
  @ApiProperty({ enum: AUDIT_SUBJECTS, enumName: "AuditSubject" })
  subjectType!: AuditSubject;
  subjectId!: string;
  reason?: string;
  /** Ids, amounts and states before it. */
  @ApiPropertyOptional({ type: "object", additionalProperties: true })
  before?: Record<string, unknown>;
  /** And after it. */
  @ApiPropertyOptional({ type: "object", additionalProperties: true })
  after?: Record<string, unknown>;
}

/** A line of the audit log as a response. */
export function auditResponse({ at, ...entry }: AuditEntry): AuditEntryResponse {
  return { ...withoutNulls(entry), at: at.toISOString() };
}
