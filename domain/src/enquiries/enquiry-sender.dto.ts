import { Allow, IsNotEmpty, IsString, MaxLength, MinLength } from "class-validator";
import { emailAddress, personName } from "../fields/identifiers.dto.js";
import { text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/enquiry-problems.js";

/** Where an enquiry is answered, in the browser and the API. */
export abstract class AnsweredDto {
  /** E-mail address, at most 254 characters (SMTP's limit). */
  @emailAddress(problems.email, 254)
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
  @MaxLength(60, { message: problems.firstNameMost })
  @MinLength(2, { message: problems.firstNameLeast })
  @IsString({ message: problems.firstNameMissing })
  @IsNotEmpty({ message: problems.firstNameMissing })
  firstName!: string;

  /** Last name, 2 to 60 characters. */
  @personName
  @MaxLength(60, { message: problems.lastNameMost })
  @MinLength(2, { message: problems.lastNameLeast })
  @IsString({ message: problems.lastNameMissing })
  @IsNotEmpty({ message: problems.lastNameMissing })
  lastName!: string;
}
