import { IsOptional, MaxLength, MinLength, ValidateBy } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { optionalEmailAddress, optionalIndianMobile, optionalPersonName } from "../fields/identifiers.dto.js";
import { isContact, readContact } from "../fields/identifiers.js";
import { text } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-person-problems.js";
import shared from "../generated/messages/en/form-problems.js";

const CONTACT_MESSAGE = messages.contact;

/** POST /api/v1/mela/admin/person/records. The contact is in the body to keep it out of addresses and logs. */
export class PersonDto {
  /** E-mail address, or phone number of 10 digits in any notation. */
  @text(readContact)
  @ValidateBy(
    { name: "isContact", validator: { validate: (value) => typeof value === "string" && isContact(value) } },
    { message: CONTACT_MESSAGE },
  )
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
  @optionalPersonName
  @IsOptional()
  @MaxLength(100, { message: shared.fullNameMost })
  @MinLength(2, { message: messages.fullNameLeast })
  fullName?: string;

  @optionalEmailAddress(shared.email)
  email?: string;

  /** 10 digits, in any notation. */
  @optionalIndianMobile(shared.phone)
  phoneNumber?: string;
}
