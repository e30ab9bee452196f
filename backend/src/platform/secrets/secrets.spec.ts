import { describe, expect, it } from "@jest/globals";
import { SECRET_PURPOSES, Secrets } from "./secrets.js";

const OLD = "the-secret-of-last-year-0123456789";
const NEW = "the-secret-of-this-year-9876543210";
const before = new Secrets({ cookieSecret: OLD, cookieSecretPrevious: undefined });
const during = new Secrets({ cookieSecret: NEW, cookieSecretPrevious: OLD });
const after = new Secrets({ cookieSecret: NEW, cookieSecretPrevious: undefined });

describe("secrets", () => {
  it("have another key for each purpose, and never the secret itself", () => {
    const keys = SECRET_PURPOSES.map((purpose) => before.derivedKey(purpose).toString("hex"));
    expect(new Set(keys).size).toBe(SECRET_PURPOSES.length);
    expect(keys).not.toContain(Buffer.from(OLD).toString("hex"));
    for (const key of keys) expect(key).toHaveLength(64);
  });

  it("derive the same key in every process", () => {
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
  ])("judge a signature over %s", (_, signer, reader, accepted) => {
    const signature = signer.sign("renewal-link", "listing 7");
    expect(reader.verify("renewal-link", "listing 7", signature)).toBe(accepted);
    expect(reader.verify("renewal-link", "listing 8", signature)).toBe(false);
    expect(reader.verify("stall-offer-link", "listing 7", signature)).toBe(false);
    expect(reader.verify("renewal-link", "listing 7", signature.subarray(1))).toBe(false);
  });

  it("find what was stored before a rotation", () => {
    const stored = before.digest("login-failure", "meena");
    expect(during.digests("login-failure", "meena")).toEqual([after.digest("login-failure", "meena"), stored]);
    expect(after.digests("login-failure", "meena")).toHaveLength(1);
  });
});
