import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  CatalogueError,
  messageModules,
  parametersOf,
  pseudoModule,
  pseudoText,
  unusedMessages,
} from "../messages.mjs";

const LANGUAGES = {
  en: { name: "English", locale: "en-IN", isComplete: true, offer: {} },
  hi: { name: "हिन्दी", locale: "hi-IN", isComplete: true, offer: {} },
  kn: { name: "ಕನ್ನಡ", locale: "kn-IN", isComplete: false, offer: {} },
};

/**
 * Runs with catalogues, by language and feature.
 *
 * @param {Record<string, Record<string, unknown>>} catalogues
 * @param {(folder: string) => void} run
 */
function withCatalogues(catalogues, run) {
  const folder = mkdtempSync(join(tmpdir(), "sakhi-messages-"));
  try {
    writeFileSync(join(folder, "languages.json"), JSON.stringify(LANGUAGES));
    for (const [language, features] of Object.entries(catalogues)) {
      mkdirSync(join(folder, language));
      for (const [feature, tree] of Object.entries(features))
        writeFileSync(
          join(folder, language, `${feature}.json`),
          typeof tree === "string" ? tree : JSON.stringify(tree),
        );
    }
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const en = { plan: { free: "{free} of {total} free", title: "The plan" }, steps: ["one", "two"] };
const hi = { plan: { free: "{total} में से {free} खाली", title: "नक्शा" }, steps: ["एक", "दो"] };

/** @type {[string, Record<string, Record<string, unknown>>, RegExp][]} */
const FAULTS = [
  [
    "a plural that says 1 of 0",
    {
      en: { a: { left: "{count, plural, one {1 stall} other {{count} stalls}}" } },
      hi: { a: { left: "{count, plural, one {1 स्टॉल} other {{count} स्टॉल}}" } },
    },
    /hi\/a\.json: left says 1 of 0/,
  ],
  [
    "a missing message",
    { en: { a: en }, hi: { a: { ...hi, plan: { free: hi.plan.free } } } },
    /hi\/a\.json: plan\.title is missing/,
  ],
  [
    "a missing item of a list",
    { en: { a: en }, hi: { a: { ...hi, steps: ["एक"] } } },
    /hi\/a\.json: steps\.1 is missing/,
  ],
  ["a missing feature", { en: { a: en, b: { x: "X" } }, hi: { a: hi } }, /hi\/b\.json: x is missing/],
  [
    "a message that English lacks",
    { en: { a: en }, hi: { a: { ...hi, more: "और" } } },
    /hi\/a\.json: more is not in English/,
  ],
  ["a feature that English lacks", { en: { a: en }, hi: { a: hi, b: {} } }, /hi\/b\.json is not in English/],
  [
    "another parameter",
    { en: { a: en }, hi: { a: { ...hi, plan: { ...hi.plan, free: "{count} खाली" } } } },
    /hi\/a\.json: plan\.free has the parameters \(count\), in English \(free, total\)/,
  ],
  [
    "another parameter in a language that is not complete",
    { en: { a: en }, hi: { a: hi }, kn: { a: { plan: { title: "{name}" } } } },
    /kn\/a\.json: plan\.title has the parameters \(name\), in English \(\)/,
  ],
  [
    "a message that is none",
    { en: { a: en }, hi: { a: { ...hi, plan: { ...hi.plan, title: "{n, plural, one {x}}" } } } },
    /hi\/a\.json: plan\.title is no message/,
  ],
  [
    "a brace without a counterpart",
    { en: { a: en }, hi: { a: { ...hi, plan: { ...hi.plan, title: "{" } } } },
    /hi\/a\.json: plan\.title is no message/,
  ],
  [
    "an English message that is none",
    { en: { a: { x: "{a b}" } }, hi: { a: { x: "X" } } },
    /en\/a\.json: x is no message/,
  ],
  ["a file that is no JSON", { en: { a: en }, hi: { a: "{" } }, /hi\/a\.json is no JSON/],
];
for (const [name, catalogues, message] of FAULTS)
  test(`the build fails for ${name}`, () =>
    withCatalogues(catalogues, (folder) =>
      assert.throws(
        () => messageModules(folder),
        (error) => error instanceof CatalogueError && message.test(error.message),
      ),
    ));

test("a language that is not complete has the English texts in place of those it lacks", () =>
  withCatalogues({ en: { a: en }, hi: { a: hi }, kn: { a: { plan: { title: "ನಕ್ಷೆ" } } } }, (folder) => {
    const modules = messageModules(folder);
    assert.match(String(modules["kn/a.ts"]), /"title": "ನಕ್ಷೆ"/);
    assert.match(String(modules["kn/a.ts"]), /d\.free \+ " of "/);
    assert.match(String(modules["hi/a.ts"]), /satisfies typeof english/);
  }));

test("a choice by a boolean is given to the library as a text", () =>
  withCatalogues(
    {
      en: { a: { open: "{open, select, true {Open} other {Closed}}" } },
      hi: { a: { open: "{open, select, true {खुला} other {बंद}}" } },
    },
    (folder) => {
      assert.match(
        String(messageModules(folder)["en/a.ts"]),
        /\(d: \{ readonly open: boolean \}\): string => String\(select\(String\(d\.open\),/,
      );
    },
  ));

test("a message that no source names is found", () =>
  withCatalogues({ en: { a: en } }, (folder) => {
    assert.deepEqual(unusedMessages(folder, "strings.plan.free(x) + texts.steps[0]"), ["a: plan.title"]);
  }));

test("a message with dashes in its name is used where it stands in quotation marks", () =>
  withCatalogues({ en: { a: { "hold-expired": "Hold expired", "hold-over": "Hold over" } } }, (folder) => {
    assert.deepEqual(unusedMessages(folder, 'readonly "hold-expired": string'), ["a: hold-over"]);
  }));

test("the dashboard has a label for every mail", () => {
  const mails = readdirSync(new URL("../../backend/assets/mails/en", import.meta.url));
  const labels = readFileSync(new URL("../../domain/messages/en/admin-mail-labels.json", import.meta.url), "utf8");
  assert.deepEqual(Object.keys(JSON.parse(labels)).sort(), mails.map((file) => file.replace(/\.md$/, "")).sort());
});

// Every other action of the audit log is one of this catalogue by its type, in domain/src/admin/audit-actions.ts.
test("the dashboard has a label for every resolution of an issue in the audit log", () => {
  const read = (/** @type {string} */ feature) =>
    JSON.parse(readFileSync(new URL(`../../domain/messages/en/${feature}.json`, import.meta.url), "utf8"));
  const { resolutions } = read("admin-audit-actions");
  assert.deepEqual(Object.keys(resolutions).sort(), Object.keys(read("admin-issues").resolutions).sort());
});

/** @type {[string, Record<string, string>][]} */
const PARAMETERS = [
  ["plain, it's so", {}],
  ["{a} and {b}", { a: "string | number", b: "string | number" }],
  ["{n, plural, one {1 stall of {who}} other {{n} stalls}}", { n: "number", who: "string | number" }],
  ["{open, select, true {yes} other {no}}", { open: "boolean" }],
  ["{kind, select, a {A} b {B} other {C}}", { kind: '"a" | "b" | string' }],
];
for (const [text, expected] of PARAMETERS)
  test(`the parameters of ${text}`, () => assert.deepEqual(Object.fromEntries(parametersOf(text)), expected));

/** @type {[string, string][]} */
const PSEUDO = [
  ["Pay", "⟦Páý óñé⟧"],
  ["Take {stall} now", "⟦Táké {stall} ñów óñé⟧"],
  [
    "{count, plural, one {1 stall} other {{count} stalls}}",
    "⟦{count, plural, one {1 stáll} other {{count} stálls}} óñé twó⟧",
  ],
  // Nothing to read.
  ["{from}, {to}", "{from}, {to}"],
  ["B12", "⟦B12 óñé⟧"],
];
for (const [english, pseudo] of PSEUDO)
  test(`in the pseudo-language: ${english}`, () => {
    assert.equal(pseudoText(english), pseudo);
    assert.deepEqual(parametersOf(pseudo), parametersOf(english));
  });

test("every English text of some length is 40 % longer in the pseudo-language", () => {
  const english = "The stall goes back to everyone. What you typed stays on this device.";
  const { length } = pseudoText(english).slice(1, -1);
  assert.ok(length >= english.length * 1.4 && length < english.length * 1.6);
});

test("a module of the pseudo-language has the tree of the English one, and no language of its own", () => {
  withCatalogues({ en: { a: en } }, (folder) => {
    const code = pseudoModule("a", folder);
    assert.match(
      code,
      /"free": \(d: \{ readonly free: string \| number; readonly total: string \| number \}\): string/,
    );
    assert.match(code, /"steps": \["⟦óñé/);
    assert.match(pseudoModule("language", folder), /code: "en".*IS_ENGLISH = false/s);
  });
});
