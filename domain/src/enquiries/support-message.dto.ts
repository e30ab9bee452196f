import { IsNotEmpty, IsOptional, IsString, MaxLength, MinLength } from "class-validator";
import { readPhone } from "../fields/identifiers.js";
import { manyLines, singleLine, text } from "../fields/typed-text.dto.js";
import { EnquirySenderDto } from "./enquiry-sender.dto.js";

/** POST /api/v1/support/submit and the form on /support (specification 2, section 5, "Support"). */
export class SupportMessageDto extends EnquirySenderDto {
  /** Phone number, optional, in any format. */
  @text((value) => readPhone(value) || undefined)
  @IsOptional()
  @MaxLength(30, { message: "Phone number must be at most 30 characters" })
  phone?: string;

  /** Subject, 3 to 150 characters. */
  @singleLine
  @MaxLength(150, { message: "Subject must be at most 150 characters" })
  @MinLength(3, { message: "Subject must be at least 3 characters" })
  @IsString({ message: "Subject is required" })
  @IsNotEmpty({ message: "Subject is required" })
  subject!: string;

  /** The message, 10 to 4000 characters. */
  @manyLines
  @MaxLength(4000, { message: "Message must be at most 4000 characters" })
  @MinLength(10, { message: "Message must be at least 10 characters" })
  message!: string;
}
