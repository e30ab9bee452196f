import type { EventRecord } from "../events/event-facts.js";
import type { EventStatus } from "../events/event.states.js";
import { indianTime } from "../events/indian-time.js";
import type { StallType } from "../stalls/stall.types.js";

/** Whom a message goes to, of the holders of an event's sold stalls. */
export const MESSAGE_AUDIENCES = ["all", "stall_types", "lacks_papers", "not_arrived", "arrived", "chosen"] as const;
export type MessageAudience = (typeof MESSAGE_AUDIENCES)[number];

/** When a message goes out: at once, at a moment, or by the event's days, which may still change. */
export const MESSAGE_TIMINGS = ["now", "at", "days_before", "evening_before", "days_after"] as const;
export type MessageTiming = (typeof MESSAGE_TIMINGS)[number];

/**
 * A message's life: written (`draft`), waiting for its time, being sent, paused before or while it is sent, sent to all (`done`),
 * ended by an operator (`stopped`), or not sent because its time had passed (`missed`).
 */
export const MESSAGE_STATES = ["draft", "waiting", "sending", "paused", "done", "stopped", "missed"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** States in which a message still changes. */
export const OPEN_MESSAGE_STATES = ["draft", "waiting", "sending", "paused"] as const satisfies MessageState[];

/** From which states an operator can do what. A paused one that was started can no longer change: some have it. */
const MESSAGE_ACTIONS = {
  change: ["draft", "waiting", "paused"],
  pause: ["waiting", "sending"],
  resume: ["paused"],
  stop: ["draft", "waiting", "sending", "paused"],
} as const satisfies Readonly<Record<string, readonly MessageState[]>>;
export type MessageAction = keyof typeof MESSAGE_ACTIONS;

/** Whether an action is possible. @param started some may have been sent */
export function canDo(action: MessageAction, state: MessageState, started: boolean): boolean {
  if (action === "change" && started) return false;
  return MESSAGE_ACTIONS[action].some((from) => from === state);
}

/**
 * What became of a message for one holder: her turn has not come (`waiting`), a mail was queued (`mailed`), she is no longer
 * meant (`skipped`: cancelled, or nothing is missing now), or nothing is proven about her address (`refused`, decision 46).
 */
export const RECIPIENT_STATES = ["waiting", "mailed", "skipped", "refused"] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Most messages of an event that are not ended. */
export const MAX_OPEN_MESSAGES = 50;
export const MESSAGE_SUBJECT_LENGTH = 120;
export const MESSAGE_TEXT_LENGTH = 5_000;
/** Most days before or after an event. */
export const MAX_MESSAGE_DAYS = 60;
/** Test mails of an administrator in an hour. */
export const TESTS_PER_HOUR = 20;
/** Holders whose message is shown before it is sent. */
export const PREVIEWED_HOLDERS = 3;

/** Files of an event that its messages can bring, and those of one message. */
export const MAX_EVENT_FILES = 20;
export const MAX_MESSAGE_FILES = 3;
/** Most that the files of one message have together, in bytes: mail hosts refuse more, and it goes to every holder. */
export const MAX_ATTACHED_BYTES = 6 * 1024 * 1024;
/** Longest name of a file, in characters. */
export const FILE_NAME_LENGTH = 100;

/** Why files can't go with one message, in words; undefined if they can. @param bytes of each, as they are mailed */
export function attachmentsProblem(bytes: readonly number[]): string | undefined {
  if (bytes.length > MAX_MESSAGE_FILES) return `A message brings at most ${MAX_MESSAGE_FILES} files`;
  return bytes.reduce((sum, each) => sum + each, 0) > MAX_ATTACHED_BYTES
    ? `Together these files are too large for a mail: at most ${MAX_ATTACHED_BYTES / 1024 / 1024} MB`
    : undefined;
}

/** A file's name as mails show it: of one line, without what file systems refuse, with the ending of what it is. */
export function attachmentName(given: string, type: "image/jpeg" | "application/pdf"): string {
  const ending = type === "image/jpeg" ? ".jpg" : ".pdf";
  const plain = given
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"\\/:*?<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/\.[a-z]{2,5}\s*$/i, "")
    .trim();
  const name = [...plain]
    .slice(0, FILE_NAME_LENGTH - ending.length)
    .join("")
    .trim();
  return `${name === "" ? "File" : name}${ending}`;
}

/** When holders who lack papers are reminded unless the event's operators choose otherwise, in days before the first. */
export const REMINDER_DAYS = [14, 7, 2] as const;

/** Hour in India at which messages by days go out, and at which those of the evening before do. */
const MORNING = "10:00";
const EVENING = "18:00";
const DAY_MS = 86_400_000;
/** A message that could not go out for so long, e.g. because everything was down, is no longer sent. */
const MOST_DELAY_MS = DAY_MS;

/** When a message is to go out. */
export interface MessageTime {
  readonly timing: MessageTiming;
  /** With `days_before` and `days_after`. */
  readonly days: number | null;
  /** With `at`. */
  readonly sendAt: Date | null;
}

/** When a message is due. @param scheduledAt when it was last scheduled */
export function messageDue(
  { timing, days, sendAt }: MessageTime,
  event: Pick<EventRecord, "days">,
  scheduledAt: Date,
): Date {
  const [first, last] = [event.days[0], event.days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError("An event has at least one day.");
  const on = (date: string, offset: number, hour: string): Date =>
    new Date(Date.parse(indianTime(date, hour)) + offset * DAY_MS);
  switch (timing) {
    case "now":
      return scheduledAt;
    case "at":
      return sendAt ?? scheduledAt;
    case "days_before":
      return on(first.date, -(days ?? 0), MORNING);
    case "evening_before":
      return on(first.date, -1, EVENING);
    case "days_after":
      return on(last.date, days ?? 0, MORNING);
  }
}

/** Whether a waiting message goes out: not yet, now, or no longer, since its time passed before it was scheduled, or a day ago. */
export type DueVerdict = "waits" | "due" | "missed";

/**
 * Judges a waiting message. Those of an event that is not published wait; of a cancelled one, they are never sent.
 *
 * @param at the database's clock
 */
export function messageVerdict(
  message: MessageTime & { readonly scheduledAt: Date },
  { event, status }: { readonly event: Pick<EventRecord, "days">; readonly status: EventStatus },
  at: Date,
): DueVerdict {
  if (status === "cancelled") return "missed";
  if (status === "draft") return "waits";
  const due = messageDue(message, event, message.scheduledAt);
  if (at < due) return "waits";
  return due < message.scheduledAt || at.getTime() - due.getTime() > MOST_DELAY_MS ? "missed" : "due";
}

/** A holder, as an audience is decided. */
interface PossibleRecipient {
  readonly bookingId: string;
  readonly stallType: StallType;
  /** Whether she can still give papers that are missing. */
  readonly lacksPapers: boolean;
  /** Whether the gate has let her in, on any day. */
  readonly arrived: boolean;
}

/** Whom a message is for. */
export interface Audience {
  readonly audience: MessageAudience;
  /** Of `stall_types`: their keys. */
  readonly stallTypes: readonly StallType[];
  /** Of `chosen`. */
  readonly bookingIds: readonly string[];
}

/** Whether a message is for the holder of a sold stall; asked again for each when her turn comes. */
export function isMeant({ audience, stallTypes, bookingIds }: Audience, holder: PossibleRecipient): boolean {
  switch (audience) {
    case "all":
      return true;
    case "stall_types":
      return stallTypes.includes(holder.stallType);
    case "lacks_papers":
      return holder.lacksPapers;
    case "not_arrived":
      return !holder.arrived;
    case "arrived":
      return holder.arrived;
    case "chosen":
      return bookingIds.includes(holder.bookingId);
  }
}

/** Mails that the pace allows now. @param lately those queued within the last minute */
export function allowedNow(perMinute: number, lately: number): number {
  return Math.max(0, perMinute - lately);
}
