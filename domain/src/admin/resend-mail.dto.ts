import { ValidateIf } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { optionalEmailAddress } from "../fields/identifiers.dto.js";
import { optionalLine } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/form-problems.js";

/** POST /api/v1/mela/admin/mails/{id}/resend. */
export class ResendMailDto {
  /** Another recipient, who gets a copy without link and attachment. */
  @optionalEmailAddress(problems.email, 254)
  to?: string;

  /** Why it goes to another address, 3 to 300 characters; required with `to`. */
  @optionalLine
  @ValidateIf(({ to, reason }: ResendMailDto) => to !== undefined || reason !== undefined)
  @isReason
  reason?: string;
}
