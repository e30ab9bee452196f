import { Injectable } from "@nestjs/common";
import { rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** A second factor as it is stored; secrets are sealed. */
export interface SecondFactorRow {
  readonly secret: string | null;
  /** Number of the last time step whose code was accepted. */
  readonly lastStep: number;
  /** Begun in the last 15 minutes and not confirmed yet. */
  readonly pendingSecret: string | null;
  /** PostgreSQL's clock, in seconds since 1970: what codes are judged by, in every process. */
  readonly now: number;
}

/** How long a set-up that was begun can be confirmed, in minutes. */
const PENDING_MINUTES = 15;

/** The tables of second factors and recovery codes. */
@Injectable()
export class SecondFactorsRepository {
  /** Locks the administrator's factor, so that one code is judged after the other. */
  async lock(tx: Tx, administratorId: string): Promise<SecondFactorRow | undefined> {
    const [found] = await rows<SecondFactorRow>(
      tx,
      `SELECT secret, last_step::float8 AS "lastStep",
              CASE WHEN pending_at > clock_timestamp() - make_interval(mins => $2)
                   THEN pending_secret END AS "pendingSecret",
              extract(epoch FROM clock_timestamp())::float8 AS now
         FROM administrator_second_factors WHERE administrator_id = $1 FOR UPDATE`,
      [administratorId, PENDING_MINUTES],
    );
    return found;
  }

  async setPending(tx: Tx, administratorId: string, secret: string): Promise<void> {
    await tx.query(
      `INSERT INTO administrator_second_factors (administrator_id, pending_secret, pending_at)
       VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (administrator_id) DO UPDATE SET pending_secret = $2, pending_at = clock_timestamp()`,
      [administratorId, secret],
    );
  }

  /** The pending secret is the one that counts from now on; the code that confirmed it is used. */
  async confirm(tx: Tx, administratorId: string, step: number): Promise<void> {
    await tx.query(
      `UPDATE administrator_second_factors
          SET secret = pending_secret, confirmed_at = clock_timestamp(), last_step = $2,
              pending_secret = NULL, pending_at = NULL
        WHERE administrator_id = $1`,
      [administratorId, step],
    );
  }

  /** Notes that the code of a step was accepted. @param secret sealed anew where a newer key came */
  async accept(tx: Tx, administratorId: string, step: number, secret: string): Promise<void> {
    await tx.query(
      "UPDATE administrator_second_factors SET last_step = $2, secret = $3 WHERE administrator_id = $1",
      [administratorId, step, secret],
    );
  }

  /** @returns whether there was one */
  async remove(tx: Tx, administratorId: string): Promise<boolean> {
    await tx.query("DELETE FROM administrator_recovery_codes WHERE administrator_id = $1", [administratorId]);
    const removed = await rows<{ active: boolean }>(
      tx,
      `DELETE FROM administrator_second_factors WHERE administrator_id = $1
       RETURNING secret IS NOT NULL AS active`,
      [administratorId],
    );
    return removed[0]?.active ?? false;
  }

  async replaceRecoveryCodes(tx: Tx, administratorId: string, digests: readonly Buffer[]): Promise<void> {
    await tx.query("DELETE FROM administrator_recovery_codes WHERE administrator_id = $1", [administratorId]);
    await tx.query(
      "INSERT INTO administrator_recovery_codes (administrator_id, digest) SELECT $1, unnest($2::bytea[])",
      [administratorId, digests],
    );
  }

  /** @returns whether it was one of theirs and not used before */
  async useRecoveryCode(tx: Tx, administratorId: string, digest: Buffer): Promise<boolean> {
    const used = await rows(
      tx,
      `UPDATE administrator_recovery_codes SET used_at = clock_timestamp()
        WHERE administrator_id = $1 AND digest = $2 AND used_at IS NULL RETURNING digest`,
      [administratorId, digest],
    );
    return used.length > 0;
  }
}
