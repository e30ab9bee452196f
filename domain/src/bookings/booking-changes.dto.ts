import { Type } from "class-transformer";
import { IsISO8601, IsObject, IsOptional, MaxLength, ValidateNested } from "class-validator";
import { RequestWordsDto } from "./my-booking.dto.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/my-booking/correct: the payer's whole registration as it is to be, by the form's own rules. */
export class CorrectMyBookingDto extends RegistrationFormDto {
  /** The booking's `changedAt` as she saw it (ISO 8601, UTC): what somebody else changed since is never undone unseen. */
  @MaxLength(30, { message: "Please load the page again" })
  @IsISO8601({}, { message: "Please load the page again" })
  seenAt!: string;
}

/** POST /api/v1/mela/my-booking/requests: something that an operator decides. For the server: the form has two of these. */
export class BookingRequestDto extends RequestWordsDto {
  /** With a correction or a substitute: all details as they should read, for the operator's form. */
  @IsOptional()
  @IsObject({ message: "Please check the details" })
  @ValidateNested()
  @Type(() => RegistrationFormDto)
  details?: RegistrationFormDto;
}
