import { nanoid } from "@reduxjs/toolkit";
import { duplicated, movedBy } from "@sakhi/domain/plans/plan.editing";
import type { Fixture, Placement, Plan, PlannedStall } from "@sakhi/domain/plans/plan.types";

/** A stall or fixture being drawn: two can have the same number meanwhile, so each has an id of its own. */
export type DrawnStall = PlannedStall & { readonly id: string };
export type DrawnFixture = Fixture & { readonly id: string };
export type Drawn = DrawnStall | DrawnFixture;

/** The plan being drawn. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly stalls: readonly DrawnStall[];
  readonly fixtures: readonly DrawnFixture[];
}

/** The designer's state: the drawing, what undo and redo bring back, and what is chosen. */
export interface DesignerState {
  readonly past: readonly Drawing[];
  readonly present: Drawing;
  readonly future: readonly Drawing[];
  readonly chosen: readonly string[];
  /** Changes with the same key in a row are undone as one: a stall moved by ten presses of a key. */
  readonly key: string | undefined;
}

export type DesignerAction =
  | { readonly type: "draw"; readonly drawing: Drawing; readonly chosen?: readonly string[]; readonly key?: string }
  | { readonly type: "choose"; readonly ids: readonly string[] }
  | { readonly type: "undo" | "redo" }
  /** Another plan in place of this one, e.g. one that somebody else saved; can be undone. */
  | { readonly type: "load"; readonly plan: Plan };

/** Most steps that can be undone. */
const MAX_PAST = 200;

const withId = <Item extends Placement>(item: Item): Item & { readonly id: string } => ({ ...item, id: nanoid() });

/** Gives ids to what was added to a drawing. */
export const drawn = {
  stalls: (stalls: readonly PlannedStall[]): readonly DrawnStall[] => stalls.map(withId),
  fixture: (fixture: Fixture): DrawnFixture => withId(fixture),
} as const;

export function drawingOf({ width, height, stalls, fixtures }: Plan): Drawing {
  return { width, height, stalls: stalls.map(withId), fixtures: fixtures.map(withId) };
}

/** The plan without ids, as it is saved. */
export function planOf({ width, height, stalls, fixtures }: Drawing): Plan {
  return {
    width,
    height,
    stalls: stalls.map(({ id: _, ...stall }) => stall),
    fixtures: fixtures.map(({ id: _, ...fixture }) => fixture),
  };
}

export const isStall = (item: Drawn): item is DrawnStall => "number" in item;

export function initialState(plan: Plan): DesignerState {
  return { past: [], present: drawingOf(plan), future: [], chosen: [], key: undefined };
}

export function reduce(state: DesignerState, action: DesignerAction): DesignerState {
  const { past, present, future } = state;
  switch (action.type) {
    case "choose":
      return { ...state, chosen: action.ids, key: undefined };
    case "draw": {
      const isSameStep = action.key !== undefined && action.key === state.key;
      return {
        past: isSameStep ? past : [...past, present].slice(-MAX_PAST),
        present: action.drawing,
        future: [],
        chosen: action.chosen ?? state.chosen,
        key: action.key,
      };
    }
    case "load":
      return {
        ...state,
        past: [...past, present].slice(-MAX_PAST),
        present: drawingOf(action.plan),
        future: [],
        chosen: [],
        key: undefined,
      };
    case "undo": {
      const before = past.at(-1);
      if (before === undefined) return state;
      return { ...state, past: past.slice(0, -1), present: before, future: [present, ...future], key: undefined };
    }
    case "redo": {
      const [after, ...rest] = future;
      if (after === undefined) return state;
      return { ...state, past: [...past, present], present: after, future: rest, key: undefined };
    }
  }
}

/** The chosen items that exist, in the drawing's order. */
export function chosenOf({ present, chosen }: Pick<DesignerState, "present" | "chosen">): readonly Drawn[] {
  return [...present.stalls, ...present.fixtures].filter(({ id }) => chosen.includes(id));
}

/** Replaces items of a drawing by those with the same ids. */
export function replaced(drawing: Drawing, items: readonly Drawn[]): Drawing {
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    ...drawing,
    stalls: drawing.stalls.map((stall) => (byId.get(stall.id) as DrawnStall | undefined) ?? stall),
    fixtures: drawing.fixtures.map((fixture) => (byId.get(fixture.id) as DrawnFixture | undefined) ?? fixture),
  };
}

export function removed(drawing: Drawing, ids: readonly string[]): Drawing {
  const stays = ({ id }: Drawn) => !ids.includes(id);
  return { ...drawing, stalls: drawing.stalls.filter(stays), fixtures: drawing.fixtures.filter(stays) };
}

export function moved(drawing: Drawing, items: readonly Drawn[], dx: number, dy: number): Drawing {
  return replaced(drawing, movedBy(items, dx, dy));
}

/** Copies of the chosen, a step to the right and down, and what is then chosen: the copies. */
export function copied(drawing: Drawing, items: readonly Drawn[], step: number) {
  const strip = ({ id: _, ...stall }: DrawnStall): PlannedStall => stall;
  const stalls = drawn.stalls(duplicated(drawing.stalls, items.filter(isStall).map(strip), { x: step, y: step }));
  const fixtures = items
    .filter((item): item is DrawnFixture => !isStall(item))
    .map(({ id: _, ...fixture }) => drawn.fixture({ ...fixture, x: fixture.x + step, y: fixture.y + step }));
  return {
    drawing: {
      ...drawing,
      stalls: [...drawing.stalls, ...stalls],
      fixtures: [...drawing.fixtures, ...fixtures],
    } satisfies Drawing,
    chosen: [...stalls, ...fixtures].map(({ id }) => id),
  };
}
