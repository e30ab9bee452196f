import { expect, it } from "@jest/globals";
import { RESOLUTION_NAMES } from "@sakhi/domain/admin/resolutions";
import { ISSUE_KINDS } from "../../src/issues/issues.types.js";
import { INBOX_WORDS, issueWords } from "../../src/issues/issues.words.js";

const DEVANAGARI = /\p{Script=Devanagari}/u;

it.each(ISSUE_KINDS)("%s has a title and an explanation in both languages", (kind) => {
  const [english, hindi] = [issueWords(kind, "en"), issueWords(kind, "hi")];
  for (const [text, least] of [
    [english.title, 10],
    [hindi.title, 10],
    [english.meaning, 60],
    [hindi.meaning, 60],
  ] as const)
    expect(text.length).toBeGreaterThan(least);
  expect(`${english.title} ${english.meaning}`).not.toMatch(DEVANAGARI);
  expect(hindi.title).toMatch(DEVANAGARI);
  expect(hindi.meaning).toMatch(/।$/);
});

it("says how many days a refund may take", () => {
  expect(issueWords("refund_stuck", "en").meaning).toContain("14 days ago");
  expect(issueWords("refund_stuck", "hi").meaning).toContain("14 दिन पहले");
});

it.each(RESOLUTION_NAMES)("the button of %s has its label in both languages", (resolution) => {
  const [english, hindi] = [INBOX_WORDS.en.resolutions[resolution], INBOX_WORDS.hi.resolutions[resolution]];
  expect(english).toMatch(/^[A-Z][^।]+$/);
  expect(hindi).toMatch(DEVANAGARI);
});
