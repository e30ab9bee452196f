import { ApiProperty, ApiPropertyOptional } from "@nestjs/swagger";
import { AUDIT_SUBJECTS } from "@sakhi/domain/admin/audit";
import type { AuditSubject } from "@sakhi/domain/admin/audit";

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
