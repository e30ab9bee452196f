import { IsOptional, Length, Matches, MaxLength, MinLength } from "class-validator";
import { businessName, emailAddress, indianMobile, personName, pincode } from "../fields/identifiers.dto.js";
import { readGstNumber } from "../fields/identifiers.js";
import { optionalLine, text } from "../fields/typed-text.dto.js";

/**
 * The registration form of a stall. The browser's form and the API share these rules and messages
 * (specification 2, section 5, "Mela registration form").
 *
 * If several rules are broken, the one nearest to the field is shown: decorators run from the bottom up.
 */
export class RegistrationFormDto {
  /** Full name, 2 to 100 characters. */
  @personName
  @MaxLength(100, { message: "Full name must be at most 100 characters" })
  @MinLength(2, { message: "Full name is required" })
  fullName!: string;

  /** E-mail address, at most 100 characters (the payment provider's limit). */
  @emailAddress("Please enter a valid email address")
  email!: string;

  /** Indian phone number, exactly 10 digits; blanks, hyphens and a leading +91 or 0 are accepted and dropped. */
  @indianMobile("Phone number must be exactly 10 digits")
  phoneNumber!: string;

  /** Name of the business, 2 to 150 characters. */
  @businessName
  @MaxLength(150, { message: "Business name must be at most 150 characters" })
  @MinLength(2, { message: "Business name is required" })
  businessName!: string;

  /** GST number, optional; exactly 15 characters, stored in upper case without blanks. */
  @text((value) => readGstNumber(value) || undefined)
  @IsOptional()
  @Matches(/^[0-9A-Z]*$/, { message: "GST Number may have letters and digits only" })
  @Length(15, 15, { message: "GST Number must be exactly 15 characters if provided" })
  gstNumber?: string;

  /** Address for the invoice, optional. */
  @optionalLine
  @IsOptional()
  @MaxLength(300, { message: "GST Address must be at most 300 characters" })
  gstAddress?: string;

  /** Postal code, exactly 6 digits. */
  @pincode("Pincode must be exactly 6 digits")
  pincode!: string;
}
