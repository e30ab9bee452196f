import { Equals, IsIn, IsNotEmpty, IsOptional, MaxLength, MinLength } from "class-validator";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { EnquirySenderDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/brand-enquiries and the form on a brand's page (decision 67). */
export class BrandEnquiryDto extends EnquirySenderDto {
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
