import { IsOptional, Length, Matches, MaxLength, MinLength } from "class-validator";
import { businessName, emailAddress, indianMobile, personName, pincode } from "../fields/identifiers.dto.js";
import { readGstNumber } from "../fields/identifiers.js";
import { optionalLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/form-problems.js";

/**
 * The registration form of a stall. The browser's form and the API share these rules and messages
 * (specification 2, section 5, "Mela registration form").
 *
 * If several rules are broken, the one nearest to the field is shown: decorators run from the bottom up.
 */
export class RegistrationFormDto {
  /** Full name, 2 to 100 characters. */
  @personName
  @MaxLength(100, { message: problems.fullNameMost })
  @MinLength(2, { message: problems.fullNameMissing })
  fullName!: string;

  /** E-mail address, at most 100 characters (the payment provider's limit). */
  @emailAddress(problems.email)
  email!: string;

  /** Indian phone number, exactly 10 digits; blanks, hyphens and a leading +91 or 0 are accepted and dropped. */
  @indianMobile(problems.phone)
  phoneNumber!: string;

  /** Name of the business, 2 to 150 characters. */
  @businessName
  @MaxLength(150, { message: problems.businessNameMost })
  @MinLength(2, { message: problems.businessNameMissing })
  businessName!: string;

  /** GST number, optional; exactly 15 characters, stored in upper case without blanks. */
  @text((value) => readGstNumber(value) || undefined)
  @IsOptional()
  @Matches(/^[0-9A-Z]*$/, { message: problems.gstCharacters })
  @Length(15, 15, { message: problems.gstLength })
  gstNumber?: string;

  /** Address for the invoice, optional. */
  @optionalLine
  @IsOptional()
  @MaxLength(300, { message: problems.gstAddressMost })
  gstAddress?: string;

  /** Postal code, exactly 6 digits. */
  @pincode(problems.pincode)
  pincode!: string;
}
