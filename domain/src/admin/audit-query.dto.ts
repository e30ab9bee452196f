import { IsIn, IsOptional, MaxLength } from "class-validator";
import { IsPlainText, blankIsAbsent } from "../catalogue/query-text.dto.js";
import { AUDIT_SUBJECTS, type AuditSubject } from "./audit.js";
import { PagingQueryDto } from "./paging.dto.js";

/** Filters of the audit log. */
export class AuditQueryDto extends PagingQueryDto {
  /** Only entries about this type of subject. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(AUDIT_SUBJECTS, { message: `The subject type must be one of ${AUDIT_SUBJECTS.join(", ")}` })
  subjectType?: AuditSubject;

  /** Only entries about this subject: its id, stall number or coupon code. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(100, { message: "The subject's id must be at most 100 characters" })
  @IsPlainText("The subject's id must be a text")
  subjectId?: string;
}
