import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { hindiProblems, mailProblems, problemsOfHindi } from "../check-hindi.mjs";

test("the Hindi catalogues are written as docs/hindi.md asks", () => {
  assert.deepEqual(hindiProblems(), []);
});

test("so are the Hindi mails, and a fault in one is found", () => {
  assert.deepEqual(mailProblems(), []);
  const folder = mkdtempSync(join(tmpdir(), "mails-"));
  writeFileSync(join(folder, "a.md"), "# ठीक है\n\n[रिफ़ंड देखें]({orderUrl})\n\n10 कामकाजी दिन।\n");
  assert.match(mailProblems(folder).join("\n"), /^\S+a\.md: "कामकाजी".*$/);
  rmSync(folder, { recursive: true });
});

/** @type {[string, string, string, RegExp | undefined][]} */
const CASES = [
  ["a good sentence", "Please try again.", "फिर से कोशिश करें।", undefined],
  ["तुम", "Please try again.", "तुम फिर से कोशिश करो।", /तुम.*rule 1/],
  ["a word that contains these letters", "Tamil Nadu", "तुमकुर", undefined],
  ["Devanagari digits", "10 minutes", "१० मिनट", /rule 5/],
  ["कृपया twice", "Please wait.", "कृपया रुकें, कृपया।", /rule 1/],
  ["officialese", "See above.", "उपर्युक्त देखें।", /rule 1/],
  ["we, in the masculine", "We check it.", "हम जाँच रहे हैं।", /rule 4/],
  ["ours, which is another word", "It is checked.", "हमारी टीम के पास जाँच हो रही है।", undefined],
  ["the reader as a woman", "You can pay.", "आप पेमेंट कर सकती हैं।", /rule 4/],
  ["the reader as a man", "Only you can confirm it.", "इसे सिर्फ़ आप कर सकते हैं।", /rule 4/],
  ["others, who can", "Buyers can write to you.", "खरीदार आपको लिख सकते हैं।", undefined],
  ["another word for working days", "5–10 working days", "5–10 कामकाजी दिन", /glossary/],
  ["a full stop", "It is paid.", "पेमेंट हो गया.", /rule 6/],
  ["a sentence without an end", "It is paid.", "पेमेंट हो गया", /rule 6/],
  ["a button with an end", "Pay", "पेमेंट करें।", /rule 6/],
  ["straight quotation marks", "The name “B12”.", 'नाम "B12" है।', /rule 6/],
  ["without its nukta", "Form", "फार्म", /rule 8/],
  ["a button twice as long", "Continue to payment", "पेमेंट के लिए यहाँ से आगे वाले पेज पर बढ़ें", /rule 3/],
  ["a short button", "Pay", "पेमेंट करें", undefined],
  [
    "a one that 0 would be",
    "{n, plural, one {1 photo} other {{n} photos}}",
    "{n, plural, one {एक फ़ोटो} other {{n} फ़ोटो}}",
    /rule 7/,
  ],
  ["a plural's frame is no word", "{count, plural, one {1 stall} other {{count} stalls}}", "{count} स्टॉल", undefined],
];

for (const [name, english, hindi, problem] of CASES)
  test(name, () => {
    const found = problemsOfHindi(english, hindi);
    if (problem === undefined) assert.deepEqual(found, []);
    else assert.match(found.join(" "), problem);
  });
