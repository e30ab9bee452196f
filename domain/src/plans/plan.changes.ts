import messages from "../generated/messages/en/admin-plan-problems.js";
import { isSameGround, isSamePlace, type Plan, type PlannedStall } from "./plan.types.js";

/** What a draft changes of the published plan. A stall can be both moved and retyped. */
export interface PlanChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Drawn elsewhere, in another size or turned otherwise. */
  readonly moved: readonly string[];
  readonly retyped: readonly { readonly number: string; readonly from: string; readonly to: string }[];
  /** A stall at the same place that has another number: the former is removed, the other added. */
  readonly renumbered: readonly { readonly from: string; readonly to: string }[];
  /** Whether area or fixtures differ. */
  readonly ground: boolean;
}

/** Compares a draft with what is published. Stalls are the same if they have the same number. */
export function changesBetween(published: Plan, draft: Plan): PlanChanges {
  const before = new Map(published.stalls.map((stall) => [stall.number, stall]));
  const after = new Map(draft.stalls.map((stall) => [stall.number, stall]));
  const gone = published.stalls.filter(({ number }) => !after.has(number));
  const come = draft.stalls.filter(({ number }) => !before.has(number));
  const renumbered: { from: string; to: string }[] = [];
  const paired = new Set<PlannedStall>();
  for (const stall of gone) {
    const same = come.find((other) => !paired.has(other) && other.type === stall.type && isSamePlace(stall, other));
    if (same === undefined) continue;
    renumbered.push({ from: stall.number, to: same.number });
    paired.add(stall).add(same);
  }
  const kept = draft.stalls.flatMap((stall) => {
    const former = before.get(stall.number);
    return former === undefined ? [] : [{ stall, former }];
  });
  const numbers = (stalls: readonly PlannedStall[]) =>
    stalls.filter((stall) => !paired.has(stall)).map(({ number }) => number);
  return {
    added: numbers(come),
    removed: numbers(gone),
    moved: kept.flatMap(({ stall, former }) => (isSamePlace(stall, former) ? [] : [stall.number])),
    retyped: kept.flatMap(({ stall: { number, type }, former }) =>
      type === former.type ? [] : [{ number, from: former.type, to: type }],
    ),
    renumbered,
    ground: !isSameGround(published, draft),
  };
}

/** Whether a draft changes nothing. */
export function isUnchanged({ added, removed, moved, retyped, renumbered, ground }: PlanChanges): boolean {
  return !ground && [added, removed, moved, retyped, renumbered].every((list) => list.length === 0);
}

/** A stall with a live booking, by the booking's state. */
export interface LiveStall {
  readonly number: string;
  readonly state: string;
}

/** Stalls with a live booking that a draft draws elsewhere: their holders find them at another place than they chose. */
export function movedLive({ moved }: PlanChanges, live: readonly LiveStall[]): readonly LiveStall[] {
  return live.filter(({ number, state }) => state !== "blocked" && moved.includes(number));
}

/** Why a change of a stall with a live booking is refused. */
export interface PlanConflict extends LiveStall {
  readonly change: "removed" | "renumbered" | "retyped";
}

/**
 * Changes that a publication refuses: a stall with a live booking may be drawn elsewhere, but keeps number and type.
 *
 * @param live of the event, read under the locks of its stalls
 */
export function conflictsOf(changes: PlanChanges, live: readonly LiveStall[]): readonly PlanConflict[] {
  const refused = (change: PlanConflict["change"], numbers: readonly string[]) =>
    live.filter(({ number }) => numbers.includes(number)).map((stall) => ({ ...stall, change }));
  return [
    ...refused("removed", changes.removed),
    ...refused(
      "renumbered",
      changes.renumbered.map(({ from }) => from),
    ),
    ...refused(
      "retyped",
      changes.retyped.map(({ number }) => number),
    ),
  ];
}

/** What a conflict says, in words. */
export function conflictText({ number, state, change }: PlanConflict): string {
  return messages.conflict({ number, state, change });
}
