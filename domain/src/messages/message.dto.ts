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

const AGAIN = "Please load the page again";
const DAYS = `Please enter a whole number of days, from 1 to ${MAX_MESSAGE_DAYS}`;
const MOMENT = "Please choose day and time";
const TYPES = "Please choose at least one stall type";
const HOLDERS = "Please choose at least one stall";

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

const isInstant = isInstantOf(MOMENT);

const isSubject = combined(
  singleLine,
  isText("subject"),
  MaxLength(MESSAGE_SUBJECT_LENGTH, { message: `The subject has at most ${MESSAGE_SUBJECT_LENGTH} characters` }),
  MinLength(3, { message: "Please write the subject" }),
);
const isMessageText = combined(
  manyLines,
  isText("text"),
  MaxLength(MESSAGE_TEXT_LENGTH, { message: `The text has at most ${MESSAGE_TEXT_LENGTH} characters` }),
  MinLength(3, { message: "Please write the text" }),
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
  @IsIn(MESSAGE_AUDIENCES, { message: "Please choose who gets it" })
  audience!: MessageAudience;

  /** Keys of the types whose holders get it, with `audience` stall_types. */
  @ValidateIf(({ audience }: WrittenMessageDto) => audience === "stall_types")
  @Matches(STALL_TYPE_PATTERN, { each: true, message: TYPES })
  @MaxLength(STALL_TYPE_LENGTH, { each: true, message: TYPES })
  @ArrayMaxSize(20, { message: "Please choose at most 20 stall types" })
  @isSome(TYPES)
  @IsArray({ message: TYPES })
  stallTypes?: StallType[];

  /** The bookings whose holders get it, with `audience` chosen. */
  @ValidateIf(({ audience }: WrittenMessageDto) => audience === "chosen")
  @IsUUID(undefined, { each: true, message: AGAIN })
  @ArrayMaxSize(5_000, { message: "Please choose at most 5,000 stalls" })
  @isSome(HOLDERS)
  @IsArray({ message: HOLDERS })
  bookingIds?: string[];

  /** Ids of the event's files that it brings; its own link then leads to Find my booking, since such mails are passed on. */
  @ValidateIf(({ fileIds }: WrittenMessageDto) => fileIds !== undefined)
  @IsUUID(undefined, { each: true, message: AGAIN })
  @ArrayMaxSize(MAX_MESSAGE_FILES, { message: `A message brings at most ${MAX_MESSAGE_FILES} files` })
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
  @IsIn(MESSAGE_TIMINGS, { message: "Please choose when it goes out" })
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
  @emailAddress("Please enter a valid email address")
  to!: string;
}

/** POST /api/v1/mela/admin/messages/{id}/steps. */
export class MessageStepDto {
  /** What to do with it. */
  @IsIn(["pause", "resume", "stop"], { message: AGAIN })
  step!: "pause" | "resume" | "stop";
}
