import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AddShowcaseEventDto } from "@sakhi/domain/brands/showcase.dto";
import type { Tx } from "../platform/database/database.js";

type PastEvent = Omit<AddShowcaseEventDto, "reason">;

/** Writes the awards, fairs and pop-ups that the site shows. Each write but the first counts a version. */
@Injectable()
export class PastEventRecordsService {
  /** @returns its id */
  async add(tx: Tx, facts: PastEvent): Promise<string> {
    const id = randomUUID();
    await tx.query(
      `INSERT INTO showcase_events (id, kind, title, awarded_by, date_text, held_on, time_text, venue, description,
         origin) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'organiser')`,
      [id, ...valuesOf(facts)],
    );
    return id;
  }

  async change(tx: Tx, id: string, facts: PastEvent): Promise<void> {
    await tx.query(
      `UPDATE showcase_events SET kind = $2, title = $3, awarded_by = $4, date_text = $5, held_on = $6, time_text = $7,
              venue = $8, description = $9, version = version + 1 WHERE id = $1`,
      [id, ...valuesOf(facts)],
    );
  }

  /** Takes it off the site. */
  async remove(tx: Tx, id: string): Promise<void> {
    await tx.query("UPDATE showcase_events SET removed_at = clock_timestamp(), version = version + 1 WHERE id = $1", [
      id,
    ]);
  }

  /** Undoes {@link remove}. */
  async restore(tx: Tx, id: string): Promise<void> {
    await tx.query("UPDATE showcase_events SET removed_at = NULL, version = version + 1 WHERE id = $1", [id]);
  }
}

function valuesOf({ kind, title, awardedBy, dateText, heldOn, timeText, venue, description }: PastEvent): unknown[] {
  return [kind, title, awardedBy, dateText, heldOn, timeText ?? null, venue ?? null, description ?? ""];
}
