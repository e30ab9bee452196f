import type { LanguageCode } from "../languages/language-paths.js";
import type { MessageAudience, MessageTiming } from "./message.rules.js";

/** Messages that come with the product. */
export const MESSAGE_TEMPLATES = ["setting_up", "papers_missing", "evening_before", "thank_you"] as const;
export type MessageTemplate = (typeof MESSAGE_TEMPLATES)[number];

/** What a template begins with; all of it can be changed. */
export interface TemplateText {
  readonly subject: string;
  readonly text: string;
  readonly audience: MessageAudience;
  readonly timing: MessageTiming;
  readonly days: number | null;
}

/** The templates' texts. In square brackets: what only the organizer knows, and has to write before it goes out. */
export const TEMPLATE_TEXTS: Readonly<Record<MessageTemplate, TemplateText>> = {
  setting_up: {
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
    ...{ audience: "lacks_papers", timing: "days_before", days: 7 },
    subject: "Stall {stall}: papers are still missing",
    text: `Dear {name},

for your stall {stall} at {event} we still need: {papers}.

Please give it in My booking until {papersUntil}. It takes a few minutes, and a photo of a paper is enough.

{link}

If you have a question about it, just reply to this mail.`,
  },
  evening_before: {
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
    ...{ audience: "all", timing: "days_after", days: 2 },
    subject: "Thank you for being there",
    text: `Dear {name},

thank you for bringing {brand} to {event}. Stall {stall} was a part of what people came for.

How was it for you? What should we do differently? Please reply to this mail: we read every answer.

Your tax invoice stays in My booking.

The next one: {next}`,
  },
};

/** The same beginnings in another language, which an operator may choose instead. */
const TEXTS_IN_HINDI: Readonly<Record<MessageTemplate, Pick<TemplateText, "subject" | "text">>> = {
  setting_up: {
    subject: "अपना स्टॉल {stall} लगाना",
    text: `नमस्ते {name},

{event} शुरू होने वाला है, और स्टॉल {stall} पर {brand} का इंतज़ार है। उसे लगाने के लिए यह जानकारी चाहिए।

स्टॉल लगाने का समय: {settingUp}
गेट: {gate}
गाड़ी और सामान उतारना: [कहाँ, और कब तक]
बिजली: [हर स्टॉल पर क्या है, और क्या साथ लाएँ]

{event} का समय:
{days}

{venue}

{map}

अपना टिकट साथ रखें: वह बुकिंग की पुष्टि वाले ई-मेल में है, और मेरी बुकिंग में।

{link}`,
  },
  papers_missing: {
    subject: "स्टॉल {stall}: कुछ काग़ज़ अभी बाकी हैं",
    text: `नमस्ते {name},

{event} में आपके स्टॉल {stall} के लिए अभी यह चाहिए: {papers}।

इसे {papersUntil} तक मेरी बुकिंग में दें। इसमें कुछ ही मिनट लगते हैं, और काग़ज़ की फ़ोटो काफ़ी है।

{link}

कोई सवाल हो, तो इसी ई-मेल का जवाब दें।`,
  },
  evening_before: {
    subject: "कल: आपका स्टॉल {stall}",
    text: `नमस्ते {name},

{event} कल से शुरू है, और आपका स्टॉल {stall} है।

{days}

गेट: {gate}
{venue}

{map}

अपना टिकट साथ लाएँ, काग़ज़ पर या फ़ोन में। {brand} का इंतज़ार है।`,
  },
  thank_you: {
    subject: "आने के लिए धन्यवाद",
    text: `नमस्ते {name},

{event} में {brand} के साथ आने के लिए धन्यवाद। लोग जिस मेले में आए, स्टॉल {stall} उसका हिस्सा था।

आपको कैसा लगा? हम क्या अलग करें? इसी ई-मेल का जवाब दें: हम हर जवाब पढ़ते हैं।

आपका टैक्स इनवॉइस मेरी बुकिंग में रहेगा।

अगला मेला: {next}`,
  },
};

/** What a template begins with in a language; English where it has no text of its own. */
export function templateText(template: MessageTemplate, language: LanguageCode): TemplateText {
  return { ...TEMPLATE_TEXTS[template], ...(language === "hi" ? TEXTS_IN_HINDI[template] : {}) };
}

/** Languages in which the templates are there. */
export const TEMPLATE_LANGUAGES = ["en", "hi"] as const satisfies readonly LanguageCode[];

type Words = Pick<TemplateText, "subject" | "text">;

/**
 * A message in the language of its reader: where its words are a template's, in whichever language, as the reminders of missing
 * papers are unless their operators change them. What an operator has written reaches everyone as it was written.
 */
export function inReadersLanguage<Message extends Words>(message: Message, language: LanguageCode): Message {
  const template = MESSAGE_TEMPLATES.find((name) =>
    TEMPLATE_LANGUAGES.some((each) => {
      const { subject, text } = templateText(name, each);
      return subject === message.subject && text === message.text;
    }),
  );
  if (template === undefined) return message;
  const { subject, text } = templateText(template, language);
  return { ...message, subject, text };
}
