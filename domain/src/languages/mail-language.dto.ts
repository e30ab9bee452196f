import { IsIn } from "class-validator";
import { isReason } from "../fields/combined.dto.js";
import { type LanguageCode, SITE_LANGUAGES } from "./language-paths.js";

/** POST …/language of My booking and My brand: the language of mails, calendars and papers from now on. */
export class MailLanguageDto {
  /** Code of a language that the site is in. */
  @IsIn(SITE_LANGUAGES, { message: "Please choose one of the languages of this site" })
  language!: LanguageCode;
}

/** The same, by an operator. */
export class ChangeLanguageDto extends MailLanguageDto {
  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
