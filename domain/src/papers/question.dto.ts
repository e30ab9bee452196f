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

const AGAIN = "Please load the page again";

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
  if (choices.length < 2 || choices.length > MAX_CHOICES)
    return `Please write 2 to ${MAX_CHOICES} answers, each on a line of its own`;
  const tooLong = choices.some((choice) => choice.length > CHOICE_LENGTH);
  return tooLong ? `An answer has at most ${CHOICE_LENGTH} characters` : undefined;
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
  @MaxLength(80, { message: "The question has at most 80 characters" })
  @MinLength(2, { message: "Please enter the question" })
  label!: string;

  /** A sentence below the field; empty for none. */
  @singleLine
  @MaxLength(160, { message: "The help has at most 160 characters" })
  help!: string;

  /** What is answered. */
  @IsIn(QUESTION_KINDS, { message: "Please choose what is answered" })
  kind!: QuestionKind;

  /** The answers to choose from, one on each line; empty unless `kind` is choice. */
  @text((value) => readChoices(value).join("\n"))
  @MaxLength(MAX_CHOICES * (CHOICE_LENGTH + 1), { message: "These answers are too long" })
  @fits("choicesOfKind", (value, { kind }) => choicesProblem(value, kind))
  choices!: string;

  /** Whether it has to be answered. */
  @IsBoolean({ message: "Please say whether it has to be answered" })
  required!: boolean;

  /** When it is asked; files always later. */
  @fits("timeOfKind", (value, { kind }) =>
    kind === "file" && value !== "later" ? "Files are uploaded in My booking, after paying" : undefined,
  )
  @IsIn(QUESTION_TIMES, { message: "Please choose when it is asked" })
  asked!: QuestionTime;

  /** Whose stalls are asked. */
  @IsIn(QUESTION_AUDIENCES, { message: "Please choose who is asked" })
  audience!: QuestionAudience;

  /** Keys of the types whose stalls are asked, with `audience` stall_types. */
  @ValidateIf(({ audience }: QuestionDto) => audience === "stall_types")
  @Matches(STALL_TYPE_PATTERN, { each: true, message: "Please choose stall types of the event" })
  @MaxLength(STALL_TYPE_LENGTH, { each: true, message: "Please choose stall types of the event" })
  @ArrayMaxSize(20, { message: "Please choose at most 20 stall types" })
  @fits("someTypes", (value) =>
    Array.isArray(value) && value.length > 0 ? undefined : "Please choose at least one stall type",
  )
  @IsArray({ message: "Please choose at least one stall type" })
  stallTypes?: StallType[];

  /** Its place among the event's questions, from 1; at the end if it is beyond. */
  @Max(MAX_QUESTIONS, { message: `The place is a number from 1 to ${MAX_QUESTIONS}` })
  @Min(1, { message: `The place is a number from 1 to ${MAX_QUESTIONS}` })
  @IsInt({ message: `The place is a number from 1 to ${MAX_QUESTIONS}` })
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
