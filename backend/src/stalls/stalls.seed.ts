import type { Paise } from "@sakhi/domain/money/money";
import { type Plan, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import { STALL_SIDE_FEET, type StallType } from "@sakhi/domain/stalls/stall.types";
import type { Database } from "../platform/database/database.js";
import { seedOnce } from "../platform/database/preparation.js";

/** A stall to seed: position in feet from the left wall and the entrance wall, price in paise. */
export interface PlannedStall {
  readonly stallId: string;
  readonly type: StallType;
  readonly pricePaise: Paise;
  readonly x: number;
  readonly y: number;
}

/** A straight run of adjacent stalls. */
interface Run {
  readonly letter: "A" | "B";
  /** First and last number; counts down if the first is greater. */
  readonly numbers: readonly [first: number, last: number];
  /** Upper left corner of the first stall, in feet. */
  readonly at: { readonly x: number; readonly y: number };
  /** Offset from one stall to the next, in feet. */
  readonly step: { readonly x: number; readonly y: number };
}

const RIGHT = { x: 10, y: 0 };
const DOWN = { x: 0, y: 10 };
const UP = { x: 0, y: -10 };

/** The floor plan; the entrance is between B1 and B50. */
const RUNS: readonly Run[] = [
  { letter: "B", numbers: [4, 1], at: { x: 10, y: 0 }, step: RIGHT },
  { letter: "B", numbers: [50, 47], at: { x: 90, y: 0 }, step: RIGHT },
  { letter: "B", numbers: [5, 19], at: { x: 0, y: 10 }, step: DOWN },
  { letter: "B", numbers: [20, 31], at: { x: 10, y: 160 }, step: RIGHT },
  { letter: "B", numbers: [32, 46], at: { x: 130, y: 150 }, step: UP },
  { letter: "A", numbers: [1, 10], at: { x: 40, y: 35 }, step: DOWN },
  { letter: "A", numbers: [11, 20], at: { x: 90, y: 35 }, step: DOWN },
];

/** Type and price by letter (specification 2, section 9). */
const TYPES = { A: { type: "Premium", pricePaise: 3_600_000 }, B: { type: "General", pricePaise: 2_700_000 } } as const;

function stallsOf(run: Run): PlannedStall[] {
  const [first, last] = run.numbers;
  const direction = first <= last ? 1 : -1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => ({
    stallId: `${run.letter}${first + direction * index}`,
    ...TYPES[run.letter],
    x: run.at.x + run.step.x * index,
    y: run.at.y + run.step.y * index,
  }));
}

/** The initial 70 stalls of the first event. After seeding, the database is authoritative: prices and positions can change. */
export const FLOOR_PLAN: readonly PlannedStall[] = RUNS.flatMap(stallsOf);

const STALL_SIZE = { width: STALL_SIDE_FEET, height: STALL_SIDE_FEET };
/** Publication 1 of the first event's plan. */
const FIRST_PLAN: Plan = {
  ...STANDARD_GROUND,
  stalls: FLOOR_PLAN.map(({ stallId: number, type, x, y }) => ({ number, type, x, y, ...STALL_SIZE, turn: 0 })),
};

/**
 * Seeds the 70 stalls of the first event once; never overwrites a changed price or position.
 *
 * @returns true if this call seeded them
 */
export function seedStalls(database: Database): Promise<boolean> {
  return seedOnce(database, "stalls", { demonstration: false }, async (tx) => {
    await tx.query(
      `INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
       SELECT (SELECT min(id) FROM events), * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::int[])
       ON CONFLICT (event_id, stall_id) WHERE removed_at IS NULL DO NOTHING`,
      [
        FLOOR_PLAN.map((stall) => stall.stallId),
        FLOOR_PLAN.map((stall) => stall.type),
        FLOOR_PLAN.map((stall) => stall.pricePaise),
        FLOOR_PLAN.map((stall) => stall.x),
        FLOOR_PLAN.map((stall) => stall.y),
      ],
    );
    await tx.query(
      `INSERT INTO plan_publications (event_id, number, content, standard_ground)
       SELECT min(id), 1, $1::jsonb, true FROM events ON CONFLICT DO NOTHING`,
      [JSON.stringify(FIRST_PLAN)],
    );
  });
}
