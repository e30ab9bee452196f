import { Type } from "class-transformer";
import { IsObject, IsOptional, ValidateNested } from "class-validator";
import { RequestWordsDto } from "./my-booking.dto.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/my-booking/requests: something that an operator decides. For the server: the form has two of these. */
export class BookingRequestDto extends RequestWordsDto {
  /** With a correction or a substitute: all details as they should read, for the operator's form. */
  @IsOptional()
  @IsObject({ message: "Please check the details" })
  @ValidateNested()
  @Type(() => RegistrationFormDto)
  details?: RegistrationFormDto;
}
