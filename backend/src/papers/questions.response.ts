import { ApiProperty } from "@nestjs/swagger";
import {
  QUESTION_AUDIENCES,
  QUESTION_KINDS,
  QUESTION_TIMES,
  type QuestionAudience,
  type QuestionKind,
  type QuestionTime,
} from "@sakhi/domain/papers/question.rules";

/** A question of an event, as operators manage it. */
export class EventQuestionResponse {
  /** In calls and in the CSV's address; it never changes. */
  key!: string;
  label!: string;
  /** A sentence below the field; empty for none. */
  help!: string;
  @ApiProperty({ enum: QUESTION_KINDS, enumName: "QuestionKind" })
  kind!: QuestionKind;
  choices!: string[];
  required!: boolean;
  @ApiProperty({ enum: QUESTION_TIMES, enumName: "QuestionTime" })
  asked!: QuestionTime;
  @ApiProperty({ enum: QUESTION_AUDIENCES, enumName: "QuestionAudience" })
  audience!: QuestionAudience;
  /** With the audience stall_types: keys of the types. */
  stallTypes!: string[];
  /** From 1. */
  position!: number;
  /** How many bookings have answered it, in any state. */
  answers!: number;
}
