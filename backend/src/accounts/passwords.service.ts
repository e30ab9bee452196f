import { randomInt } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { passwordProblem } from "@sakhi/domain/accounts/administrator.rules";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Config } from "../platform/config/config.js";
import argon2 from "@node-rs/argon2";

/** Characters that are not taken for one another when they are read out or typed. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/** Random text to be read and typed by people, in groups of four ("k7mq-…"): 19.8 bits each. */
export function readableText(groups: number): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE.charAt(randomInt(READABLE.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}

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
  "organiser",
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
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word.toLowerCase(), "");
  return left.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").length < LEAST_OF_ITS_OWN;
}

/** argon2id (the library's default) with OWASP's first choice: 19 MiB, two passes, one lane; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Passwords as argon2id digests; the work is done off the main thread. */
@Injectable()
export class Passwords {
  private estimator: Promise<ZxcvbnFactory> | undefined;
  private nobodys: Promise<string> | undefined;

  constructor(private readonly config: Config) {}

  hash(password: string): Promise<string> {
    return argon2.hash(password.normalize("NFC"), COST);
  }

  /**
   * Whether this is the password.
   *
   * @param digest undefined where there is no such account: takes as long, and is never right
   */
  async matches(digest: string | undefined, password: string): Promise<boolean> {
    const against = digest ?? (await this.digestOfNobody());
    const right = await argon2.verify(against, password.normalize("NFC"));
    return right && digest !== undefined;
  }

  /** Made before the first login, so that no answer is slower for having made it. */
  async digestOfNobody(): Promise<string> {
    this.nobodys ??= this.hash("there is nobody of this name");
    return this.nobodys;
  }

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
