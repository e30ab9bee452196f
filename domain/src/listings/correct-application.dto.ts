import { IsISO8601, IsOptional, MaxLength, MinLength, ValidateIf } from "class-validator";
import { oneLine } from "../invoices/printed-text.js";
import { optionalLine, singleLine, text } from "../fields/typed-text.dto.js";
import { ApplicantDto } from "./listing-application.dto.js";

/** POST /api/v1/mela/admin/listings/{id}/correct: what can be corrected, whole and as it is to be, by the form's own rules. */
export class CorrectApplicationDto extends ApplicantDto {
  /** GST number, at least 15 characters, kept in upper case; without one the other document counts. */
  @text((value) => oneLine(value).toUpperCase() || undefined)
  @IsOptional()
  @MaxLength(20, { message: "GST Number must be at most 20 characters" })
  @MinLength(15, { message: "GST Number must be at least 15 characters" })
  gstNumber?: string;

  /** Number of another government approved document; needed without a GST number, and dropped with one. */
  @optionalLine
  @ValidateIf(({ gstNumber }: CorrectApplicationDto) => gstNumber === undefined || gstNumber === "")
  @MaxLength(60, { message: "Government Approved Document Number must be at most 60 characters" })
  @MinLength(3, { message: "Government Approved Document Number is required" })
  govtDocument?: string;

  /** The application's `updatedAt` as the operator saw it (ISO 8601, UTC): a later change of somebody else is never undone. */
  @MaxLength(30, { message: "Please look at the application again" })
  @IsISO8601({}, { message: "Please look at the application again" })
  seenAt!: string;

  /** Why, in a few words, 3 to 300 characters. */
  @singleLine
  @MaxLength(300, { message: "The reason must be at most 300 characters" })
  @MinLength(3, { message: "Please say why, in at least 3 characters" })
  reason!: string;
}
