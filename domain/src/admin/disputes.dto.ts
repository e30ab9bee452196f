import { IsOptional, MaxLength, MinLength } from "class-validator";
import { optionalChoice } from "../catalogue/query-text.dto.js";
import { trimmed } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-money-problems.js";
import { DISPUTE_STAGES, type DisputeStage } from "../payments/dispute.stages.js";
import { PagingQueryDto } from "./queries.dto.js";

/** Disputes of payments. */
export class DisputesQueryDto extends PagingQueryDto {
  /** Only those that have come so far. */
  @optionalChoice(DISPUTE_STAGES, `The stage must be one of ${DISPUTE_STAGES.join(", ")}`)
  @IsOptional()
  stage?: DisputeStage;
}

/** Says that the evidence of a dispute was sent. */
export class EvidenceSentDto {
  /** What was sent, 3 to 500 characters. */
  @trimmed
  @MinLength(3, { message: problems.evidenceShort })
  @MaxLength(500, { message: problems.evidenceLong })
  note!: string;
}
