/**
 * How far a database has come. Kept outside the database too (decision 50), so that a restored, older copy is recognised.
 * Contains no personal data.
 */
export interface DatabasePosition {
  /** The database's mark, which every order that it opens carries. */
  readonly installation: string;
  /** Number of recoveries of this database: a position from before the last one says nothing. */
  readonly recoveries: number;
  /** By the database's clock (ISO 8601, UTC). */
  readonly at: string;
  /** Ids of the newest entries of the histories, which only ever grow. */
  readonly events: PositionOfHistories;
  /** Highest number issued, by series and financial year, e.g. "INV/26-27". */
  readonly documents: Readonly<Record<string, number>>;
}

export interface PositionOfHistories {
  readonly bookings: number;
  readonly listings: number;
  readonly administrators: number;
}

/** What a position outside knows that the database does not. */
export interface MissingHere {
  /** Entries of the histories. */
  readonly events: PositionOfHistories;
  /** Numbers by series and financial year, of documents issued after what the database knows. */
  readonly documents: Readonly<Record<string, number>>;
}

/**
 * Compares the database with a position kept outside.
 *
 * @returns undefined unless the database is behind it: of another installation, or from before the last recovery, it says
 *   nothing
 */
export function missingHere(here: DatabasePosition, outside: DatabasePosition): MissingHere | undefined {
  if (here.installation !== outside.installation || here.recoveries > outside.recoveries) return undefined;
  const more = (kind: keyof PositionOfHistories): number => Math.max(0, outside.events[kind] - here.events[kind]);
  const events = { bookings: more("bookings"), listings: more("listings"), administrators: more("administrators") };
  const documents = Object.fromEntries(
    Object.entries(outside.documents)
      .map(([series, last]) => [series, last - (here.documents[series] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
  // A database that was restored again knows nothing of the last recovery.
  const isBehind =
    here.recoveries < outside.recoveries ||
    Object.values(events).some((count) => count > 0) ||
    Object.keys(documents).length > 0;
  return isBehind ? { events, documents } : undefined;
}

/** What a start knows when no part outside has shown a newer position. */
export interface StartInput {
  /** Whether any part outside has a position of this database. */
  readonly foundOutside: boolean;
  /** Whether every part outside gave an answer. */
  readonly allAnswered: boolean;
  /** When a part outside last had this database's position, as far as the database knows; undefined for a new database. */
  readonly publishedAt: Date | undefined;
}

/**
 * Verdict of a start on a database that nothing outside is ahead of. `current`: sales may be open. `record_lost`: it was
 * published, and nothing outside has it: the record is lost, so what else is lost is unknown. `unverified`: nobody answered,
 * and the database may be a restored one: sales are paused until somebody does.
 */
export type StartVerdict = "current" | "record_lost" | "unverified";

/**
 * A database that was published within this time before its start, in ms, counts as the living one while nobody outside
 * answers: an outage must not stop the sales. A backup that is older than this is recognised.
 */
export const ALIVE_MS = 10 * 60_000;

/** Whether sales may be open on a database that nothing outside is known to be ahead of. */
export function startVerdict({ foundOutside, allAnswered, publishedAt }: StartInput, now: Date): StartVerdict {
  if (foundOutside || publishedAt === undefined) return "current";
  if (allAnswered) return "record_lost";
  return now.getTime() - publishedAt.getTime() < ALIVE_MS ? "current" : "unverified";
}

/**
 * Numbers left out after a restore, in each series. Archive and record lag behind by up to 15 seconds, in which documents were
 * issued and mailed: 2 sales a second used 12 numbers on a machine that was lost for real, and an opening sells faster. A gap that is on
 * record is allowed, a number used twice is not (CGST rule 46).
 */
export const NUMBERS_LEFT_OUT = 200;

/** The counters to set after a restore: beyond every number known here or outside. */
export function countersBeyond(known: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const highest = new Map<string, number>();
  for (const documents of known) {
    for (const [series, last] of Object.entries(documents)) {
      highest.set(series, Math.max(last, highest.get(series) ?? 0));
    }
  }
  return Object.fromEntries([...highest].map(([series, last]) => [series, last + NUMBERS_LEFT_OUT]));
}

/** The highest numbers among documents' numbers such as INV/26-27/000015; other texts are ignored. */
export function highestNumbers(numbers: Iterable<string>): Readonly<Record<string, number>> {
  const highest: Record<string, number> = {};
  for (const number of numbers) {
    const { series, count } = /^(?<series>[A-Z]+\/\d\d-\d\d)\/(?<count>\d{1,9})$/.exec(number)?.groups ?? {};
    if (series === undefined) continue;
    highest[series] = Math.max(Number(count), highest[series] ?? 0);
  }
  return highest;
}
