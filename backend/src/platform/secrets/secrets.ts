import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { Injectable } from "@nestjs/common";
import { Config } from "../config/config.js";

/**
 * Purposes of COOKIE_SECRET. Each has its own key, so that a signature for one purpose is invalid for another. Add a
 * purpose here for anything new that is signed or digested.
 */
export const SECRET_PURPOSES = [
  /** Signatures of visitor cookies. */
  "visitor-cookie",
  /** Signatures of renewal links in mails. */
  "renewal-link",
  /** Signatures of links that offer another stall after a late payment. */
  "stall-offer-link",
  /** Signatures of links to a place on the waiting list. */
  "waiting-link",
  /** Keys of rate limits. */
  "rate-limit",
  /** Keys of failed-login counts. */
  "login-failure",
  /** Tokens of browsers that an administrator has logged in from before. */
  "known-browser",
  /** Signatures of proof-of-work challenges, and of their solutions. */
  "proof-of-work",
  "proof-of-work-solution",
  /** Digests of networks that reserve stalls. */
  "network",
  /** Encryption of administrators' second factors. */
  "second-factor",
  /** Signatures of links in mails to a booking's or a brand's page. */
  "mailed-link",
  /** Digests of the mailboxes that mails go to. */
  "mailbox",
  /** Signatures of backups: the store does not have the key. */
  "backup",
  "administrator-invitation",
  /** Signatures of links in mails that administrators get: to confirm an address, to turn them off. */
  "administrator-mail",
  /** Signatures in the codes on tickets, which the gate reads. */
  "gate-ticket",
  /** Signatures of tickets to upload. */
  "picture-ticket",
  /** Signatures of addresses of pictures that nobody has reviewed. */
  "picture-address",
  /** Digests of numbers that asked for no more messages by WhatsApp. */
  "whatsapp-number",
  /** Encryption of the secrets that sign webhooks to other systems. */
  "webhook-secret",
  /** Pseudonyms of persons in the audit log. */
  "person",
] as const;

/** Purpose of a derived key. */
export type SecretPurpose = (typeof SECRET_PURPOSES)[number];

/** The two settings the keys come from. */
type SecretSettings = Pick<Config, "cookieSecret" | "cookieSecretPrevious">;

/**
 * Keys derived from COOKIE_SECRET with HKDF (RFC 5869), one per purpose. While COOKIE_SECRET_PREVIOUS is set
 * (docs/running.md, "Changing the secrets"), the new secret signs and both are accepted.
 */
@Injectable()
export class Secrets {
  private readonly masters: readonly string[];
  private readonly cache = new Map<SecretPurpose, readonly Buffer[]>();

  constructor({ cookieSecret, cookieSecretPrevious }: SecretSettings) {
    this.masters = cookieSecretPrevious === undefined ? [cookieSecret] : [cookieSecret, cookieSecretPrevious];
  }

  /** The current key of a purpose: 32 bytes. */
  derivedKey(purpose: SecretPurpose): Buffer {
    const [current] = this.derivedKeys(purpose);
    if (current === undefined) throw new Error("there is no secret to derive keys from");
    return current;
  }

  /** Every accepted key of a purpose: the current one, then the previous one if any. */
  derivedKeys(purpose: SecretPurpose): readonly Buffer[] {
    const cached = this.cache.get(purpose);
    if (cached !== undefined) return cached;
    const keys = this.masters.map((master) =>
      Buffer.from(hkdfSync("sha256", master, "", `sakhi-bazaar ${purpose}`, 32)),
    );
    this.cache.set(purpose, keys);
    return keys;
  }

  /** HMAC-SHA256 of the text with the current key: 32 bytes. */
  sign(purpose: SecretPurpose, text: string): Buffer {
    return hmac(this.derivedKey(purpose), text);
  }

  /** Verifies a signature by the current or the previous key, in constant time. */
  verify(purpose: SecretPurpose, text: string, signature: Uint8Array): boolean {
    return this.derivedKeys(purpose)
      .map((key) => hmac(key, text))
      .map((wanted) => wanted.length === signature.length && timingSafeEqual(wanted, signature))
      .includes(true);
  }

  /** Keyed digest to store or count a text by, instead of the text: 43 characters of base64url. */
  digest(purpose: SecretPurpose, text: string): string {
    return this.sign(purpose, text).toString("base64url");
  }

  /** Every digest a text may be stored by, the current one first. Finds what was stored before a rotation. */
  digests(purpose: SecretPurpose, text: string): readonly string[] {
    return this.derivedKeys(purpose).map((key) => hmac(key, text).toString("base64url"));
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

const ALGORITHM = "aes-256-gcm";
const VERSION = "v1";
/** Length of random IVs (NIST SP 800-38D, section 8.2.2). */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text at rest (AES-256-GCM).
 *
 * @param keys of 32 bytes, the current one first (`Secrets.derivedKeys`); the first one seals
 * @param owner e.g. an administrator's id; needed to unseal the text
 * @returns `v1.<key id>.<iv>.<ciphertext and tag>`, in base64url
 */
export function seal(keys: readonly Buffer[], owner: string, text: string): string {
  const [key] = keys;
  if (key === undefined) throw new Error("there is no key to seal with");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [VERSION, keyId(key), iv.toString("base64url"), sealed.toString("base64url")].join(".");
}

/** An unsealed text. */
interface Unsealed {
  readonly text: string;
  /** True if the previous key sealed it: seal it again, so that the old secret can be removed. */
  readonly old: boolean;
}

/**
 * Decrypts a text sealed by {@link seal}.
 *
 * @param keys every accepted key, the current one first
 * @returns undefined if no accepted key sealed it for this owner, or if it was modified
 */
export function unseal(keys: readonly Buffer[], owner: string, sealed: string): Unsealed | undefined {
  const [version, id, iv = "", data = ""] = sealed.split(".");
  const index = keys.findIndex((each) => keyId(each) === id);
  const key = keys[index];
  const bytes = Buffer.from(data, "base64url");
  if (version !== VERSION || key === undefined || bytes.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(iv, "base64url"));
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    return { text: text.toString("utf8"), old: index > 0 };
  } catch {
    return undefined;
  }
}

/** Identifies a key without revealing it. */
const keyId = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 12);
