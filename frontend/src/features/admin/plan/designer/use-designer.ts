import { turned } from "@sakhi/domain/plans/plan.editing";
import { type FileProblem, importPlan, writePlan } from "@sakhi/domain/plans/plan.files";
import type { FixtureKind, Plan, PlanFormat } from "@sakhi/domain/plans/plan.types";
import { useMemo, useReducer, useState } from "react";
import { saveFile } from "../../../../ui/download";
import { useToasts } from "../../../../ui/toast";
import {
  chosenOf,
  copied,
  type Drawing,
  drawn,
  type Drawn,
  initialState,
  isStall,
  moved,
  planOf,
  reduce,
  removed,
  replaced,
} from "./designer-state";
import { strings } from "./designer.strings";
import { nameOf } from "./item-name";

/** First size of a fixture, in feet. */
const FIXTURE_SIZES: Readonly<Record<FixtureKind, readonly [number, number]>> = {
  entrance: [20, 10],
  stage: [30, 30],
  wall: [30, 2],
  facility: [20, 10],
  text: [30, 6],
};

/** First text of a fixture: it is stored, so that it is English in every language. */
const FIXTURE_TEXTS: Readonly<Record<FixtureKind, string>> = {
  entrance: "Entrance",
  stage: "Stage",
  wall: "",
  facility: "Facility",
  text: "Text",
};

/**
 * The drawing of an event's plan, and what can be done with it. Each action says what it did, for `said`.
 *
 * @param slug of the event, for the names of files
 * @param first the draft as it was opened
 * @param live state of the live booking by the stall's number
 * @param types keys of the event's types
 * @param grid in feet
 */
export function useDesigner(
  slug: string,
  first: Plan,
  live: ReadonlyMap<string, string>,
  types: readonly string[],
  grid: number,
) {
  const { showToast } = useToasts();
  const [state, dispatch] = useReducer(reduce, first, initialState);
  const { present, past, future } = state;
  const [said, setSaid] = useState("");
  const plan = useMemo(() => planOf(present), [present]);
  const chosen = chosenOf(state);

  const draw = (drawing: Drawing, text: string, more: { chosen?: readonly string[]; key?: string } = {}) => {
    dispatch({ type: "draw", drawing, ...more });
    setSaid(text);
  };
  const choose = (ids: readonly string[]) => {
    dispatch({ type: "choose", ids });
    setSaid(strings.said.chosen(chosenOf({ present, chosen: ids }).map(nameOf)));
  };
  const replace = (items: readonly Drawn[], text: string) => draw(replaced(present, items), text);
  const move = (dx: number, dy: number, key?: string) => {
    const [only] = chosen;
    if (only === undefined) return;
    const text = strings.said.moved(nameOf(only), chosen.length, only.x + dx, only.y + dy);
    draw(moved(present, chosen, dx, dy), text, key === undefined ? {} : { key });
  };
  const remove = () => {
    if (chosen.length === 0) return;
    const taken = chosen
      .filter(isStall)
      .map(({ number }) => number)
      .filter((number) => live.has(number));
    const { deleted, deletedTaken } = strings.said;
    const text = taken.length === 0 ? deleted(chosen.length) : deletedTaken(chosen.length, taken);
    draw(removed(present, state.chosen), text, { chosen: [] });
    if (taken.length > 0) showToast({ kind: "info", title: strings.said.taken(taken) });
  };
  const duplicate = () => {
    if (chosen.length === 0) return;
    const { drawing, chosen: copies } = copied(present, chosen, grid);
    draw(drawing, strings.said.duplicated(copies.length), { chosen: copies });
  };
  const turn = (degrees: number) => {
    const items = turned(chosen, degrees);
    const [only] = items;
    if (only !== undefined) replace(items, strings.said.turned(nameOf(only), items.length, only.turn));
  };
  const step = (type: "undo" | "redo") => {
    const { undone, redone, nothingToUndo, nothingToRedo } = strings.said;
    dispatch({ type });
    if (type === "undo") setSaid(past.length > 0 ? undone : nothingToUndo);
    else setSaid(future.length > 0 ? redone : nothingToRedo);
  };
  const addFixture = (kind: FixtureKind) => {
    const [width, height] = FIXTURE_SIZES[kind];
    const place = { x: 20, y: kind === "entrance" ? 0 : 20, width, height, turn: 0 };
    const fixture = drawn.fixture({ kind, text: FIXTURE_TEXTS[kind], ...place });
    draw({ ...present, fixtures: [...present.fixtures, fixture] }, strings.said.added(1), { chosen: [fixture.id] });
  };
  /** @returns why a file could not be read; none if it was */
  const importFile = async (picked: File): Promise<readonly FileProblem[]> => {
    const read = importPlan(new Uint8Array(await picked.arrayBuffer()), plan, types);
    if (read.plan === undefined) return read.problems;
    const text = strings.said.imported(read.plan.stalls.length);
    dispatch({ type: "load", plan: read.plan });
    setSaid(text);
    showToast({ kind: "success", title: text });
    return [];
  };
  /** Another plan in place of this one, which the first undo brings back. */
  const load = (other: Plan, text: string = strings.said.loaded) => {
    dispatch({ type: "load", plan: other });
    setSaid(text);
  };
  /** Keeps this drawing in place of another one, which the first undo brings back. */
  const keepOver = (other: Plan) => {
    dispatch({ type: "load", plan: other });
    dispatch({ type: "load", plan });
    setSaid(strings.said.kept);
  };
  const exportAs = (format: PlanFormat) => {
    const type = format === "csv" ? "text/csv;charset=utf-8" : "application/json";
    saveFile(new Blob([writePlan(plan, format)], { type }), `plan-${slug}.${format}`);
  };
  return {
    ...{ present, plan, chosen, chosenIds: state.chosen, said, canUndo: past.length > 0, canRedo: future.length > 0 },
    ...{ draw, choose, replace, move, remove, duplicate, turn, step, addFixture, importFile, exportAs, load, keepOver },
  };
}

export type Designing = ReturnType<typeof useDesigner>;
