import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  type ValidationArguments,
} from "class-validator";
import { combined, isInstantOf } from "../fields/combined.dto.js";
import { emailAddress } from "../fields/identifiers.dto.js";
import { manyLines, singleLine } from "../fields/typed-text.dto.js";
import messages from "../generated/messages/en/admin-message-problems.js";
import { STALL_TYPE_LENGTH, STALL_TYPE_PATTERN, type StallType } from "../stalls/stall.types.js";
import { messageTextProblem, unfinishedProblem } from "./message-text.rules.js";
import {
  MAX_MESSAGE_DAYS,
  MAX_MESSAGE_FILES,
  MESSAGE_AUDIENCES,
  MESSAGE_SUBJECT_LENGTH,
  MESSAGE_TEXT_LENGTH,
  MESSAGE_TIMINGS,
  type MessageAudience,
  type MessageTiming,
} from "./message.rules.js";
import { MESSAGE_TEMPLATES, type MessageTemplate } from "./message.templates.js";

const AGAIN = messages.again;
const DAYS = messages.days({ most: MAX_MESSAGE_DAYS });
const TYPES = messages.stallTypes;
const HOLDERS = messages.stalls;

/** Judges a value beside others of its object, in words. */
const fits = (name: string, problem: (value: unknown, of: object) => string | undefined): PropertyDecorator => {
  const found = (given?: ValidationArguments) => (given === undefined ? undefined : problem(given.value, given.object));
  return ValidateBy({
    name,
    validator: {
      validate: (_value, given) => found(given) === undefined,
      defaultMessage: (given) => found(given) ?? "",
    },
  });
};

/** Only a draft may have parts that are still to be filled in. */
const isText = (part: "subject" | "text"): PropertyDecorator =>
  fits("messageText", (value, of) => {
    if (typeof value !== "string") return undefined;
    const isDraft = "draft" in of && of.draft === true;
    return messageTextProblem(value, part) ?? (isDraft ? undefined : unfinishedProblem(value));
  });

const isInstant = isInstantOf(messages.moment);

const isSubject = combined(
  singleLine,
  isText("subject"),
  MaxLength(MESSAGE_SUBJECT_LENGTH, { message: messages.subjectMost({ most: MESSAGE_SUBJECT_LENGTH }) }),
  MinLength(3, { message: messages.subjectMissing }),
);
const isMessageText = combined(
  manyLines,
  isText("text"),
  MaxLength(MESSAGE_TEXT_LENGTH, { message: messages.textMost({ most: MESSAGE_TEXT_LENGTH }) }),
  MinLength(3, { message: messages.textMissing }),
);
const isSome = (message: string): PropertyDecorator =>
  fits("isSome", (value) => (Array.isArray(value) && value.length > 0 ? undefined : message));

/** Whom a message is for, and what it says. */
export class WrittenMessageDto {
  /** One line; with placeholders such as {stall}. */
  @isSubject
  subject!: string;

  /** Paragraphs between empty lines; with placeholders such as {name}. */
  @isMessageText
  text!: string;

  /** Whom it is for, of the holders of sold stalls. */
  @IsIn(MESSAGE_AUDIENCES, { message: messages.audience })
  audience!: MessageAudience;

  /** Keys of the types whose holders get it, with `audience` stall_types. */
  @ValidateIf(({ audience }: WrittenMessageDto) => audience === "stall_types")
  @Matches(STALL_TYPE_PATTERN, { each: true, message: TYPES })
  @MaxLength(STALL_TYPE_LENGTH, { each: true, message: TYPES })
  @ArrayMaxSize(20, { message: messages.stallTypesMost })
  @isSome(TYPES)
  @IsArray({ message: TYPES })
  stallTypes?: StallType[];

  /** The bookings whose holders get it, with `audience` chosen. */
  @ValidateIf(({ audience }: WrittenMessageDto) => audience === "chosen")
  @IsUUID(undefined, { each: true, message: AGAIN })
  @ArrayMaxSize(5_000, { message: messages.stallsMost })
  @isSome(HOLDERS)
  @IsArray({ message: HOLDERS })
  bookingIds?: string[];

  /** Ids of the event's files that it brings; its own link then leads to Find my booking, since such mails are passed on. */
  @ValidateIf(({ fileIds }: WrittenMessageDto) => fileIds !== undefined)
  @IsUUID(undefined, { each: true, message: AGAIN })
  @ArrayMaxSize(MAX_MESSAGE_FILES, { message: messages.filesMost({ most: MAX_MESSAGE_FILES }) })
  @IsArray({ message: AGAIN })
  fileIds?: string[];
}

/** POST /api/v1/mela/admin/events/{slug}/messages/preview. */
export class PreviewMessageDto extends WrittenMessageDto {
  /** True while parts may still be missing. */
  @IsBoolean({ message: AGAIN })
  draft!: boolean;
}

/** POST /api/v1/mela/admin/events/{slug}/messages: writes a message. */
export class MessageDto extends WrittenMessageDto {
  /** When it goes out. */
  @IsIn(MESSAGE_TIMINGS, { message: messages.timing })
  timing!: MessageTiming;

  /** With `timing` days_before and days_after. */
  @ValidateIf(({ timing }: MessageDto) => timing === "days_before" || timing === "days_after")
  @Max(MAX_MESSAGE_DAYS, { message: DAYS })
  @Min(1, { message: DAYS })
  @IsInt({ message: DAYS })
  days?: number;

  /** With `timing` at; ISO 8601 with a time zone. */
  @ValidateIf(({ timing }: MessageDto) => timing === "at")
  @isInstant
  sendAt?: string;

  /** The template that the text began with. */
  @ValidateIf(({ template }: MessageDto) => template !== undefined)
  @IsIn(MESSAGE_TEMPLATES, { message: AGAIN })
  template?: MessageTemplate;

  /** Kept, and not sent until it is saved otherwise. */
  @IsBoolean({ message: AGAIN })
  draft!: boolean;
}

/** PUT /api/v1/mela/admin/messages/{id}: changes a message of which nothing was sent. */
export class ChangeMessageDto extends MessageDto {
  /** The message's version that was read. */
  @Max(2_000_000_000, { message: AGAIN })
  @Min(1, { message: AGAIN })
  @IsInt({ message: AGAIN })
  version!: number;
}

/** POST /api/v1/mela/admin/events/{slug}/messages/test: mails a message to one address, as the first holder would get it. */
export class TestMessageDto extends PreviewMessageDto {
  /** Where to; an address of the operator's own. */
  @emailAddress(messages.email)
  to!: string;
}

/** POST /api/v1/mela/admin/messages/{id}/steps. */
export class MessageStepDto {
  /** What to do with it. */
  @IsIn(["pause", "resume", "stop"], { message: AGAIN })
  step!: "pause" | "resume" | "stop";
}
