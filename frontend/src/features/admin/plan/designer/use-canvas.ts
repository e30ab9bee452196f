import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { boundsOf, boundsOverlap } from "@sakhi/domain/plans/plan-geometry";
import { snapped, stepOnGrid } from "@sakhi/domain/plans/plan.editing";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import type { StallLook } from "@sakhi/domain/stalls/stall.types";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { type Direction, neighbour, type View } from "../../../../shared/floor-plan/plan-geometry";
import type { Drawing, Drawn } from "./designer-state";

/** Shorter pointer moves choose, and move nothing; px. */
const DRAG_PX = 4;

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

export interface CanvasProps {
  readonly drawing: Drawing;
  /** The published plan, drawn as outlines; absent unless asked for. */
  readonly outlines: Plan | undefined;
  readonly chosen: readonly string[];
  readonly looks: ReadonlyMap<string, StallLook>;
  /** States of live bookings by number. */
  readonly live: ReadonlyMap<string, BookingState>;
  readonly bad: ReadonlySet<string>;
  readonly grid: number;
  readonly zoom: number;
  readonly canEdit: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
  /** Moves what is chosen. @param key a step of undo, if it repeats */
  readonly onMove: (dx: number, dy: number, key?: string) => void;
}

/** A rectangle in feet. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a pointer is doing, in feet from where it began. */
export type Gesture =
  | {
      readonly kind: "move";
      readonly x: number;
      readonly y: number;
      readonly dx: number;
      readonly dy: number;
      readonly isDrag: boolean;
    }
  | {
      readonly kind: "marquee";
      readonly x: number;
      readonly y: number;
      readonly toX: number;
      readonly toY: number;
      readonly adds: boolean;
    };

/** The rectangle that a marquee spans. */
export function frameOf({ x, y, toX, toY }: Extract<Gesture, { readonly kind: "marquee" }>): Rectangle {
  return { left: Math.min(x, toX), top: Math.min(y, toY), right: Math.max(x, toX), bottom: Math.max(y, toY) };
}

/** The canvas's props, what is drawn on it, and where. */
interface CanvasOptions extends Pick<CanvasProps, "chosen" | "grid" | "canEdit" | "onChoose" | "onMove"> {
  readonly items: readonly Drawn[];
  /** The first in the tab order if none had the focus yet. */
  readonly first: string | undefined;
  readonly view: View;
  readonly ground: RefObject<HTMLDivElement | null>;
}

const toggled = (chosen: readonly string[], id: string): readonly string[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id];

/** Choosing and moving the canvas's items by pointer and keys; one of them is in the tab order. */
export function useCanvas(options: CanvasOptions) {
  const { items, chosen, first, ground } = options;
  const [current, setCurrent] = useState<string>();
  const entry = items.some(({ id }) => id === current) ? current : first;
  useKeptFocus(ground, { items, chosen, current, entry });
  const focus = (id: string, preventScroll = false) => {
    setCurrent(id);
    ground.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus({ preventScroll });
  };
  const tabStop: TabStop = { current, setCurrent, focus };
  const pointer = usePointer(options, tabStop);
  return { entry, setCurrent, ...pointer, onItemKey: itemKeys(options, tabStop, pointer) };
}

interface TabStop {
  /** Id of the item that had the focus last. */
  readonly current: string | undefined;
  readonly setCurrent: (id: string) => void;
  readonly focus: (id: string, preventScroll?: boolean) => void;
}

function usePointer(
  { items, view, ground, chosen, grid, canEdit, onChoose, onMove }: CanvasOptions,
  { current, setCurrent, focus }: TabStop,
) {
  const [gesture, setGesture] = useState<Gesture>();
  const feetAt = ({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] => {
    const box = ground.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return [0, 0];
    return [
      ((clientX - box.left) / box.width) * view.width + view.x,
      ((clientY - box.top) / box.height) * view.height + view.y,
    ];
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const id = (event.target as Element).closest<HTMLElement>("[data-item]")?.dataset["item"];
    const [x, y] = feetAt(event);
    if (id === undefined) {
      // A finger on the ground scrolls.
      if (event.pointerType === "touch") return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGesture({ kind: "marquee", x, y, toX: x, toY: y, adds: event.shiftKey });
      return;
    }
    setCurrent(id);
    if (event.shiftKey || event.ctrlKey || event.metaKey) onChoose(toggled(chosen, id));
    else if (!chosen.includes(id)) onChoose([id]);
    if (!canEdit) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setGesture({ kind: "move", x, y, dx: 0, dy: 0, isDrag: false });
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (gesture === undefined) return;
    const [x, y] = feetAt(event);
    if (gesture.kind === "marquee") {
      setGesture({ ...gesture, toX: x, toY: y });
      return;
    }
    const feetPerPx = view.width / (ground.current?.getBoundingClientRect().width ?? 1);
    const isDrag = gesture.isDrag || Math.hypot(x - gesture.x, y - gesture.y) > DRAG_PX * feetPerPx;
    // What is held comes to lie on the grid, not only moves by it.
    const held = items.find(({ id }) => id === current);
    const toGrid = (at: number, by: number) => snapped(at + by, event.altKey ? 1 : grid) - at;
    const [dx, dy] = [toGrid(held?.x ?? 0, x - gesture.x), toGrid(held?.y ?? 0, y - gesture.y)];
    if (dx !== gesture.dx || dy !== gesture.dy || isDrag !== gesture.isDrag) setGesture({ ...gesture, dx, dy, isDrag });
  };
  const onPointerUp = () => {
    if (gesture?.kind === "move" && gesture.isDrag && (gesture.dx !== 0 || gesture.dy !== 0))
      onMove(gesture.dx, gesture.dy);
    if (gesture?.kind === "marquee") {
      const frame = frameOf(gesture);
      const inside = items.filter((item) => boundsOverlap(boundsOf(item), frame)).map(({ id }) => id);
      onChoose(gesture.adds ? [...new Set([...chosen, ...inside])] : inside);
      // Keys go on with what the pointer chose.
      if (inside[0] !== undefined) focus(inside[0], true);
    }
    setGesture(undefined);
  };
  const cancel = () => setGesture(undefined);
  return { gesture, cancel, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: cancel } };
}

/** What the keys do at an item. */
function itemKeys(
  { items, chosen, grid, canEdit, onChoose, onMove }: CanvasOptions,
  { focus }: TabStop,
  { gesture, cancel }: Pick<ReturnType<typeof usePointer>, "gesture" | "cancel">,
) {
  return (event: KeyboardEvent, item: Drawn) => {
    const direction = ARROWS[event.key];
    if (event.key === "Escape" && gesture !== undefined) {
      event.stopPropagation();
      cancel();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      onChoose(toggled(chosen, item.id));
    } else if (direction !== undefined) {
      event.preventDefault();
      const isMove = canEdit && chosen.includes(item.id) && !event.ctrlKey && !event.metaKey;
      if (isMove) {
        const step = event.shiftKey ? 1 : grid;
        const [x, y] = STEPS[direction];
        onMove(stepOnGrid(item.x, step, x), stepOnGrid(item.y, step, y), `move ${chosen.join()}`);
        return;
      }
      const others = items.map((other) => ({ ...other, stallId: other.id }));
      const next = neighbour(others, { ...item, stallId: item.id }, direction);
      if (next !== undefined) focus(next.id);
    }
  };
}

interface Focused {
  readonly items: readonly Drawn[];
  readonly chosen: readonly string[];
  /** Of the item that had the focus last. */
  readonly current: string | undefined;
  /** In the tab order. */
  readonly entry: string | undefined;
}

/** Keeps the focus in the drawing when the focused item is deleted or undone, and gives it to copies that are made with a key. */
function useKeptFocus(ground: RefObject<HTMLDivElement | null>, { items, chosen, current, entry }: Focused): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = known.current;
    known.current = new Set(items.map(({ id }) => id));
    if (before.size === 0) return;
    const [first] = chosen;
    const isCopied = first !== undefined && chosen.every((id) => !before.has(id));
    const isGone = current !== undefined && before.has(current) && !known.current.has(current);
    const focused = document.activeElement;
    const isInside = ground.current?.contains(focused) === true;
    if ((isCopied && isInside) || (isGone && (isInside || focused === document.body)))
      ground.current?.querySelector<HTMLElement>(`[data-item="${first ?? entry ?? ""}"]`)?.focus();
  });
}
