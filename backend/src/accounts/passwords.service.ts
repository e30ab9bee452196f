import { randomInt } from "node:crypto";
import { Injectable } from "@nestjs/common";
import argon2 from "@node-rs/argon2";
import { passwordProblem } from "@sakhi/domain/accounts/administrator.rules";
import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { Gate, GateFullError } from "../platform/concurrency/gate.js";
import { Config } from "../platform/config/config.js";
import { HttpError } from "../platform/http/error-response.js";

/** Characters that are not confused with one another when read or typed. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;

/** Random text for people to type, in groups of four characters ("k7mq-…"), 19.8 bits each. */
export function readableText(groups: number): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => READABLE.charAt(randomInt(READABLE.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}

/** zxcvbn's "safely unguessable: moderate protection from offline guessing" (OWASP ASVS 5, V6.2). */
const MIN_SCORE = 3;
/** Characters of a password that are estimated: a strong start is enough, and the cost grows with the length. */
const MAX_ESTIMATED_LENGTH = 40;
/** Limits l33t spellings: more would take tenths of a second and find nothing more. */
const MAX_SUBSTITUTIONS = 16;
/** Minimum of letters and digits besides the site's words and the username. */
const MIN_OWN_CHARACTERS = 6;

/** Words that attackers of this site try first. */
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
/** Messages for zxcvbn's warnings. */
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

/** Loaded on first use: the word lists take a tenth of a second and some megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary,
    graphs: adjacencyGraphs,
    maxLength: MAX_ESTIMATED_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word.length > 2);

/** Whether a password is little more than these words: zxcvbn would rate two of them like two random words. */
function isMadeOf(words: readonly string[], password: string): boolean {
  let left = password.toLowerCase();
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word.toLowerCase(), "");
  return left.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "").length < MIN_OWN_CHARACTERS;
}

/** argon2id (the library's default) with OWASP's recommended cost: 19 MiB, two passes, one lane; about 30 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random password at {@link COST}, to verify against for unknown accounts. */
const PLACEHOLDER_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$0HQyDBf4GsvtGyld5gWR8A$+eaIxy+Azgld/Ptr9kmTBMgKBZaCoupeFcuTt2OJuDw";

/** Hashes computed at a time: each takes a core, and 19 MiB. */
const MAX_HASHED_AT_ONCE = 2;
/** Callers that wait for theirs, less than a second; further ones are refused. */
const MAX_WAITING = 20;

/** Hashes (argon2id, off the main thread, a few at a time) and rates passwords. */
@Injectable()
export class PasswordsService {
  private readonly gate = new Gate(MAX_HASHED_AT_ONCE, MAX_WAITING);
  private estimator: Promise<ZxcvbnFactory> | undefined;

  constructor(private readonly config: Config) {}

  /** @throws HttpError rate_limited while too many others wait */
  hash(password: string): Promise<string> {
    return this.inTurn(() => argon2.hash(password.normalize("NFC"), COST));
  }

  /**
   * Whether a password matches a hash.
   *
   * @param digest undefined for an unknown account: takes as long and returns false
   * @throws HttpError rate_limited while too many others wait
   */
  async matches(digest: string | undefined, password: string): Promise<boolean> {
    const right = await this.inTurn(() => argon2.verify(digest ?? PLACEHOLDER_HASH, password.normalize("NFC")));
    return right && digest !== undefined;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.gate.run(work);
    } catch (error) {
      if (!(error instanceof GateFullError)) throw error;
      throw new HttpError("rate_limited", { retryAfterSeconds: 1 }, { "retry-after": "1" });
    }
  }

  /** Explains why a new password is not acceptable; undefined when it is. */
  async problem(username: string, password: string): Promise<string | undefined> {
    const length = passwordProblem(password);
    if (length !== undefined) return length;
    this.estimator ??= loadEstimator();
    const words = [...SITE_WORDS, username, ...wordsOf(username), ...wordsOf(this.config.siteName)];
    if (isMadeOf(words, password)) return `${EASY} ${MADE_OF_KNOWN_WORDS} ${ADVICE}`;
    const start = [...password.normalize("NFC")].slice(0, MAX_ESTIMATED_LENGTH).join("");
    const { score, feedback } = (await this.estimator).check(start, words);
    if (score >= MIN_SCORE) return undefined;
    const warning = WARNINGS[feedback.warning ?? ""];
    return [EASY, ...(warning === undefined ? [] : [warning]), ADVICE].join(" ");
  }
}
