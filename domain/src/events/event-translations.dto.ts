import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from "class-validator";
import { combined, isReason } from "../fields/combined.dto.js";
import { singleLine } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/admin-event-problems.js";
import { type LanguageCode, SITE_LANGUAGES, FIRST_LANGUAGE } from "../languages/language-paths.js";
import { TRANSLATION_LENGTH } from "./event-translations.js";

const { again: AGAIN, translation } = problems;
const isText = combined(
  IsOptional(),
  singleLine,
  MaxLength(TRANSLATION_LENGTH, { message: translation.most({ most: TRANSLATION_LENGTH }) }),
);

/** An event's texts in another language, as the dashboard's form has them. An empty one is shown in English. */
export class TranslationFormDto {
  @isText
  name?: string;

  @isText
  venueName?: string;

  @isText
  venueDescription?: string;

  @isText
  city?: string;

  /** Where holders come in. */
  @isText
  gate?: string;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}

/** PUT /api/v1/mela/admin/events/{slug}/translations: the texts in one language, all of them. */
export class EventTranslationDto extends TranslationFormDto {
  /** Code of a language of the site besides English. */
  @IsIn(SITE_LANGUAGES.filter((code) => code !== FIRST_LANGUAGE), { message: translation.language })
  language!: LanguageCode;

  /** The version that was read. */
  @Max(2_000_000_000, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  version!: number;
}
