import { Type } from "class-transformer";
import { ArrayMaxSize, IsArray, Matches, MaxLength, ValidateNested } from "class-validator";
import { combined } from "../fields/combined.dto.js";
import { text } from "../fields/typed-text.dto.js";
import { ANSWER_LENGTH, MAX_QUESTIONS, QUESTION_KEY_LENGTH } from "./question.rules.js";

const AGAIN = "Please load the page again";

/** An answer to one of the event's questions. */
export class AnswerDto {
  /** The question's key. */
  @MaxLength(QUESTION_KEY_LENGTH, { message: AGAIN })
  @Matches(/^[a-z][a-z0-9_]*$/, { message: AGAIN })
  key!: string;

  /** As typed; the question's kind says how it is read. Empty for none. */
  @text((value) => value)
  @MaxLength(ANSWER_LENGTH, { message: `Please answer in at most ${ANSWER_LENGTH} characters` })
  value!: string;
}

/** A list of answers, at most one for each question. */
export const areAnswers = combined(
  ArrayMaxSize(MAX_QUESTIONS, { message: AGAIN }),
  IsArray({ message: AGAIN }),
  ValidateNested({ each: true }),
  Type(() => AnswerDto),
);

/** POST /api/v1/mela/my-booking/papers: answers questions, or changes answers. Those that are left out stay. */
export class GiveAnswersDto {
  @areAnswers
  answers!: AnswerDto[];
}
