import assert from "node:assert/strict";
import { test } from "node:test";
import { problemsIn, unlistedDecisions } from "../check-language.mjs";

const known = {
  requirements: new Set(["T-186"]),
  exists: (/** @type {string} */ path) => path === "docs/decisions/0017" || path === "backend/src/a.ts",
  logs: new Set(["Recovery"]),
  read: () => "## How it's read\n\nexport class A { reserve() {} }",
};
/** @param {string} text */
const found = (text, path = "docs/page.md") =>
  problemsIn(path, text, known).map((line) => line.split(": ").slice(1).join(": "));

test("check language finds a banned word in prose and in identifiers, but not in texts of the specification", () => {
  assert.deepEqual(found("whoever asks"), ['"whoever": write anyone who']);
  assert.deepEqual(found("const bookingStory = 1;", "backend/src/a.ts"), ['"Story": write history']);
  assert.deepEqual(found("Please share your business story (minimum 50 characters)"), []);
  assert.deepEqual(found("whoever asks", "docs/requirements.md"), []);
});

test("check language finds unknown citations", () => {
  assert.deepEqual(found("(T-186)"), []);
  assert.deepEqual(found("(T-999)"), ["T-999 is not in docs/requirements.md"]);
  // In two parts, or the check would find this line.
  assert.deepEqual(found("(architecture" + " section 4)"), [
    '"architecture' + ' section" leads nowhere in this repository',
  ]);
  assert.deepEqual(found("as in stack.md"), ['"stack.md" leads nowhere in this repository']);
  assert.deepEqual(found("docs/decisions/0017, docs/decisions/0099"), ["there is no decision 0099"]);
});

test("check language finds missing files, functions, headings and logs in pages", () => {
  assert.deepEqual(found("`backend/src/a.ts` and `backend/src/b.ts`"), ["there is no backend/src/b.ts"]);
  assert.deepEqual(found("[`A.reserve`](../backend/src/a.ts)"), []);
  assert.deepEqual(found("[`A.release`](../backend/src/a.ts)"), ["backend/src/a.ts has no release"]);
  assert.deepEqual(found("[`B.reserve`](../backend/src/a.ts)"), ["backend/src/a.ts has no B"]);
  assert.deepEqual(found("[a page](missing.md)"), ["the link to missing.md is broken"]);
  assert.deepEqual(found("## Here\n[1](#here) [2](#there) [3](../backend/src/a.ts#how-its-read)"), [
    "docs/page.md has no heading #there",
  ]);
  assert.deepEqual(found('`jq \'select(.context == "Recovery" or .context == "Sweep")\'`'), [
    'nothing logs as "Sweep"',
  ]);
});

test("check language finds a decision that their index does not list", () => {
  const pages = ["0001-first.md", "0003-third.md"];
  assert.deepEqual(unlistedDecisions("| 1 | [First](0001-first.md) |\n| 3      | [Third](0002-other.md) |", pages), [
    "decision 2 is not listed",
    "decision 3 has the page 0003-third.md",
  ]);
  assert.deepEqual(
    unlistedDecisions("| 1 | [First](0001-first.md) |\n| 2 | taken back |\n| 3 | [Third](0003-third.md) |", pages),
    [],
  );
});

test("check language finds former names, facts that are no event's, and spellings that are not ours", () => {
  assert.deepEqual(found("function f(event: CalledEvent) {}", "backend/src/a.ts"), [
    '"CalledEvent" is RequestedEvent now',
  ]);
  assert.deepEqual(found("export interface EventFacts {", "domain/src/a.ts"), []);
  assert.deepEqual(found("export interface CouponFacts {", "domain/src/a.ts"), [
    `"CouponFacts": facts are an event's; write details, input, result or state`,
  ]);
  assert.deepEqual(found('  gone: "It cannot be read.",', "frontend/src/a.strings.ts"), ['"cannot": write can\'t']);
  assert.deepEqual(found('  final: "This cannot be undone.",', "frontend/src/a.strings.ts"), []);
  assert.deepEqual(found('  saving: "Saving …",', "frontend/src/a.strings.ts"), ['"…": write ...']);
  assert.deepEqual(found("It cannot be read, you need not know.", "docs/page.md"), []);
});
