import { Allow, IsNotEmpty, IsString, MaxLength, MinLength } from "class-validator";
import { emailAddress, personName } from "../fields/identifiers.dto.js";
import { text } from "../fields/typed-text.dto.js";

/** Where an enquiry is answered, in the browser and the API. */
export abstract class AnsweredDto {
  /** E-mail address, at most 254 characters (SMTP's limit). */
  @emailAddress("Invalid email address", 254)
  email!: string;

  /** Honeypot, leave it out: the field is invisible in the form, so only bots fill it in. */
  @text((value) => value.trim() || undefined)
  @Allow()
  website?: string;
}

/**
 * The sender's fields, shared by the gifting form and the support form, in the browser and the API
 * (specification 2, section 5, "Gifting" and "Support": two names of at least two characters).
 *
 * If several rules are broken, the one nearest to the field is shown: decorators run from the bottom up.
 */
export abstract class EnquirySenderDto extends AnsweredDto {
  /** First name, 2 to 60 characters. */
  @personName
  @MaxLength(60, { message: "First name must be at most 60 characters" })
  @MinLength(2, { message: "First name must be at least 2 characters" })
  @IsString({ message: "First name is required" })
  @IsNotEmpty({ message: "First name is required" })
  firstName!: string;

  /** Last name, 2 to 60 characters. */
  @personName
  @MaxLength(60, { message: "Last name must be at most 60 characters" })
  @MinLength(2, { message: "Last name must be at least 2 characters" })
  @IsString({ message: "Last name is required" })
  @IsNotEmpty({ message: "Last name is required" })
  lastName!: string;
}
