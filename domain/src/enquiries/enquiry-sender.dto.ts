import { Allow, IsEmail, IsNotEmpty, IsString, MaxLength, MinLength } from "class-validator";
import { HasNoLink } from "../fields/name-links.dto.js";
import { singleLine, text } from "../fields/typed-text.dto.js";

/**
 * Who writes to us: the part that the gifting form and the support form share, for the browser and the API alike
 * (specification 2, section 5, "Gifting" and "Support").
 *
 * Of several broken rules people read the one nearest to the field first: decorators run from the bottom up.
 */
export abstract class EnquirySenderDto {
  /** First name, 2 to 60 characters. */
  @singleLine
  @HasNoLink()
  @MaxLength(60, { message: "First name must be at most 60 characters" })
  @MinLength(2, { message: "First name must be at least 2 characters" })
  @IsString({ message: "First name is required" })
  @IsNotEmpty({ message: "First name is required" })
  firstName!: string;

  /** Last name, 2 to 60 characters. */
  @singleLine
  @HasNoLink()
  @MaxLength(60, { message: "Last name must be at most 60 characters" })
  @MinLength(2, { message: "Last name must be at least 2 characters" })
  @IsString({ message: "Last name is required" })
  @IsNotEmpty({ message: "Last name is required" })
  lastName!: string;

  /** E-mail address, at most 254 characters (all that mail itself can carry). */
  @singleLine
  @MaxLength(254, { message: "Email address must be at most 254 characters" })
  // A quoted local part is an address by the book, but no plain one that mail may be sent to.
  @IsEmail({ blacklisted_chars: '"' }, { message: "Invalid email address" })
  email!: string;

  /** Leave this out: nobody sees the field in the form, so a bot filled it in. */
  @text((value) => value.trim() || undefined)
  @Allow()
  website?: string;
}
