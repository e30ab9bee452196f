import type { LoggerService } from "@nestjs/common";
import { asSentence } from "./sentence-error.js";

/**
 * The log of a command that a person runs. She reads its sentences, so nothing else stands among them: what goes wrong
 * is a line of plain text on stderr, and what is for the log of a running process is left out: events, notes of Nest, and
 * errors, which end the command anyway.
 */
export class CommandLog implements LoggerService {
  /** @param silent the command's result says what went wrong: only an error that nobody caught is printed */
  constructor(private readonly silent: boolean) {}

  log(): void {
    // The command prints what it does.
  }

  warn(message: unknown): void {
    if (typeof message === "string") this.say(message);
  }

  error(message: unknown, ...[stack]: readonly unknown[]): void {
    // Nest reports an error with its stack before it throws it.
    if (typeof message === "string" && !String(stack).includes("\n    at ")) this.say(message);
  }

  /** An error that nobody caught (startProcess). */
  fatal(message: unknown): void {
    const { error } = Object(message) as { readonly error?: unknown };
    console.error(asSentence(`it failed: ${typeof error === "string" ? error : String(message)}`));
  }

  private say(message: string): void {
    if (!this.silent) console.error(asSentence(message));
  }
}
