import { ApiProperty } from "@nestjs/swagger";
import {
  MESSAGE_AUDIENCES,
  MESSAGE_STATES,
  MESSAGE_TIMINGS,
  type MessageAudience,
  type MessageState,
  type MessageTiming,
} from "@sakhi/domain/messages/message.rules";
import { MESSAGE_TEMPLATES, type MessageTemplate } from "@sakhi/domain/messages/message.templates";
import { PAPER_TYPES, type PaperType } from "@sakhi/domain/papers/question.rules";

/** What became of a message for one holder: her turn, and then her mail. */
export const MESSAGE_OUTCOMES = ["waiting", "queued", "sent", "failed", "skipped", "refused"] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

/** How many holders a message has reached. */
export class MessageProgressResponse {
  /** Their turn has not come. */
  waiting!: number;
  /** Their mail is on its way. */
  queued!: number;
  sent!: number;
  /** Their mail could not be delivered. */
  failed!: number;
  /** No longer meant when their turn came: cancelled, or nothing is missing now. */
  skipped!: number;
  /** Nothing is proven about their address. */
  refused!: number;
}

/** A message to holders of an event's stalls. */
export class MessageResponse {
  id!: string;
  @ApiProperty({ enum: MESSAGE_TEMPLATES, enumName: "MessageTemplate" })
  template?: MessageTemplate;
  /** With placeholders; empty once the person that it was for is erased. */
  subject!: string;
  text!: string;
  @ApiProperty({ enum: MESSAGE_AUDIENCES, enumName: "MessageAudience" })
  audience!: MessageAudience;
  /** With the audience stall_types. */
  stallTypes!: string[];
  /** With the audience chosen. */
  bookingIds!: string[];
  /** The event's files that it brings. */
  fileIds!: string[];
  @ApiProperty({ enum: MESSAGE_TIMINGS, enumName: "MessageTiming" })
  timing!: MessageTiming;
  /** Before or after the event, with the timings that count them. */
  days?: number;
  /** With the timing at (ISO 8601, UTC). */
  sendAt?: string;
  /** When it goes out by what is known now (ISO 8601, UTC); absent from drafts and messages that were started or ended. */
  dueAt?: string;
  @ApiProperty({ enum: MESSAGE_STATES, enumName: "MessageState" })
  state!: MessageState;
  /** A reminder that the product made for the event. */
  automatic!: boolean;
  version!: number;
  createdAt!: string;
  /** When its recipients were written down (ISO 8601, UTC). */
  startedAt?: string;
  endedAt?: string;
  progress!: MessageProgressResponse;
}

/** A holder of a sold stall, to choose from. */
export class MessageHolderResponse {
  bookingId!: string;
  stallId!: string;
  businessName!: string;
  /** Whether papers are missing that she can still give. */
  lacksPapers!: boolean;
  /** Whether the gate has let her in, on any day. */
  arrived!: boolean;
}

/** A file of an event that its messages can bring. */
export class EventFileResponse {
  id!: string;
  name!: string;
  @ApiProperty({ enum: Object.keys(PAPER_TYPES), enumName: "EventFileType" })
  type!: PaperType;
  /** As it is mailed. */
  bytes!: number;
  createdAt!: string;
  /** Whether a message that is not ended brings it. */
  used!: boolean;
}

/** Permission to upload files of an event. */
export class EventFileTicketResponse {
  /** For the header `Upload-Ticket` of `/api/v1/uploads` (tus 1.0); it lasts an hour. */
  ticket!: string;
}

/** A message as one holder would get it. */
export class MessageSampleResponse {
  stallId!: string;
  businessName!: string;
  subject!: string;
  text!: string;
  /** The mail's page. */
  html!: string;
}

/** A message as its recipients would get it now. */
export class MessagePreviewResponse {
  /** How many get it. */
  recipients!: number;
  /** How many hold a sold stall. */
  holders!: number;
  /** The first, the last and one between. */
  samples!: MessageSampleResponse[];
  /** Placeholders that the event says nothing about for some of these samples: their lines are left out. */
  unsaid!: string[];
}

/** What became of a message for one holder. */
export class MessageRecipientResponse {
  bookingId!: string;
  stallId!: string;
  businessName!: string;
  @ApiProperty({ enum: MESSAGE_OUTCOMES, enumName: "MessageOutcome" })
  outcome!: MessageOutcome;
  /** When her turn came, or her mail was sent (ISO 8601, UTC). */
  at?: string;
  /** What the mail server said. */
  problem?: string;
}
