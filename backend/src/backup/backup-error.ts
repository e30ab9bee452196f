import { SentenceError } from "../platform/commands/sentence-error.js";

/** A backup that failed, one sentence. */
export class BackupError extends SentenceError {
  constructor(message: string) {
    super(message);
    this.name = "BackupError";
  }
}
