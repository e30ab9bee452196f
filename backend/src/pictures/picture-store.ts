import { SentenceError } from "../platform/commands/sentence-error.js";

/** A file in the store. */
export interface StoredFile {
  readonly name: string;
  /** When it was stored last, by the store's clock. */
  readonly storedAt: Date;
}

/** The store did not answer, or not as it should. Its message has no address and no secret. */
export class PictureStoreError extends SentenceError {
  constructor(action: string, why: string) {
    super(`the picture store failed to ${action}: ${why}`);
    this.name = "PictureStoreError";
  }
}

/**
 * Keeps the files of pictures by their names, which are made of their content: a name never has other bytes, so every
 * call may be repeated. All methods throw {@link PictureStoreError}.
 */
export abstract class PictureStore {
  /** Stores a file; once it returns, the file survives a crash. A reader finds the whole file or none. */
  abstract put(name: string, bytes: Buffer): Promise<void>;

  /** The bytes; undefined if there is no such file. */
  abstract get(name: string): Promise<Buffer | undefined>;

  /** Removes a file; no-op if there is none. */
  abstract remove(name: string): Promise<void>;

  /** Every file of pictures. Files of others in the same place are left out. */
  abstract list(): Promise<readonly StoredFile[]>;

  /** Removes parts that an interrupted `put` left behind before `before`. @returns their number */
  abstract removeParts(before: Date): Promise<number>;
}
