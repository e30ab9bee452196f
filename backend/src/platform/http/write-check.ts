import { Injectable } from "@nestjs/common";
import { Database } from "../database/database.js";
import { withinMs } from "../loops/background-loop.js";

/** A result is reused for this long, so that frequent readiness checks cost nothing, in ms. */
const REUSED_MS = 5_000;
/** A slower write counts as failed, in ms. */
const TIMEOUT_MS = 3_000;

/**
 * Checks that PostgreSQL can write: a full disk, a read-only database and a standby still answer reads. The check writes a
 * row and a small temporary file, because on a full disk a row may still fit into its page.
 */
@Injectable()
export class DatabaseWriteCheck {
  private last: { readonly at: number; readonly result: Promise<boolean> } | undefined;

  constructor(private readonly database: Database) {}

  /** Whether it can write, at most 5 s ago. Never throws. */
  works(): Promise<boolean> {
    const now = performance.now();
    if (this.last === undefined || now - this.last.at > REUSED_MS) this.last = { at: now, result: this.check() };
    return this.last.result;
  }

  private check(): Promise<boolean> {
    return withinMs(TIMEOUT_MS, this.database.query("SELECT check_database_writes()")).then(
      () => true,
      () => false,
    );
  }
}
