import { IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/enquiry-problems.js";
import shared from "../generated/messages/en/form-problems.js";
import { EnquirySenderDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/support/submit and the form on /support (specification 2, section 5, "Support"). */
export class SupportMessageDto extends EnquirySenderDto {
  /** Phone number, optional, in any format. */
  @text((value) => readPhone(value) || undefined)
  @IsOptional()
  @MaxLength(30, { message: shared.phoneMost })
  phone?: string;

  /** Subject, 3 to 150 characters. */
  @singleLine
  @MaxLength(150, { message: problems.subjectMost })
  @MinLength(3, { message: problems.subjectLeast })
  @IsString({ message: problems.subjectMissing })
  @IsNotEmpty({ message: problems.subjectMissing })
  subject!: string;

  /** The message, 10 to 4000 characters. */
  @manyLines
  @MaxLength(4000, { message: problems.messageMost })
  @MinLength(10, { message: problems.messageLeast })
  message!: string;
}
