import { IsEmail, IsOptional, MaxLength, ValidateIf } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { optionalLine, singleLine } from "../fields/typed-text.dto.js";

/** POST /api/v1/mela/admin/mails/{id}/resend. */
export class ResendMailDto {
  /** Another recipient, who gets a copy without link and attachment. */
  @IsOptional()
  @singleLine
  @MaxLength(254, { message: "Please enter a valid email address" })
  @IsEmail({}, { message: "Please enter a valid email address" })
  to?: string;

  /** Why it goes to another address, 3 to 300 characters; required with `to`. */
  @optionalLine
  @ValidateIf(({ to, reason }: ResendMailDto) => to !== undefined || reason !== undefined)
  @isReason
  reason?: string;
}
