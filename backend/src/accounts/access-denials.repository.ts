import { Injectable } from "@nestjs/common";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** A refusal for a name that nobody has: all of them are counted together, and none of the names is kept. */
const UNKNOWN = "unknown";

/** How many denials there were, of one kind and for one account, within a day of the first. */
@Injectable()
export class AccessDenials {
  /** Counts one more. @returns how many there are now */
  async count(tx: Tx, kind: string, administratorId: string | undefined): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `INSERT INTO access_denials (subject, denials) VALUES ($1, 1)
       ON CONFLICT (subject) DO UPDATE SET
         denials = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                         THEN access_denials.denials + 1 ELSE 1 END,
         since = CASE WHEN access_denials.since > clock_timestamp() - interval '1 day'
                      THEN access_denials.since ELSE clock_timestamp() END
       RETURNING denials`,
      [subjectOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }

  /** Begins to count anew. @returns how many there were */
  async forget(tx: Tx, kind: string, administratorId: string): Promise<number> {
    const [counted] = await rows<{ denials: number }>(
      tx,
      `DELETE FROM access_denials WHERE subject = $1
       RETURNING CASE WHEN since > clock_timestamp() - interval '1 day' THEN denials ELSE 0 END AS denials`,
      [subjectOf(kind, administratorId)],
    );
    return counted?.denials ?? 0;
  }
}

const subjectOf = (kind: string, administratorId: string | undefined): string =>
  `${kind} ${administratorId ?? UNKNOWN}`;
