import { DomainError } from "@sakhi/domain/errors/error-codes";
import { SettingsError } from "../config/settings.js";
import { knownFailure } from "../outside/outside-failure.js";

/**
 * An error whose message is for the person who runs a command, e.g. how to call it, or why a backup is refused: printed as
 * it is, without a stack. No secret, and no personal data but what she typed.
 */
export abstract class SentenceError extends Error {}

/**
 * What a command prints about the error that ended it: its own sentence, or one about what is wrong outside it (a full disk,
 * a server that does not answer). Undefined for any other: a mistake of ours, which needs its stack.
 */
export function sentenceOf(error: unknown): string | undefined {
  // Its problems are listed at the start of the process.
  if (error instanceof SettingsError) return undefined;
  if (error instanceof SentenceError || error instanceof DomainError) return asSentence(error.message);
  const failure = knownFailure(error);
  return failure === undefined ? undefined : `It failed: ${failure}.`;
}

/** A line of the log as a sentence; how to call a command stays as it is. */
export function asSentence(text: string): string {
  if (text.startsWith("npm run ")) return text;
  const [first = ""] = text;
  return `${first.toUpperCase()}${text.slice(first.length)}${/[.!?:…]$/.test(text) ? "" : "."}`;
}
