/** What a person at the gate is found by. */
export interface FoundBy {
  readonly stallId: string;
  readonly brand: string;
  readonly name: string;
  /** Last four digits of the phone number. */
  readonly phoneEnd: string;
  /** Last six characters of the order's number. */
  readonly orderEnd: string;
}

/** Fewer typed characters than this find stalls only: a letter is in every name. */
const LEAST_TYPED = 2;
const PHONE_DIGITS = 4;
const ORDER_CHARACTERS = 6;

/** In lower case, and Latin letters without accents. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .trim();

/** Whether each typed word begins a word of the text. */
function wordsBegin(text: string, typed: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{M}\p{N}]+/u);
  return typed.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

/**
 * Entries that a typed text finds: by stall ("b7" finds B7 before B70), by the beginnings of words of brand or name, by the last
 * four digits of a phone number or a whole one, by the end of an order's number. In the list's order, exact stalls first.
 */
export function findEntries<E extends FoundBy>(entries: readonly E[], text: string): readonly E[] {
  const typed = plain(text);
  if (typed === "") return [];
  const stall = typed.replace(/[\s-]+/g, "").toUpperCase();
  const digits = typed.replace(/\D/g, "");
  const isNumber = /^[\d\s+()-]+$/.test(typed) && digits.length >= PHONE_DIGITS;
  const rankOf = ({ stallId, brand, name, phoneEnd, orderEnd }: E): number => {
    if (stallId === stall) return 0;
    if (stallId.startsWith(stall)) return 1;
    if (isNumber && phoneEnd !== "" && digits.endsWith(phoneEnd)) return 2;
    const order = plain(orderEnd);
    if (stall.length >= PHONE_DIGITS && order.length === ORDER_CHARACTERS)
      if (typed.endsWith(order) || order.endsWith(typed)) return 2;
    if (typed.length >= LEAST_TYPED && (wordsBegin(brand, typed) || wordsBegin(name, typed))) return 3;
    return 9;
  };
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank < 9)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}
