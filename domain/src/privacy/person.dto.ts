import { IsEmail, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { phoneDigits, text } from "../fields/typed-text.dto.js";
import { oneLine } from "../invoices/printed-text.js";

const CONTACT_MESSAGE = "Enter an e-mail address or a phone number of 10 digits";

/** Optional single-line text: blank is treated as absent. */
const optionalText = text((value) => oneLine(value) || undefined);

/** POST /api/v1/mela/admin/person/records. The contact is in the body to keep it out of addresses and logs. */
export class PersonDto {
  /** E-mail address, or phone number of 10 digits with or without +91. */
  @phoneDigits
  @Matches(/^(?:[0-9]{10}|[^\s@]{1,64}@[^\s@]{1,189})$/, { message: CONTACT_MESSAGE })
  @MaxLength(254, { message: CONTACT_MESSAGE })
  contact!: string;
}

/** POST /api/v1/mela/admin/person/erase. */
export class ErasePersonDto extends PersonDto {
  /** Reason without personal data, such as the person's request; 3 to 300 characters. */
  @isReason
  reason!: string;
}

/** POST /api/v1/mela/admin/person/correct. Absent fields stay unchanged. */
export class CorrectPersonDto extends ErasePersonDto {
  @optionalText
  @IsOptional()
  @MaxLength(100, { message: "Full name must be at most 100 characters" })
  @MinLength(2, { message: "Full name must be at least 2 characters" })
  fullName?: string;

  @optionalText
  @IsOptional()
  @MaxLength(100, { message: "Email address must be at most 100 characters" })
  @IsEmail({}, { message: "Please enter a valid email address" })
  email?: string;

  /** 10 digits; a leading +91 is removed. */
  @phoneDigits
  @IsOptional()
  @MaxLength(10, { message: "Phone number must be exactly 10 digits" })
  @Matches(/^[0-9]{10}$/, { message: "Phone number must be exactly 10 digits" })
  phoneNumber?: string;
}
