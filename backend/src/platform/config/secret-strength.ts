/** Shortest secret production accepts, in characters: 128 bits as `openssl rand -hex 16` writes them. */
export const PRODUCTION_SECRET_LENGTH = 32;
/** 32 random hexadecimal digits have 14 different ones on average, and practically never fewer than 10. */
const LEAST_DIFFERENT_CHARACTERS = 10;
/** What people write until they have a real one. None of it turns up in a random secret. */
const PLACEHOLDERS = [
  ...["secret", "password", "change", "example", "metrics", "cookie"],
  ...["01234567", "12345678", "abcdefgh", "qwertyui"],
];

/**
 * Why a secret must not guard production, as the rest of a sentence after its name; undefined when it may. It cannot
 * measure chance: it finds what is short, repeated, or written by a person.
 */
export function secretWeakness(secret: string): string | undefined {
  if (secret.length < PRODUCTION_SECRET_LENGTH) {
    return `must have at least ${PRODUCTION_SECRET_LENGTH} characters`;
  }
  if (isRepeated(secret) || new Set(secret).size < LEAST_DIFFERENT_CHARACTERS) {
    return "repeats itself, so it can be guessed";
  }
  const lower = secret.toLowerCase();
  if (PLACEHOLDERS.some((word) => lower.includes(word))) return "looks like a placeholder";
  return undefined;
}

/** Whether a text is made of one shorter text written several times. */
function isRepeated(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length;
}
