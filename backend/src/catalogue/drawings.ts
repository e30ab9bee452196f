import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** What a group of drawings shows, e.g. a jar. */
interface Motif {
  /** Names of the things it may stand for, in the singular or as they are sold; one or two words. */
  readonly words: readonly string[];
  /** Drawings of it: `<module>/<category's slug>/<name>.svg`. */
  readonly files: readonly string[];
}

/** Words after which a name says what the thing is for, of or in: a "box for pickles" is a box. */
const AFTER_THE_THING = new Set(["for", "with", "without", "of", "in", "on", "by", "from", "to", "and"]);
/** Words that count or group things: a "pair of diyas" is diyas, and so is a "diya set". */
const COUNTING = new Set([
  ...["a", "an", "the", "set", "sets", "pair", "pairs", "pack", "packs", "piece", "pieces", "trio", "kit", "combo"],
  ...["assortment", "collection", "one", "two", "three", "four", "five", "six", "small", "large", "big", "mini"],
]);

const isCounting = (word: string): boolean => COUNTING.has(word) || /^\d+$/.test(word);

/**
 * The words that name the thing itself: "stuffed-red-chilli-pickle" → pickle, red-chilli-pickle …; the last word of an
 * English name is the thing, those before it only describe it.
 *
 * @returns the last two words and the last one, most specific first
 */
function thingsIn(key: string): readonly string[] {
  const words = key.toLowerCase().split("-").filter(Boolean);
  const parts: string[][] = [[]];
  for (const word of words) {
    if (AFTER_THE_THING.has(word)) parts.push([]);
    else if (!isCounting(word)) parts.at(-1)?.push(word);
  }
  const named = parts.find((part) => part.length > 0) ?? [];
  const last = named.at(-1);
  return last === undefined ? [] : [named.slice(-2).join(" "), last];
}

const singular = (word: string): string[] => [word, word.replace(/s$/, ""), word.replace(/es$/, "")];

/**
 * Chooses drawings for those who have no picture. A drawing shows what the words name, or is a print without any thing: it
 * never shows another thing.
 */
export class Drawings {
  private readonly motifOf: ReadonlyMap<string, Motif>;
  private readonly prints: readonly string[];
  private readonly own: ReadonlySet<string>;

  /** @param folder with motifs.json, the drawings by module and category, and `prints` */
  constructor(folder: string) {
    const motifs = Object.values(JSON.parse(readFileSync(`${folder}/motifs.json`, "utf8")) as Record<string, Motif>);
    this.motifOf = new Map(motifs.flatMap((motif) => motif.words.map((word) => [word, motif] as const)));
    this.prints = readdirSync(`${folder}/prints`)
      .toSorted()
      .map((file) => `prints/${file}`);
    this.own = new Set(readdirSync(folder, { recursive: true, encoding: "utf8" }));
  }

  /**
   * The drawing of a listing or category, always the same for an address.
   *
   * @param category `<module>/<slug>`
   * @param key a category's slug, which has a drawing of its own, or the words of a listing's name with hyphens
   * @returns its path in the folder
   */
  choose(category: string, key: string): string {
    const own = `${category}/${key}.svg`;
    if (this.own.has(own)) return own;
    const motif = thingsIn(key)
      .flatMap(singular)
      .map((word) => this.motifOf.get(word))
      .find((found) => found !== undefined);
    if (motif === undefined) return pick(this.prints, key);
    const near = motif.files.filter((file) => file.startsWith(`${category}/`));
    return pick(near.length > 0 ? near : motif.files, key);
  }
}

/** One of these, always the same for a key. */
function pick(files: readonly string[], key: string): string {
  const file = files[createHash("sha1").update(key).digest().readUInt32BE() % files.length];
  if (file === undefined) throw new Error("there is no drawing to choose from");
  return file;
}
