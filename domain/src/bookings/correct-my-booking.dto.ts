import { IsISO8601, MaxLength } from "class-validator";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/my-booking/correct: the payer's whole registration as it is to be, by the form's own rules. */
export class CorrectMyBookingDto extends RegistrationFormDto {
  /** The booking's `changedAt` as she saw it (ISO 8601, UTC): what somebody else changed since is never undone unseen. */
  @MaxLength(30, { message: "Please load the page again" })
  @IsISO8601({}, { message: "Please load the page again" })
  seenAt!: string;
}
