import { describe, expect, it } from "@jest/globals";
import { seal, SECRET_PURPOSES, Secrets, unseal } from "./secrets.js";

const OLD = "the-secret-of-last-year-0123456789";
const NEW = "the-secret-of-this-year-9876543210";
const before = new Secrets({ cookieSecret: OLD, cookieSecretPrevious: undefined });
const during = new Secrets({ cookieSecret: NEW, cookieSecretPrevious: OLD });
const after = new Secrets({ cookieSecret: NEW, cookieSecretPrevious: undefined });

describe("Secrets", () => {
  it("derives a different key for each purpose, and never the secret itself", () => {
    const keys = SECRET_PURPOSES.map((purpose) => before.derivedKey(purpose).toString("hex"));
    expect(new Set(keys).size).toBe(SECRET_PURPOSES.length);
    expect(keys).not.toContain(Buffer.from(OLD).toString("hex"));
    for (const key of keys) expect(key).toHaveLength(64);
  });

  it("derives the same key in every process", () => {
    const other = new Secrets({ cookieSecret: OLD, cookieSecretPrevious: undefined });
    expect(other.derivedKey("rate-limit")).toEqual(before.derivedKey("rate-limit"));
  });

  it.each([
    ["the same secret", before, before, true],
    ["a rotation, old signature", before, during, true],
    ["a rotation, new signature", during, during, true],
    ["a process that has not restarted yet", during, before, false],
    ["a finished rotation, old signature", before, after, false],
    ["a finished rotation, new signature", during, after, true],
  ])("verifies a signature across %s", (_, signer, reader, accepted) => {
    const signature = signer.sign("renewal-link", "listing 7");
    expect(reader.verify("renewal-link", "listing 7", signature)).toBe(accepted);
    expect(reader.verify("renewal-link", "listing 8", signature)).toBe(false);
    expect(reader.verify("stall-offer-link", "listing 7", signature)).toBe(false);
    expect(reader.verify("renewal-link", "listing 7", signature.subarray(1))).toBe(false);
  });

  it("returns digests of both secrets during a rotation", () => {
    const stored = before.digest("login-failure", "meena");
    expect(during.digests("login-failure", "meena")).toEqual([after.digest("login-failure", "meena"), stored]);
    expect(after.digests("login-failure", "meena")).toHaveLength(1);
  });
});

describe("seal and unseal", () => {
  const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  it("opens a text with its key, also beside a newer key, but not without its key", () => {
    const sealed = seal([oldKey], "asha", "JBSWY3DPEHPK3PXP");
    expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
    expect(unseal([oldKey], "asha", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", old: false });
    expect(unseal([newKey, oldKey], "asha", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", old: true });
    expect(unseal([newKey], "asha", sealed)).toBeUndefined();
  });

  it("seals differently each time, and refuses other owners and modified, truncated or unsealed texts", () => {
    const sealed = seal([oldKey], "asha", "text");
    expect(seal([oldKey], "asha", "text")).not.toBe(sealed);
    expect(unseal([oldKey], "meena", sealed)).toBeUndefined();
    const parts = sealed.split(".");
    const flipped = Buffer.from(parts[3] ?? "", "base64url");
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    for (const bad of [
      [...parts.slice(0, 3), flipped.toString("base64url")].join("."),
      sealed.slice(0, -2),
      parts.slice(0, 3).join("."),
      `v2${sealed.slice(2)}`,
      "",
      "plain text",
    ]) {
      expect(unseal([oldKey], "asha", bad)).toBeUndefined();
    }
  });
});
