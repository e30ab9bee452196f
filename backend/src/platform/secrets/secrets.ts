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
 * Everything COOKIE_SECRET protects, each with a key of its own, so that nothing made for one purpose is good for
 * another. Add a purpose here when something new is signed or digested.
 */
export const SECRET_PURPOSES = [
  /** Signatures of visitors' cookies. */
  "visitor-cookie",
  /** Signatures of the renewal links in mails. */
  "renewal-link",
  /** Signatures of the links that offer a stall to somebody whose payment came late. */
  "stall-offer-link",
  /** Digests that limits are counted by. */
  "rate-limit",
  /** Digests that failed logins are counted by. */
  "login-failure",
  /** Tokens of browsers that an administrator has logged in with before. */
  "known-browser",
  /** Signatures of the proof-of-work challenges, and of their solutions. */
  "proof-of-work",
  "proof-of-work-solution",
  /** Digests of the networks that stalls are reserved from. */
  "network",
  /** Encryption of administrators' second factors. */
  "second-factor",
  /** Signatures of the links that lead a payer back to her booking. */
  "booking-link",
  /** Digests that stand for a person in the audit log. */
  "person",
] as const;

/** One purpose of a derived key. */
export type SecretPurpose = (typeof SECRET_PURPOSES)[number];

/** The two settings the keys come from. */
type SecretSettings = Pick<Config, "cookieSecret" | "cookieSecretPrevious">;

/**
 * Keys derived from COOKIE_SECRET with HKDF (RFC 5869), one for each purpose. While COOKIE_SECRET_PREVIOUS is set
 * (docs/running.md, "Changing the secrets"), new things are signed with the new secret and old ones are still accepted.
 */
@Injectable()
export class Secrets {
  private readonly masters: readonly string[];
  private readonly known = new Map<SecretPurpose, readonly Buffer[]>();

  constructor({ cookieSecret, cookieSecretPrevious }: SecretSettings) {
    this.masters = cookieSecretPrevious === undefined ? [cookieSecret] : [cookieSecret, cookieSecretPrevious];
  }

  /** The key of 32 bytes that new things of this purpose are made with. */
  derivedKey(purpose: SecretPurpose): Buffer {
    const [current] = this.derivedKeys(purpose);
    if (current === undefined) throw new Error("there is no secret to derive keys from");
    return current;
  }

  /** Every key that is accepted for this purpose: the current one, then the previous one if there is any. */
  derivedKeys(purpose: SecretPurpose): readonly Buffer[] {
    const known = this.known.get(purpose);
    if (known !== undefined) return known;
    const keys = this.masters.map((master) =>
      Buffer.from(hkdfSync("sha256", master, "", `sakhi-bazaar ${purpose}`, 32)),
    );
    this.known.set(purpose, keys);
    return keys;
  }

  /** HMAC-SHA256 of the text with the current key: 32 bytes. */
  sign(purpose: SecretPurpose, text: string): Buffer {
    return hmac(this.derivedKey(purpose), text);
  }

  /** Whether the text was signed with the current or the previous key; compared in constant time. */
  verify(purpose: SecretPurpose, text: string, signature: Uint8Array): boolean {
    return this.derivedKeys(purpose)
      .map((key) => hmac(key, text))
      .map((wanted) => wanted.length === signature.length && timingSafeEqual(wanted, signature))
      .includes(true);
  }

  /** What a text is stored or counted by, so that the text itself is not: 43 characters of base64url. */
  digest(purpose: SecretPurpose, text: string): string {
    return this.sign(purpose, text).toString("base64url");
  }

  /** Every digest the text may be stored by: the current one first. For finding what was stored before a rotation. */
  digests(purpose: SecretPurpose, text: string): readonly string[] {
    return this.derivedKeys(purpose).map((key) => hmac(key, text).toString("base64url"));
  }
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

const ALGORITHM = "aes-256-gcm";
const VERSION = "v1";
/** As NIST SP 800-38D section 8.2.2 wants for random ones. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text at rest (AES-256-GCM).
 *
 * @param keys of 32 bytes, the current one first (`Secrets.derivedKeys`); the first one seals
 * @param owner whose it is, e.g. an administrator's id: under another's name it cannot be opened
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

/** A text that was opened. */
interface Unsealed {
  readonly text: string;
  /** Whether an older key sealed it: seal it again, so that the old secret can go. */
  readonly old: boolean;
}

/**
 * Decrypts what {@link seal} made.
 *
 * @param keys every key that is still accepted, the current one first
 * @returns undefined when no accepted key sealed it for this owner, or it was changed since
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

/** Identifies a key without revealing any of it. */
const keyId = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 12);
