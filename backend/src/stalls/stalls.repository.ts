import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import type { Paise } from "@sakhi/domain/money/money";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";

/** A stall: price in paise, place in feet. */
export interface StallRow {
  readonly stallId: string;
  readonly type: StallType;
  readonly pricePaise: Paise;
  readonly x: number;
  readonly y: number;
  readonly layoutVersion: number;
}

/** A stall with the state of its live booking; an expired hold is no live booking. */
export interface StallWithState extends StallRow {
  readonly live: BookingState | undefined;
}

interface RawStall {
  readonly stall_id: string;
  readonly type: StallType;
  readonly price_paise: string;
  readonly x: number;
  readonly y: number;
  readonly layout_version: number;
}

const COLUMNS = "s.stall_id, s.type, s.price_paise, s.x, s.y, s.layout_version";
/** A1, A2 … A20, B1 … B50: by letter, then by number. */
const BY_NUMBER = "ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int";

function stallOf(raw: RawStall): StallRow {
  return {
    stallId: raw.stall_id,
    type: raw.type,
    pricePaise: Number(raw.price_paise),
    x: raw.x,
    y: raw.y,
    layoutVersion: raw.layout_version,
  };
}

/** The stalls table, and the state each stall gets from its live booking. */
@Injectable()
export class StallsRepository {
  constructor(private readonly database: Database) {}

  async all(): Promise<StallRow[]> {
    return (await this.database.query<RawStall>(`SELECT ${COLUMNS} FROM stalls s ${BY_NUMBER}`)).map(stallOf);
  }

  async find(stallId: string): Promise<StallRow | undefined> {
    const found = await this.database.query<RawStall>(
      `SELECT ${COLUMNS} FROM stalls s WHERE s.stall_id = $1`,
      [stallId],
    );
    return found.map(stallOf)[0];
  }

  async exists(tx: Tx, stallId: string): Promise<boolean> {
    return (await rows(tx, "SELECT stall_id FROM stalls WHERE stall_id = $1", [stallId])).length > 0;
  }

  async lock(tx: Tx, stallIds: readonly string[]): Promise<StallRow[]> {
    const found = await rows<RawStall>(
      tx,
      `SELECT ${COLUMNS} FROM stalls s WHERE s.stall_id = ANY($1) ORDER BY s.stall_id FOR UPDATE`,
      [stallIds],
    );
    return found.map(stallOf);
  }

  async changePrice(tx: Tx, stallId: string, pricePaise: Paise): Promise<void> {
    await tx.query("UPDATE stalls SET price_paise = $2, updated_at = clock_timestamp() WHERE stall_id = $1", [
      stallId,
      pricePaise,
    ]);
  }

  /**
   * Every stall with the state of its live booking, in one statement. Reads bookings because the status is derived
   * from them and stored nowhere; the unique index makes it at most one row per stall.
   */
  async allWithState(tx?: Tx): Promise<StallWithState[]> {
    type Raw = RawStall & { readonly live: BookingState | null };
    const sql = `SELECT ${COLUMNS}, b.state AS live
         FROM stalls s
         LEFT JOIN bookings b ON b.stall_id = s.stall_id
          AND (b.state IN ('paying', 'sold', 'blocked')
               OR (b.state IN ('held', 'registered') AND b.hold_expires_at > clock_timestamp()))
       ${BY_NUMBER}`;
    const found = tx === undefined ? await this.database.query<Raw>(sql) : await rows<Raw>(tx, sql);
    return found.map((raw) => ({ ...stallOf(raw), live: raw.live ?? undefined }));
  }
}
