/** Words for the same thing, in any script and spelling, in lower case; a word may be a phrase. */
export type SynonymGroup = readonly string[];

/** Other ways to say a query are tried up to this number: the search asks for all of them at once. */
const MAX_ALTERNATIVES = 12;
/** Words of the longest phrase that stands in a group. */
const LONGEST_PHRASE = 3;
/** Words that say nothing about a product, in English and in Hindi in both scripts. */
const FILLERS = new Set(
  "a an and for from in of on or the to with aur ka ke ki ke liye liye se wala wale wali और का के की लिए से वाला वाले वाली".split(
    " ",
  ),
);

/** Knows which words mean the same. */
export class Synonyms {
  private readonly groups = new Map<string, SynonymGroup>();

  /** @throws Error naming a word that stands in two groups, or is not written as queries are compared */
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
   * Other ways to say the query, the likeliest first: known words and phrases in it replaced by their synonyms, plurals
   * by the singular. Empty when nothing in it is known.
   */
  alternatives(query: string): string[] {
    const words = wordsOf(query);
    let said: readonly string[] = [""];
    let at = 0;
    while (at < words.length) {
      const { length, meanings } = this.at(words, at);
      // The first phrases get every meaning of this word before the next ones do: what was typed varies least.
      said = said.flatMap((start) => meanings.map((meaning) => `${start} ${meaning}`.trim()));
      said = said.slice(0, MAX_ALTERNATIVES + 1);
      at += length;
    }
    const typed = words.join(" ");
    return [...new Set(said)].filter((phrase) => phrase !== typed && phrase !== "").slice(0, MAX_ALTERNATIVES);
  }

  /** For each word of the query that says something: the word itself and what means the same. */
  perWord(query: string): string[][] {
    return wordsOf(query)
      .filter((word) => !FILLERS.has(word))
      .map((word) => [...this.at([word], 0).meanings]);
  }

  /** The longest known phrase that begins here, as all its meanings; otherwise the word alone. */
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

/** What an English plural may be the plural of; short words are left alone ("gas", "yes"). */
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
