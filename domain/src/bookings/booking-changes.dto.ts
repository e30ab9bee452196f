import { Type } from "class-transformer";
import { IsISO8601, IsObject, IsOptional, MaxLength, ValidateNested } from "class-validator";
import { RequestMessageDto } from "./my-booking.dto.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/my-booking/correct: the payer's complete corrected registration, under the form's own rules. */
export class CorrectMyBookingDto extends RegistrationFormDto {
  /** The booking's `changedAt` as the payer saw it (ISO 8601, UTC); an optimistic lock against concurrent changes. */
  @MaxLength(30, { message: "Please load the page again" })
  @IsISO8601({}, { message: "Please load the page again" })
  seenAt!: string;
}

/** POST /api/v1/mela/my-booking/requests: a request for an operator. Server only: the page's form uses the parent class. */
export class BookingRequestDto extends RequestMessageDto {
  /** For a correction or a substitute: the complete corrected details, to prefill the operator's form. */
  @IsOptional()
  @IsObject({ message: "Please check the details" })
  @ValidateNested()
  @Type(() => RegistrationFormDto)
  details?: RegistrationFormDto;
}
