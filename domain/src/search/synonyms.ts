/** Synonymous words or phrases, in any script and spelling, in lower case. */
export type SynonymGroup = readonly string[];

/** Maximum number of alternatives: the search queries all of them at once. */
const MAX_ALTERNATIVES = 12;
/** Number of words in the longest phrase of a group. */
const LONGEST_PHRASE = 3;
/** Stop words, in English and in Hindi in both scripts. */
const STOP_WORDS = new Set(
  "a an and for from in of on or the to with aur ka ke ki ke liye liye se wala wale wali और का के की लिए से वाला वाले वाली".split(
    " ",
  ),
);

/** Expands search queries with synonyms. */
export class Synonyms {
  private readonly groups = new Map<string, SynonymGroup>();

  /** @throws Error naming a word that is in two groups, or not normalised like queries */
  constructor(groups: readonly SynonymGroup[]) {
    for (const group of groups) {
      for (const word of group) {
        if (this.groups.has(word)) throw new Error(`"${word}" stands in two groups of synonyms`);
        if (word !== word.normalize("NFC").toLowerCase().trim()) throw new Error(`"${word}" is not in lower case`);
        this.groups.set(word, group);
      }
    }
  }

  /**
   * Alternative queries, likeliest first: known words and phrases replaced by their synonyms, plurals by the singular.
   * Empty if no word is known.
   */
  alternatives(query: string): string[] {
    const words = wordsOf(query);
    let phrases: readonly string[] = [""];
    let at = 0;
    while (at < words.length) {
      const { length, meanings } = this.at(words, at);
      // Expands earlier phrases first, so that those closest to the query survive the limit.
      phrases = phrases.flatMap((start) => meanings.map((meaning) => `${start} ${meaning}`.trim()));
      phrases = phrases.slice(0, MAX_ALTERNATIVES + 1);
      at += length;
    }
    const typed = words.join(" ");
    return [...new Set(phrases)].filter((phrase) => phrase !== typed && phrase !== "").slice(0, MAX_ALTERNATIVES);
  }

  /** For each word of the query except stop words: the word and its synonyms. */
  perWord(query: string): string[][] {
    return wordsOf(query)
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => [...this.at([word], 0).meanings]);
  }

  /** Synonyms of the longest known phrase at this position, or of the single word. */
  private at(words: readonly string[], at: number): { length: number; meanings: readonly string[] } {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 0; length -= 1) {
      const typed = words.slice(at, at + length).join(" ");
      const known = [typed, ...singulars(typed)].find((phrase) => this.groups.has(phrase));
      if (known !== undefined) return { length, meanings: unique([typed, known, ...(this.groups.get(known) ?? [])]) };
    }
    const word = words[at] ?? "";
    return { length: 1, meanings: unique([word, ...singulars(word)]) };
  }
}

function wordsOf(query: string): string[] {
  return query
    .normalize("NFC")
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Possible singulars of an English plural; short words are skipped ("gas", "yes"). */
function singulars(word: string): string[] {
  if (!/^[a-z ]{4,}s$/.test(word) || word.endsWith("ss")) return [];
  const found = [word.slice(0, -1)];
  if (/(?:[sxz]|ch|sh)es$/.test(word)) found.unshift(word.slice(0, -2));
  if (word.endsWith("ies")) found.unshift(`${word.slice(0, -3)}y`);
  return found;
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}
