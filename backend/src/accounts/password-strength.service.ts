import { Injectable } from "@nestjs/common";
import { passwordProblem } from "@sakhi/domain/accounts/administrator.rules";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Config } from "../platform/config/config.js";

/** zxcvbn's "safely unguessable: moderate protection from offline guessing" (OWASP ASVS 5, V6.2). */
const LEAST_SCORE = 3;
/** How much of a password is estimated: a strong beginning is enough, and the work grows with the length. */
const LOOKED_AT = 40;
/** Spellings with digits and signs that are tried: more would take tenths of a second and find no more. */
const MAX_SUBSTITUTIONS = 16;
/** Letters and digits that a password has beside words that are known here. */
const LEAST_OF_ITS_OWN = 6;

/** Words everybody who attacks this site tries first. */
const SITE_WORDS = [
  "sakhi",
  "bazaar",
  "mela",
  "stall",
  "stalls",
  "operator",
  "organizer",
  "operator",
  "administrator",
  "admin",
  "bangalore",
  "bengaluru",
];

const EASY = "This password is too easy to guess.";
const ADVICE = "Three or four words that have nothing to do with one another make a good password.";
const MADE_OF_KNOWN_WORDS = "It is made of your username or of this site's name.";
/** zxcvbn's names of what is wrong, in words. */
const WARNINGS: Readonly<Record<string, string>> = {
  straightRow: "Rows of keys on the keyboard are easy to guess.",
  keyPattern: "Patterns on the keyboard are easy to guess.",
  simpleRepeat: "Repeated characters are easy to guess.",
  extendedRepeat: "Repeated words and characters are easy to guess.",
  sequences: "Sequences like abc or 6543 are easy to guess.",
  recentYears: "Years are easy to guess.",
  dates: "Dates are easy to guess.",
  topTen: "This is one of the ten most used passwords.",
  topHundred: "This is one of the hundred most used passwords.",
  common: "This is a commonly used password.",
  similarToCommon: "This is like a commonly used password.",
  wordByItself: "Single words are easy to guess.",
  namesByThemselves: "Names are easy to guess.",
  commonNames: "Common names are easy to guess.",
  userInputs: MADE_OF_KNOWN_WORDS,
};

/** Judges new passwords: their length, and how many guesses they withstand. Passwords in use are not judged again. */
@Injectable()
export class PasswordStrength {
  private estimator: Promise<ZxcvbnFactory> | undefined;

  constructor(private readonly config: Config) {}

  /** What is wrong with a new password of an account, in a sentence or two; undefined when nothing is. */
  async problem(username: string, password: string): Promise<string | undefined> {
    const length = passwordProblem(password);
    if (length !== undefined) return length;
    this.estimator ??= loadEstimator();
    const words = [...SITE_WORDS, username, ...wordsOf(username), ...wordsOf(this.config.siteName)];
    if (isMadeOf(words, password)) return `${EASY} ${MADE_OF_KNOWN_WORDS} ${ADVICE}`;
    const beginning = [...password.normalize("NFC")].slice(0, LOOKED_AT).join("");
    const { score, feedback } = (await this.estimator).check(beginning, words);
    if (score >= LEAST_SCORE) return undefined;
    const why = WARNINGS[feedback.warning ?? ""];
    return [EASY, ...(why === undefined ? [] : [why]), ADVICE].join(" ");
  }
}

/** Its word lists take a tenth of a second and some megabytes: loaded when a password is first judged. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: LOOKED_AT,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word.length > 2);

/** Whether hardly anything is left of a password without these words: zxcvbn rates two of them as two random words. */
function isMadeOf(words: readonly string[], password: string): boolean {
  let left = password.toLowerCase();
  for (const word of words.toSorted((a, b) => b.length - a.length))
    left = left.replaceAll(word.toLowerCase(), "");
  return left.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").length < LEAST_OF_ITS_OWN;
}
