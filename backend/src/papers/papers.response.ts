import { StreamableFile } from "@nestjs/common";
import { ApiProperty } from "@nestjs/swagger";
import {
  PAPER_TYPES,
  QUESTION_KINDS,
  QUESTION_TIMES,
  type PaperType,
  type QuestionKind,
  type QuestionTime,
} from "@sakhi/domain/papers/question.rules";
import { attachment } from "../platform/http/attachment.js";

const MEDIA_TYPES = Object.keys(PAPER_TYPES) as PaperType[];

/** A question of the event for the holder of a stall. */
export class AskedQuestionResponse {
  key!: string;
  label!: string;
  /** A sentence below the field. */
  help?: string;
  @ApiProperty({ enum: QUESTION_KINDS, enumName: "QuestionKind" })
  kind!: QuestionKind;
  /** Of a choice: what can be chosen. */
  choices?: string[];
  required!: boolean;
  @ApiProperty({ enum: QUESTION_TIMES, enumName: "QuestionTime" })
  asked!: QuestionTime;
  /** True if it is asked only of who answers `sells_food` with Yes. */
  foodOnly?: boolean;
}

/** An uploaded file. */
export class PaperFileResponse {
  /** By its content. */
  @ApiProperty({ enum: MEDIA_TYPES, enumName: "PaperType" })
  type!: PaperType;
  bytes!: number;
}

/** A question, with the booking's answer. */
export class PaperResponse extends AskedQuestionResponse {
  /** The answer, or the file's name; absent without one. */
  answer?: string;
  file?: PaperFileResponse;
  /** When it was answered (ISO 8601, UTC). */
  answeredAt?: string;
}

/** A file as it is downloaded. */
export interface PaperFile {
  readonly name: string;
  readonly type: PaperType;
  readonly content: Buffer;
}

/** A file for its holder or an operator: saved, never shown by our site. The browser gets its name also in other scripts. */
export function paperDownload({ name, type, content }: PaperFile): StreamableFile {
  return new StreamableFile(content, { type, disposition: attachment(name), length: content.length });
}
