import { IsIn, IsNotEmpty, IsString, Matches, MaxLength, MinLength } from "class-validator";
import { businessName } from "../fields/identifiers.dto.js";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/enquiry-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { EnquirySenderDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/corporate-gifting/submit and the form on /corporate-gifting (specification 2, section 5, "Gifting"). */
export class CorporateGiftingDto extends EnquirySenderDto {
  /** Phone number with at least 10 digits, in any format. */
  @text(readPhone)
  @MaxLength(30, { message: shared.phoneMost })
  @Matches(/^(?:[^0-9]*[0-9]){10}/, { message: problems.phoneLeast })
  phone!: string;

  /** Name of the company, 2 to 150 characters. */
  @businessName
  @MaxLength(150, { message: problems.companyMost })
  @MinLength(2, { message: problems.companyLeast })
  @IsString({ message: problems.companyMissing })
  @IsNotEmpty({ message: problems.companyMissing })
  company!: string;

  /** Requirements such as occasion, quantity and budget; 10 to 4000 characters. */
  @manyLines
  @MaxLength(4000, { message: problems.requirementsMost })
  @MinLength(10, { message: problems.requirementsLeast })
  requirements!: string;

  /** Whether the company is a member. */
  @IsIn(["yes", "no"], { message: problems.member })
  isMember!: "yes" | "no";
}
