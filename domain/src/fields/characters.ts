/**
 * Characters that keyboards, contacts apps, PDF files and messages put into what people type. The rules for each kind of
 * field (identifiers.ts, names.ts) start from here.
 */

/** India's scripts whose letters join; all of them have one code unit for each character. */
const INDIC =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Meetei_Mayek}\p{Script=Ol_Chiki}]/u;

/** Invisible characters: zero-width spaces and joiners, direction marks, soft hyphens, selectors, a pasted object's place. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]+/gu;

/** A chillu of Malayalam as older keyboards write it, with a joiner that the current spelling no longer needs. */
const OLD_CHILLU = /([ണനരലളക])\u0D4D\u200D/g;
const CHILLUS: Readonly<Record<string, string>> = { ണ: "ൺ", ന: "ൻ", ര: "ർ", ല: "ൽ", ള: "ൾ", ക: "ൿ" };

/** Removes invisible characters, except a joiner between two letters of an Indic script, which changes their shape. */
export function withoutInvisible(text: string): string {
  return text
    .replace(OLD_CHILLU, (_, letter: string) => CHILLUS[letter] ?? "")
    .replace(INVISIBLE, (run, at: number, whole: string) => {
      const [before, after] = [whole.charAt(at - 1), whole.charAt(at + run.length)];
      const joins = (run === "\u200C" || run === "\u200D") && INDIC.test(before) && INDIC.test(after);
      return joins ? run : "";
    });
}

/** Blanks of every width, line breaks, control characters and the Braille blank. */
const BLANKS = /[\s\p{Cc}\u2800]+/gu;

/**
 * Reduces text to a single visible line, for documents and mail headers too: invisible characters are removed, line
 * breaks, tabs and control characters become a space.
 */
export function oneLine(text: string): string {
  return withoutInvisible(text).replace(BLANKS, " ").trim();
}

/** Digits of all scripts as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    // Each script's digits are ten successive code points.
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** Identifiers have plain characters: full-width and other forms of a character become the character itself. */
export function plainCharacters(text: string): string {
  return text
    .normalize("NFKC")
    .replace(INVISIBLE, "")
    .replace(BLANKS, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();
}

/** Upper case for A to Z only: in other alphabets upper case is another spelling, not another form. */
export function asciiUpperCase(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}
