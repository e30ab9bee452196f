import { Injectable } from "@nestjs/common";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** Anonymous visitors: an id in a signed cookie, and a row that their holds belong to. */
@Injectable()
export class VisitorsService {
  /**
   * Locks the visitor's row until `tx` ends, and makes it where it is missing: the first lock of every transaction
   * on a visitor's bookings (architecture section 3). Nothing stays when `tx` is rolled back.
   */
  async lockOrCreate(tx: Tx, visitorId: string): Promise<void> {
    await tx.query(
      `INSERT INTO visitors (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
      [visitorId],
    );
  }

  /**
   * Locks the visitor's row until `tx` ends.
   *
   * @returns whether there is such a visitor
   */
  async lock(tx: Tx, visitorId: string): Promise<boolean> {
    const found = await rows(tx, "SELECT id FROM visitors WHERE id = $1 FOR UPDATE", [visitorId]);
    return found.length > 0;
  }
}
