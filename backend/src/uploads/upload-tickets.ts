import { isId } from "../platform/http/id-param.pipe.js";
import type { Secrets } from "../platform/secrets/secrets.js";

/** Whom an upload is for: pictures of a brand or an application, the answer of a booking to one question, a file of an event. */
export type UploadSubject =
  | { readonly type: "brand" | "application"; readonly id: string }
  | {
      readonly type: "paper";
      /** Id of the booking. */
      readonly id: string;
      readonly questionId: number;
    }
  | {
      readonly type: "eventfile";
      /** Id of the operator who uploads it. */
      readonly id: string;
      readonly eventId: number;
    };

/**
 * A ticket to upload for one subject until a time: `<type>.<id>[.<question or event>].<seconds since 1970>.<signature>`. It is issued by the
 * page that knows its visitor, and is the only way in: uploads know neither sessions nor links.
 */
export function uploadTicket(secrets: Secrets, subject: UploadSubject, expiresAt: Date): string {
  const of = subject.type === "paper" ? [subject.questionId] : subject.type === "eventfile" ? [subject.eventId] : [];
  const whom = [subject.type, subject.id, ...of].join(".");
  const signed = `${whom}.${Math.floor(expiresAt.getTime() / 1000)}`;
  return `${signed}.${secrets.sign("picture-ticket", signed).toString("base64url")}`;
}

/** The subject of a valid ticket; undefined if it is forged, changed, malformed or over. */
export function subjectOfTicket(secrets: Secrets, ticket: string, now: Date): UploadSubject | undefined {
  const [, signed = "", signature = ""] =
    /^([a-z]{1,20}\.[0-9a-f-]{36}(?:\.\d{1,10})?\.\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const given = Buffer.from(signature, "base64url");
  // 43 characters have two more bits than the signature: accept one spelling only.
  if (given.toString("base64url") !== signature || !secrets.verify("picture-ticket", signed, given)) return undefined;
  const [type = "", id = "", ...rest] = signed.split(".");
  if (!isId(id) || Number(rest.at(-1)) * 1000 <= now.getTime()) return undefined;
  if (type === "paper") return rest.length === 2 ? { type, id, questionId: Number(rest[0]) } : undefined;
  if (type === "eventfile") return rest.length === 2 ? { type, id, eventId: Number(rest[0]) } : undefined;
  return (type === "brand" || type === "application") && rest.length === 1 ? { type, id } : undefined;
}
