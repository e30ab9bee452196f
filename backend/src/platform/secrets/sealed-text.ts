import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

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
export interface Unsealed {
  readonly text: string;
  /** Whether an older key sealed it: seal it anew, so that the old secret can go. */
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

/** Tells keys apart without giving anything of them away. */
const keyId = (key: Buffer): string => createHash("sha256").update(key).digest("hex").slice(0, 12);
