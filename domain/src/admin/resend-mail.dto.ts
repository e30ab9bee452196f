import { IsEmail, IsOptional, MaxLength } from "class-validator";
import { singleLine } from "../fields/typed-text.dto.js";

/** POST /api/v1/mela/admin/mails/{id}/resend. */
export class ResendMailDto {
  /** Corrected recipient, if the original address was wrong. */
  @IsOptional()
  @singleLine
  @MaxLength(254, { message: "Please enter a valid email address" })
  @IsEmail({}, { message: "Please enter a valid email address" })
  to?: string;
}
