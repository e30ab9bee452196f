/** What the mail catcher knows of a message, and how it is read from the raw bytes. */
import PostalMime from "postal-mime";
import type { Address, Attachment } from "postal-mime";

export interface AttachmentInfo {
  filename: string;
  contentType: string;
  /** Bytes, decoded. */
  size: number;
}

/** One line of the inbox. */
export interface MessageSummary {
  id: string;
  from: string;
  /** The envelope's recipients: who really got it, blind copies included. */
  to: string[];
  subject: string;
  /** ISO 8601, UTC: when it arrived. */
  date: string;
  messageId: string;
  attachments: AttachmentInfo[];
}

export interface MessageDetail extends MessageSummary {
  html: string | null;
  text: string | null;
  /** In the order of the message. */
  headers: { name: string; value: string }[];
}

export interface Envelope {
  from: string;
  to: string[];
}

function bytesOf(attachment: Attachment): Buffer {
  const { content } = attachment;
  if (typeof content === "string") return Buffer.from(content, attachment.encoding ?? "utf8");
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

function shown(address: Address | undefined): string {
  if (!address) return "";
  if (address.address === undefined) return address.name;
  return address.name === "" ? address.address : `${address.name} <${address.address}>`;
}

/** A name that is safe in a header and a link, also where the message gives none. */
function filenameOf(attachment: Attachment, index: number): string {
  const safe = [...(attachment.filename ?? "")].map((sign) =>
    sign < " " || '"\\/'.includes(sign) ? "_" : sign,
  );
  const name = safe.join("").trim();
  return name === "" ? `attachment-${index + 1}` : name;
}

export interface ParsedMessage {
  from: string;
  subject: string;
  messageId: string;
  html: string | null;
  text: string | null;
  headers: { name: string; value: string }[];
  attachments: (AttachmentInfo & { contentId: string | null; content: Buffer })[];
}

/** Parses raw message bytes; a message without structure is plain text, so this does not fail on bad mail. */
export async function parseMessage(raw: Uint8Array): Promise<ParsedMessage> {
  const email = await PostalMime.parse(raw);
  return {
    from: shown(email.from),
    subject: email.subject ?? "",
    messageId: email.messageId ?? "",
    html: email.html ?? null,
    text: email.text ?? null,
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map((attachment, index) => {
      const content = bytesOf(attachment);
      return {
        filename: filenameOf(attachment, index),
        contentType: attachment.mimeType,
        size: content.length,
        contentId: attachment.contentId?.replace(/^<|>$/g, "") ?? null,
        content,
      };
    }),
  };
}

/** Which messages a search means: both conditions without regard to case, `to` a whole address, `subject` a part. */
export function matches(message: MessageSummary, params: { to?: string; subject?: string }): boolean {
  const to = params.to?.toLowerCase();
  const subject = params.subject?.toLowerCase();
  return (
    (to === undefined || message.to.some((address) => address.toLowerCase() === to)) &&
    (subject === undefined || message.subject.toLowerCase().includes(subject))
  );
}
