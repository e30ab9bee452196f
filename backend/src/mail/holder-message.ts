import { setupInWords, setupOf } from "@sakhi/domain/events/arrival.rules";
import { eventDates } from "@sakhi/domain/events/event-dates";
import {
  editionTitle,
  eventDays,
  type EventFacts,
  hoursInLines,
  type MelaEdition,
  postalAddress,
  venueShort,
} from "@sakhi/domain/events/event-facts";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { oneLine } from "@sakhi/domain/fields/characters";
import { isolated } from "@sakhi/domain/fields/isolation";
import {
  filled,
  messageParts,
  type PlaceholderValues,
  saidLines,
  unsaidIn,
  uses,
} from "@sakhi/domain/messages/message-text.rules";
import { papersDue } from "@sakhi/domain/papers/question.rules";
import { eventPaths } from "@sakhi/domain/site/routes";
import type { MailBlock, MailSite } from "./mail.layout.js";
import type { MailFields } from "./mail.texts.js";
import type { MailData } from "./mail.types.js";
import { type PersonWords, WORDS } from "./mail.words.js";
import type { MissingPapers } from "./missing-papers.sql.js";

/** What a message can use besides its own data. */
interface MessageContext extends MailSite {
  /** English if none are given. */
  readonly words?: PersonWords;
  readonly missing?: MissingPapers | undefined;
  /** The key to her booking. */
  readonly bookingUrl?: string | undefined;
  /** The event after this one. */
  readonly next?: EventFacts | undefined;
}

type HolderMessage = MailData["holder-message"];

/** Characters of the text that an inbox shows beside the subject. */
const OPENING_LENGTH = 90;

const leadsToBooking = ({ text }: Partial<HolderMessage>): boolean => text !== undefined && uses(text, "link");

/**
 * True if a message leads to its holder's booking by a key of her own (mail-keys.ts). One with files does not: they are passed
 * on to helpers with the mail.
 */
export const hasOwnLink = (data: Partial<HolderMessage>): boolean =>
  leadsToBooking(data) && (data.fileIds ?? []).length === 0;

/** The next published event after one, which its thank-you can name; undefined without one. */
export function nextEvent(
  editions: readonly (MelaEdition & { readonly facts: EventFacts })[],
  eventId: number,
): EventFacts | undefined {
  const start = ({ event }: MelaEdition): string => eventDays(event).start;
  const own = editions.find(({ event }) => event.id === eventId);
  const [next] = editions
    .filter(
      (other) =>
        other.facts.status === "published" &&
        !other.isPast &&
        other.event.id !== eventId &&
        (own === undefined || start(other) > start(own)),
    )
    .toSorted((a, b) => start(a).localeCompare(start(b)));
  return next?.facts;
}

/** Placeholders of a message that have no value for its holder. */
export function unsaidOf(data: HolderMessage, context: MessageContext): readonly string[] {
  return unsaidIn(data.text, valuesFor(data, context, ""));
}

/** Fields of a message's mail. Without its words, a mail to somebody who is not proven, only those of the booking. */
export function holderMessageFields(data: HolderMessage, context: MessageContext, findBookingUrl: string): MailFields {
  const { subject, text, stallId, orderId } = data as Partial<HolderMessage>;
  const values = valuesFor(data, context, findBookingUrl);
  return {
    ...{ stallId, orderId },
    hasLink: leadsToBooking(data),
    subject: subject === undefined ? undefined : oneLine(filled(subject, values)),
    opening: text === undefined ? undefined : openingOf(filled(saidLines(text, values), values)),
  };
}

/** The message's own paragraphs and buttons. */
export function holderMessageBlocks(data: HolderMessage, context: MessageContext, findBookingUrl: string): MailBlock[] {
  const { mails } = context.words ?? WORDS.en;
  const { text } = data as Partial<HolderMessage>;
  if (text === undefined) return [];
  const values = valuesFor(data, context, findBookingUrl);
  return messageParts(saidLines(text, values)).map((part) => {
    if (part.kind === "paragraph") return { kind: "paragraph", text: filled(part.text, values) };
    return part.to === "map"
      ? { kind: "button", label: mails.showOnMap, url: values.map }
      : { kind: "button", label: mails.openMyBooking, url: values.link };
  });
}

function valuesFor(
  { name, brandName, stallId }: HolderMessage,
  { facts: { event, arrival }, missing, bookingUrl, next, publicUrl, words = WORDS.en }: MessageContext,
  findBookingUrl: string,
): PlaceholderValues {
  const { dates, mails } = words;
  const setup = setupOf(arrival.setup, stallId);
  return {
    name: isolated(oneLine(name)),
    stall: stallId,
    brand: isolated(oneLine(brandName)),
    event: isolated(editionTitle(event)),
    days: hoursInLines(event, dates),
    venue: `${venueShort(event)}\n${postalAddress(event)}`,
    gate: arrival.gate === "" ? "" : isolated(oneLine(arrival.gate)),
    settingUp: setup === undefined ? "" : setupInWords(setup, event, dates),
    map: event.mapUrl,
    link: bookingUrl ?? findBookingUrl,
    papers: missing === undefined ? mails.nothingMore : missing.papers.map(isolated).join(", "),
    papersUntil: indianMoment(missing === undefined ? papersDue(event) : new Date(missing.until), "minute", dates),
    next: next === undefined ? "" : nextInWords(next, publicUrl, words),
  };
}

/** "The Mela 2028, 4–5 March 2028, Bangalore: https://…". */
function nextInWords({ event, slug }: EventFacts, publicUrl: string, { dates }: PersonWords): string {
  return `${isolated(editionTitle(event))}, ${eventDates(event, dates)}, ${event.city}: ${publicUrl}${eventPaths(slug).plan}`;
}

/** The first words after the greeting, in one line. */
function openingOf(text: string): string {
  const line = oneLine(text.replace(/^(?:dear|नमस्ते) [^\n]*\n+/i, ""));
  return line.length <= OPENING_LENGTH ? line : `${line.slice(0, OPENING_LENGTH).split(" ").slice(0, -1).join(" ")} …`;
}
