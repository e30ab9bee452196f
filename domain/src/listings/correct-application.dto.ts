import { IsISO8601, IsOptional, MaxLength, MinLength, ValidateIf } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { readGstNumber } from "../fields/identifiers.js";
import { optionalLine, text } from "../fields/typed-text.dto.js";
import { ApplicantDto } from "./listing-application.dto.js";

/** POST /api/v1/mela/admin/listings/{id}/correct: the complete corrected details, under the form's own rules. */
export class CorrectApplicationDto extends ApplicantDto {
  /** GST number, at least 15 characters, stored in upper case; if absent, govtDocument is required. */
  @text((value) => readGstNumber(value) || undefined)
  @IsOptional()
  @MaxLength(20, { message: "GST Number must be at most 20 characters" })
  @MinLength(15, { message: "GST Number must be at least 15 characters" })
  gstNumber?: string;

  /** Number of another government approved document; required without a GST number, ignored with one. */
  @optionalLine
  @ValidateIf(({ gstNumber }: CorrectApplicationDto) => gstNumber === undefined || gstNumber === "")
  @MaxLength(60, { message: "Government Approved Document Number must be at most 60 characters" })
  @MinLength(3, { message: "Government Approved Document Number is required" })
  govtDocument?: string;

  /** The application's `updatedAt` as the operator saw it (ISO 8601, UTC); an optimistic lock against concurrent changes. */
  @MaxLength(30, { message: "Please look at the application again" })
  @IsISO8601({}, { message: "Please look at the application again" })
  seenAt!: string;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
