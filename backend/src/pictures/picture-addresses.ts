import { pictureFilePath } from "@sakhi/domain/pictures/picture.rules";
import type { Secrets } from "../platform/secrets/secrets.js";

/** How long an address lasts at least, in seconds: an hour of work on a page. */
const LASTS_SECONDS = 3600;

/**
 * True in SQL for a picture `p` that a published page or product shows. What an owner uploads becomes public with the operator's
 * approval of the page that has it, and never by being uploaded.
 */
export const IS_PUBLIC = `(EXISTS (SELECT FROM brands b WHERE b.logo_picture_id = p.id)
  OR EXISTS (SELECT FROM brands b WHERE b.cover_picture_id = p.id)
  OR EXISTS (SELECT FROM product_images i WHERE i.picture_id = p.id))`;

/** Address of a file that is not public, for who may see it now: its owner and operators. It ends after one to two hours. */
export function ownAddress(secrets: Secrets, name: string, now: Date): string {
  // The same address for an hour, so that a page that asks again shows the same picture.
  const until = (Math.floor(now.getTime() / 1000 / LASTS_SECONDS) + 2) * LASTS_SECONDS;
  const key = secrets.sign("picture-address", `${name}.${until}`).toString("base64url");
  return `${pictureFilePath(name)}?until=${until}&key=${key}`;
}

/** Whether an address of {@link ownAddress} opens a file. */
export function opens(secrets: Secrets, name: string, given: { until?: unknown; key?: unknown }, now: Date): boolean {
  const { until, key } = given;
  if (typeof until !== "string" || typeof key !== "string" || !/^\d{1,12}$/.test(until)) return false;
  if (Number(until) * 1000 <= now.getTime()) return false;
  return secrets.verify("picture-address", `${name}.${until}`, Buffer.from(key, "base64url"));
}
