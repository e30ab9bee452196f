import { IsIn, IsNotEmpty, IsString, Matches, MaxLength, MinLength } from "class-validator";
import { businessName } from "../fields/identifiers.dto.js";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, text } from "../fields/typed-text.dto.js";
import { EnquirySenderDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/corporate-gifting/submit and the form on /corporate-gifting (specification 2, section 5, "Gifting"). */
export class CorporateGiftingDto extends EnquirySenderDto {
  /** Phone number with at least 10 digits, in any format. */
  @text(readPhone)
  @MaxLength(30, { message: "Phone number must be at most 30 characters" })
  @Matches(/^(?:[^0-9]*[0-9]){10}/, { message: "Phone number must be at least 10 digits" })
  phone!: string;

  /** Name of the company, 2 to 150 characters. */
  @businessName
  @MaxLength(150, { message: "Company name must be at most 150 characters" })
  @MinLength(2, { message: "Company name must be at least 2 characters" })
  @IsString({ message: "Company name is required" })
  @IsNotEmpty({ message: "Company name is required" })
  company!: string;

  /** Requirements such as occasion, quantity and budget; 10 to 4000 characters. */
  @manyLines
  @MaxLength(4000, { message: "Requirements must be at most 4000 characters" })
  @MinLength(10, { message: "Please provide more details about your requirements" })
  requirements!: string;

  /** Whether the company is a member. */
  @IsIn(["yes", "no"], { message: "Please select if you are a member" })
  isMember!: "yes" | "no";
}
