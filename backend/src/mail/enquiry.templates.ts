import type { EnquiryKind } from "@sakhi/domain/enquiries/enquiry.rules";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import type { MailContext, MailDraft } from "./mail.layout.js";
import type { MailData } from "./mail.types.js";

interface Words {
  /** As in "your …". */
  readonly what: string;
  readonly next: string;
}

const WORDS: Readonly<Record<EnquiryKind, Words>> = {
  corporate_gifting: {
    what: "corporate gifting request",
    next: "We look through our makers for what suits you and get back to you soon with corporate gifting options.",
  },
  support: { what: "message", next: "A person reads it and gets back to you within 24 hours." },
};

/** To anyone who sent us an enquiry. */
export function enquiryConfirmed(data: MailData["enquiry-confirmed"], context: MailContext): MailDraft {
  const { what, next } = WORDS[data.kind];
  return {
    subject: `We have your ${what} (${data.reference})`,
    preheader: next,
    heading: `We have your ${what}`,
    blocks: [
      {
        kind: "paragraph",
        text: `Dear ${oneLine(data.name)}, thank you for writing to us. Your ${what} has arrived. ${next}`,
      },
      {
        kind: "facts",
        title: `Your ${what}`,
        rows: [["Reference", data.reference]],
      },
      {
        kind: "paragraph",
        text: "If you want to add something, reply to this mail and leave the reference in.",
      },
    ],
    footer: [
      `You get this mail because this address was given in a form at ${context.siteName} (${context.publicUrl}).`,
      "If it was not you, you need not do anything: it is the only mail we send for it.",
    ],
  };
}

/** To the organisation. What the person typed is quoted as it is; the links in it are theirs. */
export function enquiryReceived(data: MailData["enquiry-received"], context: MailContext): MailDraft {
  const { what } = WORDS[data.kind];
  const sender = oneLine(data.sender.name);
  const about = data.company ?? data.subject ?? "";
  const optional: readonly (readonly [string, string | undefined])[] = [
    ["Phone", data.phone],
    ["Company", data.company],
    ["Member", data.isMember === undefined ? undefined : data.isMember ? "Yes" : "No"],
    ["Subject", data.subject],
  ];
  return {
    subject: `${data.kind === "support" ? "Support" : "Gifting"} ${data.reference}: ${about}`,
    preheader: `From ${sender}. Reply to this mail to answer.`,
    heading: `A ${what} from ${sender}`,
    blocks: [
      {
        kind: "facts",
        title: "The sender",
        rows: [
          ["Name", sender],
          ["E-mail", data.sender.address],
          ...optional.flatMap(([label, value]): [string, string][] =>
            value === undefined ? [] : [[label, value]],
          ),
          ["Reference", data.reference],
        ],
      },
      { kind: "quote", text: data.message },
    ],
    footer: [
      `Reply to this mail to answer ${sender} directly.`,
      `Sent by the form at ${context.siteName} (${context.publicUrl}).`,
    ],
  };
}
