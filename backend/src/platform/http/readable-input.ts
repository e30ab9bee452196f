/** No body of ours is nested deeper than a few levels; validators call themselves for each and run out of stack. */
const MAX_DEPTH = 16;
/** No body of ours has more than some 40 values; each is copied and looked at several times. */
const MAX_VALUES = 500;
/** NUL, which PostgreSQL keeps in no text, and half of a surrogate pair, which no encoding can write. */
const UNREADABLE = /\0|\p{Surrogate}/u;

/** What is wrong with a value that came with a request, and with which field of it. */
export interface Unreadable {
  /** As in a refusal's `fields`: inner ones are written `metadata.type`; empty for the value as a whole. */
  readonly field: string;
  readonly sentence: string;
}

/**
 * Finds what no rule of a DTO looks for and everything behind it stumbles over: text that cannot be stored,
 * values nested so deep that nobody can look at them, and so many of them that it would take long. Does not call itself, so it can.
 */
export function unreadableIn(input: unknown): Unreadable | undefined {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value: input, field: "", depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field, depth } = next;
    values += 1;
    if (values > MAX_VALUES) return { field: "", sentence: "What was sent has too many parts" };
    if (typeof value === "string" && UNREADABLE.test(value)) {
      return { field, sentence: "This text has a character that cannot be stored. Please type it anew." };
    }
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= MAX_DEPTH) return { field, sentence: "What was sent is nested too deep" };
    for (const [key, inner] of Object.entries(value)) {
      waiting.push({ value: inner, field: field === "" ? key : `${field}.${key}`, depth: depth + 1 });
    }
  }
  return undefined;
}
