/**
 * Part of `npm run check -- language`: what docs/hindi.md asks of a Hindi text, as far as a program can see it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CATALOGUES = fileURLToPath(new URL("../domain/messages", import.meta.url));
const MAILS = fileURLToPath(new URL("../backend/assets/mails/hi", import.meta.url));

/** A parameter, or the frame of a plural or select, is no word. */
const FRAME = /\{\w+(?:, \w+,)?|\b(?:one|other|true|false|\w+) (?=\{)|[{}]/g;

/** Patterns that no Hindi text has, with what to write instead. */
const FORBIDDEN = /** @type {const} */ ([
  [/(?<![\p{L}\p{M}])(?:तुम|तू|तुम्हें|तुम्हार[ाीे]|तेर[ाीे])(?![\p{L}\p{M}])/u, "आप (rule 1)"],
  [/[०-९]/, "Latin digits (rule 5)"],
  [/एतद्द्वारा|उपर्युक्त|प्रेषित|अवगत|निम्नलिखित|सूचित किया|संपर्क स्थापित/, "a word that people say (rule 1)"],
  [/कृपया.*कृपया/s, "कृपया once at most (rule 1)"],
  [/हम [^।,:;]* रह[ेी] हैं/, "हम with -ते हैं (rule 4)"],
  [/आप[^।,:;]*(?:सकती|चाहती|करती|रही) हैं|(?:सकती|करती|चाहती) हूँ/, "a form that agrees with the thing (rule 4)"],
  [/[\p{Script=Devanagari}]\.(?=\s|$)/u, "। at the end of a sentence (rule 6)"],
  [/(?<![\w=])"|(?<!\p{L})'(?=\p{L})/u, "“ ” (rule 6)"],
  [/(?<!\p{L})आप (?:[\p{L}\p{M}]+ ){0,5}सकते हैं|नहीं आ सकते/u, "a form that agrees with the thing (rule 4)"],
  [/\bone \{[^{}]*(?<!\p{L})एक(?!\p{L})/u, "=1, since one is also said of 0 (rule 7)"],
  [/कामकाजी/, "कामकाज के … दिन (glossary)"],
  [/पैसे वापसी/, "रिफ़ंड, or पैसे वापस (glossary)"],
  [/स्टॉल सज/, "स्टॉल लगाना (glossary)"],
  [/क़ीमत/, "कीमत (rule 8)"],
  [/फार्म|जरूरी|ज्यादा|फोटो(?!\p{L})|फोन(?!\p{L})|कागज/u, "the nukta: फ़ॉर्म, ज़रूरी, ज़्यादा, फ़ोटो, फ़ोन, काग़ज़ (rule 8)"],
]);

/** How much longer than the English one a button, heading or label is at most; a word of few letters may have so many more. */
const LONGEST = 1.4;
const MORE_LETTERS = 8;
/** Fewer letters than these are a sign between parameters. */
const FEW = 7;
const letters = new Intl.Segmenter("hi", { granularity: "grapheme" });
const lengthOf = (/** @type {string} */ text) => [...letters.segment(text.replaceAll(FRAME, ""))].length;

/** @typedef {string | readonly Tree[] | { readonly [key: string]: Tree }} Tree */

/** @param {Tree} tree @param {string} at @returns {[string, string][]} */
function textsOf(tree, at = "") {
  if (typeof tree === "string") return [[at, tree]];
  return Object.entries(tree).flatMap(([key, inner]) => textsOf(inner, at === "" ? key : `${at}.${key}`));
}

/** Whether an English text is a button, heading or label: few words, and no sentence. */
const isLabel = (/** @type {string} */ english) => !/[.!?:]/.test(english) && english.split(" ").length <= 6;

/**
 * What is wrong with a Hindi text.
 *
 * @param {string} english @param {string} hindi @param {string} at its address in the catalogue
 * @returns {string[]}
 */
export function problemsOfHindi(english, hindi, at = "") {
  const found = FORBIDDEN.flatMap(([pattern, ours]) => {
    const [words] = pattern.exec(hindi) ?? [];
    return words === undefined ? [] : [`"${words}": write ${ours}`];
  });
  // A heading may end in a full stop in English.
  const isSentence = /[.]$/.test(english) && !/\.\.\.$/.test(english) && !/heading$/i.test(at);
  if (isSentence && !/[।”)?!…]$|\}$/u.test(hindi)) found.push("a sentence ends in । (rule 6)");
  if (isLabel(english) && hindi.endsWith("।")) found.push("a button or heading has no । (rule 6)");
  const [ours, theirs] = [lengthOf(hindi), lengthOf(english)];
  if (isLabel(english) && theirs >= FEW && ours > Math.max(theirs * LONGEST, theirs + MORE_LETTERS))
    found.push(`${ours} letters for ${theirs}: at most ${LONGEST} times as long (rule 3)`);
  return found;
}

/** What is wrong with the words of the Hindi mails, one line each: they are Markdown, without a catalogue to compare. @param {string} [folder] */
export function mailProblems(folder = MAILS) {
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8").replaceAll(/\]\([^)]*\)|\{[^{}]*\}/g, " ");
    return text.split("\n").flatMap((line) =>
      FORBIDDEN.flatMap(([pattern, ours]) => {
        const [words] = pattern.exec(line) ?? [];
        return words === undefined ? [] : [`backend/assets/mails/hi/${file}: "${words}": write ${ours}`];
      }),
    );
  });
}

/** What is wrong with the Hindi catalogues, one line each. @param {string} [folder] */
export function hindiProblems(folder = CATALOGUES) {
  return readdirSync(join(folder, "hi")).flatMap((file) => {
    const read = (/** @type {string} */ language) => JSON.parse(readFileSync(join(folder, language, file), "utf8"));
    const english = new Map(textsOf(read("en")));
    return textsOf(read("hi")).flatMap(([at, hindi]) =>
      problemsOfHindi(english.get(at) ?? "", hindi, at).map(
        (what) => `domain/messages/hi/${file}: ${at}: ${what}: ${hindi}`,
      ),
    );
  });
}
