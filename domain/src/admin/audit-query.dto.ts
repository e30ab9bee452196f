import { optionalChoice, optionalQueryText } from "../catalogue/query-text.dto.js";
import { AUDIT_SUBJECTS, type AuditSubject } from "./audit.js";
import { PagingQueryDto } from "./paging.dto.js";

/** Filters of the audit log. */
export class AuditQueryDto extends PagingQueryDto {
  /** Only entries about this type of subject. */
  @optionalChoice(AUDIT_SUBJECTS, `The subject type must be one of ${AUDIT_SUBJECTS.join(", ")}`)
  subjectType?: AuditSubject;

  /** Only entries about this subject: its id, stall number or coupon code. */
  @optionalQueryText("The subject's id", 100)
  subjectId?: string;
}
