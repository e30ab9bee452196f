/**
 * A failure whose message is already the sentence a person should read: the commands print it alone,
 * without a stack, and end with a non-zero exit code. Everything else that is thrown is a defect of ours
 * and is printed with its stack.
 */
export class ClearError extends Error {
  /** @param {string} sentence what is wrong and what to do about it */
  constructor(sentence) {
    super(sentence);
    this.name = "ClearError";
  }
}

/** Thrown out of whatever was waiting when the person asked to stop (Ctrl-C, SIGTERM). */
export class Stopped extends Error {
  constructor() {
    super("stopped on request");
    this.name = "Stopped";
  }
}

/**
 * What to print for a failure.
 * @param {unknown} error
 * @returns {string}
 */
export function sentenceOf(error) {
  if (error instanceof ClearError) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
