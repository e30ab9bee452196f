import { createHash, timingSafeEqual } from "node:crypto";
import type { SecretPurpose, Secrets } from "../platform/secrets/secrets.js";

/** The token in the fragment of a link: the row's id without hyphens, a dot, 43 characters of base64url. */
export function linkToken(id: string, secret: Buffer): string {
  return `${id.replaceAll("-", "")}.${secret.toString("base64url")}`;
}

/** The row's id in a token, genuine or not; undefined if the token is malformed. */
export function idInToken(token: string): string | undefined {
  if (!/^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  return token.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** The secret in a well-formed token, genuine or not; undefined if it is not in its canonical encoding. */
export function secretInToken(token: string): Buffer | undefined {
  const given = Buffer.from(token.slice(33), "base64url");
  // 43 characters hold two more bits than the secret: accept the canonical encoding only.
  return given.toString("base64url") === token.slice(33) ? given : undefined;
}

/** The stored digest of a link: SHA-256 of its secret. */
export function digestOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * Verifies the secret of a well-formed token: by the stored digest, which outlives the keys, or by signature, in case
 * COOKIE_SECRET changed between the row and its mail.
 *
 * @param signed the text whose signature is the secret
 */
export function isGenuineToken(
  token: string,
  digest: Buffer,
  secrets: Secrets,
  purpose: SecretPurpose,
  signed: string,
): boolean {
  const given = secretInToken(token);
  if (given === undefined) return false;
  const matchesDigest = timingSafeEqual(digest, digestOf(given));
  return secrets.verify(purpose, signed, given) || matchesDigest;
}
