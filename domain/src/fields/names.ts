import problems from "../generated/messages/en/form-problems.js";
import { oneLine } from "./characters.js";

/**
 * Names of people, businesses and brands. They stand in mails, on invoices, in addresses of pages and beside other
 * people's names, so they are visible text on one line, in scripts that we can print, without anything that a mail
 * program would make a link.
 */

/** Whose name it is: a business has digits and signs in it. */
export type NameOf = "person" | "business";

/** Scripts that our documents print (platform/pdf/fonts.ts): Latin, and those of the 22 languages of the Constitution's Eighth Schedule. */
export const NAME_SCRIPTS = [
  "Latin",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Arabic",
  "Meetei_Mayek",
  "Ol_Chiki",
] as const;
export type NameScript = (typeof NAME_SCRIPTS)[number];

/** Of these scripts the letters of names: the fonts lack phonetic, historic and mathematical ones. */
const LETTERS: Readonly<Partial<Record<NameScript, RegExp>>> = {
  Latin: /[A-Za-zªº\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017E\u1E00-\u1E95\u1EA0-\u1EF9]/u,
  Devanagari: /(?=\p{Script=Devanagari})[\u0900-\u097F]/u,
  Arabic: /(?=\p{Script=Arabic})[\u0600-\u06FF\u0750-\u077F\u08A0-\u08FF]/u,
};
const MEMBERS = new Map(
  NAME_SCRIPTS.map((script) => [script, LETTERS[script] ?? new RegExp(`\\p{Script=${script}}`, "u")]),
);

/** Characters whose other forms are pasted from design tools, PDF files and East Asian keyboards. */
const OTHER_FORMS =
  /[\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F189}\uFF00-\uFFEF\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFE\u2460-\u24FF\u210A-\u2113\u2115\u2119-\u211D\u2124\u2128\u212C-\u2134]/gu;

/** Folds punctuation to the one that names use. */
const PUNCTUATION: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212]/gu, "-"],
  [/[\u2018\u201B\u02BB\u02BC\u0060\u00B4\u2032]/gu, "'"],
  [/[\u201C-\u201F]/gu, '"'],
  [/[\u2024\u3002]/gu, "."],
  [/[\u060C\u3001]/gu, ","],
  [/[\u2044\u2215]/gu, "/"],
];

/** Titles and abbreviations that a name follows without a blank. */
const TITLES = new Set(
  "dr mr mrs ms smt shri sri sree shree kum km prof adv er ca st pt pandit late sd md mohd sk no pvt ltd co".split(" "),
);

/** A business name that is a single web address, e.g. iTokri.com. */
const LONE_ADDRESS = /^[a-z0-9-]{2,40}\.[a-z]{2,6}(?:\.[a-z]{2})?$/i;

/** @param next the word after the dot */
const spaceAfterDot = (whole: string, word: string, next: string): string => {
  const isInitial = /^\p{L}\p{M}*$/u.test(word);
  // Initials stay together: K.R. Rao.
  if (isInitial && /^\p{L}\p{M}*$/u.test(next)) return whole;
  const isAbbreviation =
    TITLES.has(word.toLowerCase()) ||
    (/^\p{Lu}.{0,4}$/u.test(word) && /^\p{Lu}/u.test(next)) ||
    !/[A-Za-z]/.test(word + next);
  return isInitial || isAbbreviation ? `${word}. ` : whole;
};

/**
 * Cleans a name: one visible line, one form for each character and sign, and a blank after the dot of an initial or title,
 * without which mail programs take `Dr.Rao` for a host.
 */
export function readName(text: string, of: NameOf): string {
  let name = oneLine(text.replace(OTHER_FORMS, (form) => form.normalize("NFKC")).normalize("NFC"));
  for (const [signs, sign] of PUNCTUATION) name = name.replace(signs, sign);
  if (of === "business" && LONE_ADDRESS.test(name)) return name;
  return name.replace(/([\p{L}\p{M}\p{Nd}]{1,12})\.(?=(\p{L}[\p{L}\p{M}]{0,9}))/gu, spaceAfterDot);
}

/** The relation in `D/o Ramesh` and `S/o. Ramesh`. */
const RELATION = /(?<![\p{L}\p{M}])[SDWCHsdwch]\/[oO](?![\p{L}\p{M}])/gu;
/** Letters, marks, joiners, digits, the signs of Indian abbreviations, and the punctuation of names. */
const PERSON_CHARACTER = /\u200C|\u200D|[\p{L}\p{M}\p{Nd} .'’,&\u0964\u0970\u06D4\u06FD\u06FE-]/u;
/** What businesses are called besides: 24/7 Snacks, A+ Crafts, 100% Khadi, Yes! Pickles, Asha (Pune). */
const BUSINESS_CHARACTER =
  /[/()!+@#%:*"|~·•₹$™®©?_=\p{No}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

const MANY_DIGITS = /(?:\p{Nd}\P{Nd}*){5}/u;
/** A dot without a blank between words of two letters or more, and a letter after it; a scheme; an IP address. */
const LINK = /(?:[\p{L}\p{N}]\p{M}*){2}\.\p{L}|[\p{L}\p{N}]\p{M}*\.\p{L}\p{M}*\p{L}|:\/\/|\p{Nd}\.\p{Nd}{1,3}\.\p{Nd}/u;
/** No language stacks more marks on a letter. */
const MANY_MARKS = /\p{M}{5}/u;

/** The message for a name that is refused; undefined for one that is right, or empty. @param name cleaned by {@link readName} */
export function nameProblem(name: string, of: NameOf): string | undefined {
  if (name === "") return undefined;
  if (LINK.test(name) && !(of === "business" && LONE_ADDRESS.test(name))) return problems.nameLink;
  const script = scriptProblem(name);
  if (script !== undefined) return script;
  const rest = of === "person" ? name.replace(RELATION, "") : name;
  const strange = [...rest].find(
    (character) => !PERSON_CHARACTER.test(character) && !(of === "business" && BUSINESS_CHARACTER.test(character)),
  );
  if (strange !== undefined) return problems.nameStrange({ character: strange });
  if (of === "person" && MANY_DIGITS.test(name)) return problems.nameDigits;
  if (!(of === "person" ? /\p{L}/u : /[\p{L}\p{Nd}]/u).test(name)) return problems.nameLetters;
  return MANY_MARKS.test(name) ? problems.nameMarks : undefined;
}

/** Every word is in one script, and that script can be printed. */
function scriptProblem(name: string): string | undefined {
  for (const [word] of name.matchAll(/[\p{L}\p{M}]+/gu)) {
    const scripts = new Set<NameScript>();
    for (const character of word) {
      const script = scriptOf(character);
      if (script !== undefined) scripts.add(script);
      // Marks without a script of their own take their letter's.
      else if (/\p{L}/u.test(character)) return problems.nameScript;
    }
    if (scripts.size > 1) return problems.nameScripts;
  }
  return undefined;
}

/** The script of a letter or mark; undefined for one that we can't print, and for marks of all scripts. */
export function scriptOf(character: string): NameScript | undefined {
  return NAME_SCRIPTS.find((script) => MEMBERS.get(script)?.test(character));
}
