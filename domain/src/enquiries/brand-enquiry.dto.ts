import { Equals, IsIn, IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { optionalPersonName, personName } from "../fields/identifiers.dto.js";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/enquiry-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { AnsweredDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/brand-enquiries and the form on a brand's page (decision 67). */
export class BrandEnquiryDto extends AnsweredDto {
  /** The sender's whole name as people have it: one word, one letter, initials; at most 120 characters. */
  @personName
  @MaxLength(120, { message: problems.nameMost })
  @IsString({ message: problems.nameMissing })
  @IsNotEmpty({ message: problems.nameMissing })
  firstName!: string;

  /** The rest of the name, for clients that ask for it apart. */
  @optionalPersonName
  @IsOptional()
  @MaxLength(60, { message: problems.lastNameMost })
  lastName?: string;

  @IsIn(CATALOGUE_MODULES, { message: problems.loadAgain })
  module!: CatalogueModule;

  /** The brand's name as its page shows it. */
  @singleLine
  @MaxLength(100, { message: problems.loadAgain })
  @IsNotEmpty({ message: problems.loadAgain })
  brandName!: string;

  /** Phone number, optional, in any format. */
  @text((value) => readPhone(value) || undefined)
  @IsOptional()
  @MaxLength(30, { message: shared.phoneMost })
  phone?: string;

  /** The message, 10 to 2000 characters. */
  @manyLines
  @MaxLength(2000, { message: problems.brandMessageMost })
  @MinLength(10, { message: problems.messageLeast })
  message!: string;

  /** The sender agrees that name, address and message go to the brand. */
  @Equals(true, { message: problems.agree })
  consent!: boolean;
}
