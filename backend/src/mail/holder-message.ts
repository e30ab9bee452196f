import { editionTitle, hoursInLines, postalAddress, venueShort } from "@sakhi/domain/events/event-facts";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { oneLine } from "@sakhi/domain/fields/characters";
import { isolated } from "@sakhi/domain/fields/isolation";
import { filled, messageParts, type PlaceholderValues, uses } from "@sakhi/domain/messages/message-text.rules";
import { papersDue } from "@sakhi/domain/papers/question.rules";
import type { MailBlock, MailSite } from "./mail.layout.js";
import type { MailFields } from "./mail.texts.js";
import type { MailData } from "./mail.types.js";
import type { MissingPapers } from "./missing-papers.sql.js";

/** What a message can use besides its own data. */
interface MessageContext extends MailSite {
  readonly missing?: MissingPapers | undefined;
  /** The key to her booking. */
  readonly bookingUrl?: string | undefined;
}

type HolderMessage = MailData["holder-message"];

/** Characters of the text that an inbox shows beside the subject. */
const OPENING_LENGTH = 90;

/** True if a message leads to its holder's booking by a key of her own (mail-keys.ts). */
export const hasOwnLink = ({ text }: Partial<HolderMessage>): boolean => text !== undefined && uses(text, "link");

/** Fields of a message's mail. Without its words, a mail to somebody who is not proven, only those of the booking. */
export function holderMessageFields(data: HolderMessage, context: MessageContext, findBookingUrl: string): MailFields {
  const { subject, text, stallId, orderId } = data as Partial<HolderMessage>;
  const values = valuesFor(data, context, findBookingUrl);
  return {
    ...{ stallId, orderId },
    hasLink: hasOwnLink(data),
    subject: subject === undefined ? undefined : oneLine(filled(subject, values)),
    opening: text === undefined ? undefined : openingOf(filled(text, values)),
  };
}

/** The message's own paragraphs and buttons. */
export function holderMessageBlocks(data: HolderMessage, context: MessageContext, findBookingUrl: string): MailBlock[] {
  const { text } = data as Partial<HolderMessage>;
  if (text === undefined) return [];
  const values = valuesFor(data, context, findBookingUrl);
  return messageParts(text).map((part) => {
    if (part.kind === "paragraph") return { kind: "paragraph", text: filled(part.text, values) };
    return part.to === "map"
      ? { kind: "button", label: "Show the venue on a map", url: values.map }
      : { kind: "button", label: "Open my booking", url: values.link };
  });
}

function valuesFor(
  { name, brandName, stallId }: HolderMessage,
  { facts: { event }, missing, bookingUrl }: MessageContext,
  findBookingUrl: string,
): PlaceholderValues {
  return {
    name: isolated(oneLine(name)),
    stall: stallId,
    brand: isolated(oneLine(brandName)),
    event: isolated(editionTitle(event)),
    days: hoursInLines(event),
    venue: `${venueShort(event)}\n${postalAddress(event)}`,
    map: event.mapUrl,
    link: bookingUrl ?? findBookingUrl,
    papers: missing === undefined ? "nothing more" : missing.papers.map(isolated).join(", "),
    papersUntil: indianMoment(missing === undefined ? papersDue(event) : new Date(missing.until), "minute"),
  };
}

/** The first words after the greeting, in one line. */
function openingOf(text: string): string {
  const line = oneLine(text.replace(/^dear [^\n]*\n+/i, ""));
  return line.length <= OPENING_LENGTH ? line : `${line.slice(0, OPENING_LENGTH).split(" ").slice(0, -1).join(" ")} …`;
}
