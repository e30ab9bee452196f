import type { MessageAudience, MessageTiming } from "./message.rules.js";

/** Messages that come with the product. */
export const MESSAGE_TEMPLATES = ["setting_up", "papers_missing", "evening_before", "thank_you"] as const;
export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

/** What a template begins with; all of it can be changed. */
export interface TemplateText {
  readonly label: string;
  readonly subject: string;
  readonly text: string;
  readonly audience: MessageAudience;
  readonly timing: MessageTiming;
  readonly days: number | null;
}

/** The templates' texts. In square brackets: what only the organizer knows, and has to write before it goes out. */
export const TEMPLATE_TEXTS: Readonly<Record<MessageTemplate, TemplateText>> = {
  setting_up: {
    label: "Setting up",
    ...{ audience: "all", timing: "days_before", days: 7 },
    subject: "Setting up your stall {stall}",
    text: `Dear {name},

{event} begins soon, and stall {stall} waits for {brand}. This is what you need to set it up.

Setting up: {settingUp}
Gate: {gate}
Parking and unloading: [where, and until when]
Power: [what each stall has, and what to bring]

{event} is open:
{days}

{venue}

{map}

Please have your stall ticket with you: it is in the mail that confirmed your booking, and in My booking.

{link}`,
  },
  papers_missing: {
    label: "Papers missing",
    ...{ audience: "lacks_papers", timing: "days_before", days: 7 },
    subject: "Stall {stall}: papers are still missing",
    text: `Dear {name},

for your stall {stall} at {event} we still need: {papers}.

Please give it in My booking until {papersUntil}. It takes a few minutes, and a photo of a paper is enough.

{link}

If you have a question about it, just reply to this mail.`,
  },
  evening_before: {
    label: "The evening before",
    ...{ audience: "all", timing: "evening_before", days: null },
    subject: "Tomorrow: your stall {stall}",
    text: `Dear {name},

{event} begins tomorrow, and your stall is {stall}.

{days}

Gate: {gate}
{venue}

{map}

Bring your stall ticket, on paper or on the phone. We look forward to seeing {brand}.`,
  },
  thank_you: {
    label: "Thank you",
    ...{ audience: "all", timing: "days_after", days: 2 },
    subject: "Thank you for being there",
    text: `Dear {name},

thank you for bringing {brand} to {event}. Stall {stall} was a part of what people came for.

How was it for you? What should we do differently? Please reply to this mail: we read every answer.

Your tax invoice stays in My booking.

The next one: {next}`,
  },
};
