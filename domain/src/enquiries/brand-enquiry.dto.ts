import { Equals, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { optionalPersonName, personName } from "../fields/identifiers.dto.js";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { AnsweredDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/brand-enquiries and the form on a brand's page (decision 67). */
export class BrandEnquiryDto extends AnsweredDto {
  /** The sender's whole name as people have it: one word, one letter, initials; at most 120 characters. */
  @personName
  @MaxLength(120, { message: "Name must be at most 120 characters" })
  @IsString({ message: "Name is required" })
  @IsNotEmpty({ message: "Name is required" })
  firstName!: string;

  /** The rest of the name, for clients that ask for it apart. */
  @optionalPersonName
  @IsOptional()
  @MaxLength(60, { message: "Last name must be at most 60 characters" })
  lastName?: string;

  @IsIn(CATALOGUE_MODULES, { message: "Please load the page again" })
  module!: CatalogueModule;

  /** The brand's name as its page shows it. */
  @singleLine
  @MaxLength(100, { message: "Please load the page again" })
  @IsNotEmpty({ message: "Please load the page again" })
  brandName!: string;

  /** Phone number, optional, in any format. */
  @text((value) => readPhone(value) || undefined)
  @IsOptional()
  @MaxLength(30, { message: "Phone number must be at most 30 characters" })
  phone?: string;

  /** The message, 10 to 2000 characters. */
  @manyLines
  @MaxLength(2000, { message: "Message must be at most 2000 characters" })
  @MinLength(10, { message: "Message must be at least 10 characters" })
  message!: string;

  /** The sender agrees that name, address and message go to the brand. */
  @Equals(true, { message: "Please agree, so that we may pass your message on" })
  consent!: boolean;
}
