import { IsIn, IsOptional, MaxLength } from "class-validator";
import { IsPlainText, blankIsAbsent } from "../catalogue/query-text.dto.js";
import { AUDIT_SUBJECTS, type AuditSubject } from "./audit.js";
import { PagingQueryDto } from "./paging.dto.js";

/** Which lines of the audit log are asked for. */
export class AuditQueryDto extends PagingQueryDto {
  /** Lines about one kind of thing. */
  @blankIsAbsent
  @IsOptional()
  @IsIn(AUDIT_SUBJECTS, { message: `The subject type must be one of ${AUDIT_SUBJECTS.join(", ")}` })
  subjectType?: AuditSubject;

  /** Lines about one thing: its id, stall number or coupon code. */
  @blankIsAbsent
  @IsOptional()
  @MaxLength(100, { message: "The subject's id must be at most 100 characters" })
  @IsPlainText("The subject's id must be a text")
  subjectId?: string;
}
