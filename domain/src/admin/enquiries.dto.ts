import { IsOptional, MaxLength } from "class-validator";
import { optionalChoice } from "../catalogue/query-text.dto.js";
import { ENQUIRY_KINDS, type EnquiryKind } from "../enquiries/enquiry.rules.js";
import { manyLines } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-money-problems.js";
import { ENQUIRY_STATUSES, type EnquiryStatus } from "./admin.choices.js";
import { PagingQueryDto } from "./queries.dto.js";

/** Filters of the enquiries. */
export class EnquiriesQueryDto extends PagingQueryDto {
  /** Only enquiries of this kind. */
  @optionalChoice(ENQUIRY_KINDS, `The kind must be one of ${ENQUIRY_KINDS.join(", ")}`)
  kind?: EnquiryKind;

  /** Only open, answered or quarantined enquiries. */
  @optionalChoice(ENQUIRY_STATUSES, `The state must be one of ${ENQUIRY_STATUSES.join(", ")}`)
  state?: EnquiryStatus;
}

/** POST /api/v1/mela/admin/enquiries/{id}/answered. */
export class AnsweredEnquiryDto {
  /** Internal note on what was answered and how; at most 1000 characters. */
  @IsOptional()
  @manyLines
  @MaxLength(1000, { message: problems.answerNoteMost })
  note?: string;
}
