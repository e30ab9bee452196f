/** What stands on a plan besides stalls. `text` is only written there; everything but `text` and `entrance` takes up space. */
export const FIXTURE_KINDS = ["entrance", "stage", "wall", "facility", "text"] as const;
export type FixtureKind = (typeof FIXTURE_KINDS)[number];

/** A rectangle on a plan, in whole feet from the left wall and the entrance wall, turned around its middle. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Clockwise, in degrees: a multiple of {@link TURN_STEP} below 360. */
  readonly turn: number;
}

/** A stall of a plan. Its number identifies it within the event, its type is a key of the event's types. */
export interface PlannedStall extends Placement {
  readonly number: string;
  readonly type: string;
}

/** An entrance, a stage, a wall, a facility (help desk, toilets …) or a text. */
export interface Fixture extends Placement {
  readonly kind: FixtureKind;
  /** What is written on it; empty for none. */
  readonly text: string;
}

/** The area of a plan in feet, and what stands there besides stalls. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  readonly fixtures: readonly Fixture[];
}

/** The plan of an event: as drafted, or as published. */
export interface Plan extends Ground {
  readonly stalls: readonly PlannedStall[];
}

export const MAX_STALLS = 1000;
export const MAX_FIXTURES = 200;
/** Of the area's sides, in feet. */
export const AREA_SIDE = { min: 20, max: 2000 } as const;
/** Of a stall's or fixture's sides, in feet. */
export const SIDE = { min: 1, max: 500 } as const;
/** Furthest coordinate that a draft can have, also outside its area, in feet. */
export const MAX_OFFSET = 5000;
export const TURN_STEP = 15;
export const MAX_FIXTURE_TEXT = 60;

/** The hall of the first event, which the specification draws. */
export const STANDARD_GROUND: Ground = {
  width: 140,
  height: 170,
  fixtures: [
    { kind: "entrance", text: "Entrance", x: 60, y: 0, width: 20, height: 10, turn: 0 },
    { kind: "stage", text: "Stage", x: 55, y: 70, width: 30, height: 30, turn: 0 },
  ],
};

/** Whether two grounds are drawn alike. */
export function isSameGround(one: Ground, two: Ground): boolean {
  const same = (a: Fixture, b: Fixture | undefined) =>
    b !== undefined && a.kind === b.kind && a.text === b.text && isSamePlace(a, b);
  return (
    one.width === two.width &&
    one.height === two.height &&
    one.fixtures.length === two.fixtures.length &&
    one.fixtures.every((fixture, index) => same(fixture, two.fixtures[index]))
  );
}

export function isSamePlace(a: Placement, b: Placement): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.turn === b.turn;
}

/** Formats of a plan's file. */
export const PLAN_FORMATS = ["csv", "json"] as const;
export type PlanFormat = (typeof PLAN_FORMATS)[number];
