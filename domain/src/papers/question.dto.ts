import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from "class-validator";
import { oneLine } from "../fields/characters.js";
import { isReason } from "../fields/combined.dto.js";
import { singleLine, text } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-event-problems.js";
import { STALL_TYPE_LENGTH, STALL_TYPE_PATTERN, type StallType } from "../stalls/stall.types.js";
import {
  CHOICE_LENGTH,
  MAX_CHOICES,
  MAX_QUESTIONS,
  QUESTION_AUDIENCES,
  QUESTION_KINDS,
  QUESTION_TIMES,
  type QuestionAudience,
  type QuestionKind,
  type QuestionTime,
} from "./question.rules.js";

const { again: AGAIN, questions: problems } = messages;

/** Choices, one on each line. */
export function readChoices(lines: string): string[] {
  return [
    ...new Set(
      lines
        .split("\n")
        .map(oneLine)
        .filter((line) => line !== ""),
    ),
  ];
}

const choicesProblem = (value: unknown, kind: QuestionKind): string | undefined => {
  if (kind !== "choice" || typeof value !== "string") return undefined;
  const choices = readChoices(value);
  if (choices.length < 2 || choices.length > MAX_CHOICES) return problems.choices({ most: MAX_CHOICES });
  const tooLong = choices.some((choice) => choice.length > CHOICE_LENGTH);
  return tooLong ? problems.choiceMost({ most: CHOICE_LENGTH }) : undefined;
};

/** Judges a value beside others of its object, in words. */
const fits = (name: string, problem: (value: unknown, of: QuestionDto) => string | undefined): PropertyDecorator => {
  const found = (given?: ValidationArguments) =>
    given === undefined ? undefined : problem(given.value, given.object as QuestionDto);
  return ValidateBy({
    name,
    validator: {
      validate: (_value, given) => found(given) === undefined,
      defaultMessage: (given) => found(given) ?? "",
    },
  });
};

/** POST /api/v1/mela/admin/events/{slug}/questions: adds a question. */
export class QuestionDto {
  /** Reason, 3 to 300 characters; kept in the audit log. */
  @isReason
  reason!: string;

  /** What is asked, e.g. Number of badges. */
  @singleLine
  @MaxLength(80, { message: problems.labelMost })
  @MinLength(2, { message: problems.labelMissing })
  label!: string;

  /** A sentence below the field; empty for none. */
  @singleLine
  @MaxLength(160, { message: problems.helpMost })
  help!: string;

  /** What is answered. */
  @IsIn(QUESTION_KINDS, { message: problems.kind })
  kind!: QuestionKind;

  /** The answers to choose from, one on each line; empty unless `kind` is choice. */
  @text((value) => readChoices(value).join("\n"))
  @MaxLength(MAX_CHOICES * (CHOICE_LENGTH + 1), { message: problems.choicesMost })
  @fits("choicesOfKind", (value, { kind }) => choicesProblem(value, kind))
  choices!: string;

  /** Whether it has to be answered. */
  @IsBoolean({ message: problems.required })
  required!: boolean;

  /** When it is asked; files always later. */
  @fits("timeOfKind", (value, { kind }) => (kind === "file" && value !== "later" ? problems.fileLater : undefined))
  @IsIn(QUESTION_TIMES, { message: problems.asked })
  asked!: QuestionTime;

  /** Whose stalls are asked. */
  @IsIn(QUESTION_AUDIENCES, { message: problems.audience })
  audience!: QuestionAudience;

  /** Keys of the types whose stalls are asked, with `audience` stall_types. */
  @ValidateIf(({ audience }: QuestionDto) => audience === "stall_types")
  @Matches(STALL_TYPE_PATTERN, { each: true, message: problems.types })
  @MaxLength(STALL_TYPE_LENGTH, { each: true, message: problems.types })
  @ArrayMaxSize(20, { message: problems.typesMost })
  @fits("someTypes", (value) => (Array.isArray(value) && value.length > 0 ? undefined : problems.typesMissing))
  @IsArray({ message: problems.typesMissing })
  stallTypes?: StallType[];

  /** Its place among the event's questions, from 1; at the end if it is beyond. */
  @Max(MAX_QUESTIONS, { message: problems.position({ most: MAX_QUESTIONS }) })
  @Min(1, { message: problems.position({ most: MAX_QUESTIONS }) })
  @IsInt({ message: problems.position({ most: MAX_QUESTIONS }) })
  position!: number;
}

/** POST /api/v1/mela/admin/events/{slug}/questions/{key}/remove. */
export class RemoveQuestionDto {
  /** Reason, 3 to 300 characters; kept in the audit log. */
  @isReason
  reason!: string;

  /** How many answers the operator saw; with another number, nothing is removed. */
  @Max(1_000_000, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  answers!: number;
}
