import { Inject, Injectable } from "@nestjs/common";
import { DataSource } from "typeorm";

/** Any number that nothing else locks. */
const KEY = 7_305_001;

/**
 * Lets only one process sweep at a time. The lock belongs to a connection, so it is freed whatever happens to the
 * process; it is not held in a transaction, for a sweep takes longer than a transaction may.
 */
@Injectable()
export class SweepLock {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  /** @returns undefined when another process is sweeping */
  async exclusively<T>(work: () => Promise<T>): Promise<T | undefined> {
    const connection = this.source.createQueryRunner();
    try {
      const answer: unknown = await connection.query("SELECT pg_try_advisory_lock($1) AS locked", [KEY]);
      if (!isLocked(answer)) return undefined;
      try {
        return await work();
      } finally {
        await connection.query("SELECT pg_advisory_unlock($1)", [KEY]);
      }
    } finally {
      await connection.release();
    }
  }
}

function isLocked(answer: unknown): boolean {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  return typeof first === "object" && first !== null && "locked" in first && first.locked === true;
}
