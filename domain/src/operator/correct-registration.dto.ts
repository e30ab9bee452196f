import { IsISO8601, MaxLength } from "class-validator";
import { RegistrationFormDto } from "../bookings/registration-form.dto.js";
import { isReason } from "../fields/combined.dto.js";
import problems from "../generated/messages/en/admin-booking-problems.js";
import { optionalIssue } from "./booking-actions.dto.js";

/** POST /api/v1/mela/admin/bookings/{id}/correct: the complete corrected registration, under the form's own rules. */
export class CorrectRegistrationDto extends RegistrationFormDto {
  /** The booking's `updatedAt` as the operator saw it (ISO 8601, UTC); an optimistic lock against concurrent changes. */
  @MaxLength(30, { message: problems.outdated })
  @IsISO8601({}, { message: problems.outdated })
  seenAt!: string;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;

  /** The issue of the payer's request that this fulfils; it is closed, and the payer notified, in the same transaction. */
  @optionalIssue
  issueId?: string;
}
