import { describe, expect, it } from "@jest/globals";
import { seal, unseal } from "./secrets.js";

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe("a sealed text", () => {
  it("is opened by its key, also after a newer one has come, and not after its own has gone", () => {
    const sealed = seal([OLD], "asha", "JBSWY3DPEHPK3PXP");
    expect(sealed).not.toContain("JBSWY3DPEHPK3PXP");
    expect(unseal([OLD], "asha", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", old: false });
    expect(unseal([NEW, OLD], "asha", sealed)).toEqual({ text: "JBSWY3DPEHPK3PXP", old: true });
    expect(unseal([NEW], "asha", sealed)).toBeUndefined();
  });

  it("is another one each time, and nobody else's", () => {
    const sealed = seal([OLD], "asha", "same");
    expect(seal([OLD], "asha", "same")).not.toBe(sealed);
    expect(unseal([OLD], "meena", sealed)).toBeUndefined();
  });

  it("is not opened when it was changed, cut off, or never was one", () => {
    const sealed = seal([OLD], "asha", "text");
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
      expect(unseal([OLD], "asha", bad)).toBeUndefined();
    }
  });
});
