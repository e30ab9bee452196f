import { createHash, timingSafeEqual } from "node:crypto";
import type { SecretPurpose, Secrets } from "../platform/secrets/secrets.js";

/** What follows the # in a link of ours: the row's id without hyphens, a dot, 43 characters of base64url. */
export function linkToken(id: string, secret: Buffer): string {
  return `${id.replaceAll("-", "")}.${secret.toString("base64url")}`;
}

/** The row's id in a token of this form, whether or not the token is genuine. */
export function idInToken(token: string): string {
  return token.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** What the database keeps of a link: SHA-256 of its secret. */
export function digestOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * Whether a token of this form has the right secret: by the digest that was kept, or, where COOKIE_SECRET was changed
 * between the row and its mail, as the mail was written then. A digest lives longer than both keys.
 *
 * @param signed the text that the secret is the signature of
 */
export function isGenuineToken(
  token: string,
  digest: Buffer,
  secrets: Secrets,
  purpose: SecretPurpose,
  signed: string,
): boolean {
  const given = Buffer.from(token.slice(33), "base64url");
  // 43 characters hold two bits more than the secret: one spelling of it only is ours.
  if (given.toString("base64url") !== token.slice(33)) return false;
  const isKept = timingSafeEqual(digest, digestOf(given));
  return secrets.verify(purpose, signed, given) || isKept;
}
