import { IsISO8601, IsOptional, MaxLength, MinLength, ValidateIf } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { readGstNumber } from "../fields/identifiers.js";
import { optionalLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-brand-problems.js";
import shared from "../generated/messages/en/application-problems.js";
import { ApplicantDto } from "./listing-application.dto.js";

/** POST /api/v1/mela/admin/listings/{id}/correct: the complete corrected details, under the form's own rules. */
export class CorrectApplicationDto extends ApplicantDto {
  /** GST number, at least 15 characters, stored in upper case; if absent, govtDocument is required. */
  @text((value) => readGstNumber(value) || undefined)
  @IsOptional()
  @MaxLength(20, { message: shared.gstMost })
  @MinLength(15, { message: shared.gstLeast })
  gstNumber?: string;

  /** Number of another government approved document; required without a GST number, ignored with one. */
  @optionalLine
  @ValidateIf(({ gstNumber }: CorrectApplicationDto) => gstNumber === undefined || gstNumber === "")
  @MaxLength(60, { message: shared.documentMost })
  @MinLength(3, { message: shared.documentMissing })
  govtDocument?: string;

  /** The application's `updatedAt` as the operator saw it (ISO 8601, UTC); an optimistic lock against concurrent changes. */
  @MaxLength(30, { message: problems.applicationAgain })
  @IsISO8601({}, { message: problems.applicationAgain })
  seenAt!: string;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
