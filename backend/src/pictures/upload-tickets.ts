import { PICTURE_SUBJECTS, type PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import { isId } from "../platform/http/id-param.pipe.js";
import type { Secrets } from "../platform/secrets/secrets.js";

/**
 * A ticket to upload pictures of one subject until a time: `<type>.<id>.<seconds since 1970>.<signature>`. It is issued
 * by the page that knows its visitor, and is the only way in: uploads know neither sessions nor links.
 */
export function uploadTicket(secrets: Secrets, { type, id }: PictureSubject, expiresAt: Date): string {
  const signed = `${type}.${id}.${Math.floor(expiresAt.getTime() / 1000)}`;
  return `${signed}.${secrets.sign("picture-ticket", signed).toString("base64url")}`;
}

/** The subject of a valid ticket; undefined if it is forged, changed, malformed or over. */
export function subjectOfTicket(secrets: Secrets, ticket: string, now: Date): PictureSubject | undefined {
  const [, signed = "", signature = ""] = /^([a-z]{1,20}\.[0-9a-f-]{36}\.\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  const given = Buffer.from(signature, "base64url");
  // 43 characters have two more bits than the signature: accept one spelling only.
  if (given.toString("base64url") !== signature || !secrets.verify("picture-ticket", signed, given)) return undefined;
  const [typeName, id = "", seconds] = signed.split(".");
  const type = PICTURE_SUBJECTS.find((each) => each === typeName);
  if (type === undefined || !isId(id) || Number(seconds) * 1000 <= now.getTime()) return undefined;
  return { type, id };
}
