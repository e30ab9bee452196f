import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { checkSync } from "recheck";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Unbounded quantifiers, without which matching is linear. */
const UNBOUNDED = /[*+]|,\}/;

/** Every such pattern of backend and domain → its file. */
function patterns(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of ["domain/src", "backend/src"]) {
    for (const file of readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(file) || file.endsWith(".spec.ts") || file.includes("generated")) continue;
      const text = readFileSync(`${ROOT}${folder}/${file}`, "utf8");
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      const check = (node: ts.Node): void => {
        if (ts.isRegularExpressionLiteral(node) && UNBOUNDED.test(node.text)) found.set(node.text, file);
        ts.forEachChild(node, check);
      };
      check(source);
    }
  }
  return found;
}

function verdict(pattern: string): string {
  const end = pattern.lastIndexOf("/");
  const flags = pattern.slice(end + 1);
  const judge = (attackTimeout: number) =>
    checkSync(pattern.slice(1, end), flags, { timeout: 20 * attackTimeout, attackTimeout });
  let found = judge(500);
  if (found.status === "vulnerable" && found.checker === "fuzz") {
    // A timeout counts as a successful attack, also on a busy machine: retry with more time.
    const again = judge(10_000);
    if (again.status === "safe") found = again;
  }
  // "unknown" after a timeout passes; the linter checks too.
  return found.status === "vulnerable" ? `vulnerable ${found.complexity.summary}` : "not vulnerable";
}

describe("regular expressions", () => {
  it("match in linear time according to recheck", () => {
    const all = [...patterns()];
    expect(all.length).toBeGreaterThan(15);
    const slow = all.flatMap(([pattern, file]) => {
      const reported = verdict(pattern);
      return reported === "not vulnerable" ? [] : [`${file} ${pattern}: ${reported}`];
    });
    expect(slow).toEqual([]);
  });

  it("are reported by recheck if they are slow", () => {
    expect(verdict(String.raw`/^MELA\d{6,}[_-]?[A-Za-z0-9]{4,}$/`)).toMatch(/^vulnerable/);
    expect(verdict(String.raw`/\/+$/`)).toMatch(/^vulnerable/);
    expect(verdict(String.raw`/^(?!.*a)(b+)+$/`)).toMatch(/^vulnerable/);
    expect(verdict(String.raw`/^(?=(x*))x*x*y$/`)).toMatch(/^vulnerable/);
  });
});
