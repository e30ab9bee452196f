import { ApiProperty, ApiPropertyOptional } from "@nestjs/swagger";
import { AUDIT_SUBJECTS, type AuditSubject } from "@sakhi/domain/admin/admin.choices";

/** An administrator's action. */
export class AuditEntryResponse {
  id!: string;
  at!: string;
  /** Username, or "command line". */
  administrator!: string;
  /** E.g. stall_blocked. */
  action!: string;
  @ApiProperty({ enum: AUDIT_SUBJECTS, enumName: "AuditSubject" })
  subjectType!: AuditSubject;
  subjectId!: string;
  /** Slug of the event that it is about, or "all"; absent if it is about none. */
  event?: string;
  reason?: string;
  /** Ids, amounts and states before the action. */
  @ApiPropertyOptional({ type: "object", additionalProperties: true })
  before?: Record<string, unknown>;
  /** Ids, amounts and states after the action. */
  @ApiPropertyOptional({ type: "object", additionalProperties: true })
  after?: Record<string, unknown>;
}
