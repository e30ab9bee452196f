import type { LoggerService } from "@nestjs/common";
import { asSentence } from "./sentence-error.js";

/**
 * The log of a command that a person runs. She reads its sentences, so nothing else stands among them: what goes wrong
 * is a line of plain text on stderr, and what is for the log of a running process is left out: events, notes of Nest, and
 * errors, which end the command anyway.
 */
export class CommandLog implements LoggerService {
  /** @param write writes a line to stderr */
  constructor(private readonly write: (line: string) => void = (line) => process.stderr.write(`${line}\n`)) {}

  log(): void {
    // The command prints what it does.
  }

  warn(message: unknown): void {
    if (typeof message === "string") this.write(asSentence(message));
  }

  error(message: unknown, ...[stack]: readonly unknown[]): void {
    // Nest reports an error with its stack before it throws it.
    if (typeof message === "string" && !String(stack).includes("\n    at ")) this.write(asSentence(message));
  }

  /** An error that nobody caught (startProcess). */
  fatal(message: unknown): void {
    const { error } = Object(message) as { readonly error?: unknown };
    this.write(asSentence(`it failed: ${typeof error === "string" ? error : String(message)}`));
  }
}
