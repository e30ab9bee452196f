import { Box } from "@chakra-ui/react";
import { boundsOf, boundsOverlap } from "@sakhi/domain/plans/plan-geometry";
import { snapped, stepOnGrid } from "@sakhi/domain/plans/plan.editing";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import { type StallLook, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { OwnGround } from "../../../../shared/floor-plan/own-ground";
import {
  boxOf,
  type Direction,
  neighbour,
  openingWidth,
  STALL_SCALE,
  viewOf,
} from "../../../../shared/floor-plan/plan-geometry";
import { planStyle, turnStyle, uprightStyle } from "../../../../shared/floor-plan/stall-plan";
import { typeMark } from "../../../../shared/floor-plan/stall-style";
import { type Drawing, type Drawn, isStall } from "./designer-state";
import { strings } from "./designer.strings";

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

const canvasStyle = {
  ...planStyle,
  userSelect: "none",
  "& button[data-item]": { touchAction: "none", cursor: "move" },
  "& button[data-fixture]": {
    transform: "none",
    bg: "transparent",
    borderStyle: "dashed",
    borderColor: "transparent",
    _hover: { borderColor: "indigo.text" },
  },
  "& button[data-kind=entrance], & button[data-kind=text]": { borderColor: "edge" },
  "& button[aria-pressed=true]": {
    zIndex: "2",
    outline: "3px solid {colors.indigo.text}",
    outlineOffset: "1px",
    boxShadow: "0 0 0 2px {colors.card}",
  },
  "& button[data-bad]": { borderColor: "alarm.text", boxShadow: "0 0 0 3px {colors.alarm.text}" },
  "& button:focus-visible": { outline: "3px solid {colors.rani.text}", outlineOffset: "3px", zIndex: "3" },
} as const;

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What a pointer is doing, in feet from where it began. */
type Gesture =
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

export interface CanvasProps {
  readonly drawing: Drawing;
  /** The published plan, drawn as outlines; absent unless asked for. */
  readonly outlines: Plan | undefined;
  readonly chosen: readonly string[];
  readonly looks: ReadonlyMap<string, StallLook>;
  /** States of live bookings by number. */
  readonly live: ReadonlyMap<string, string>;
  readonly bad: ReadonlySet<string>;
  readonly grid: number;
  readonly zoom: number;
  readonly canEdit: boolean;
  readonly onChoose: (ids: readonly string[]) => void;
  /** Moves what is chosen. @param key a step of undo, if it repeats */
  readonly onMove: (dx: number, dy: number, key?: string) => void;
}

/** Name of an item in announcements. */
export const nameOf = (item: Drawn): string =>
  isStall(item) ? item.number || "A stall without a number" : item.text || strings.kinds[item.kind];

/** The components of the public plan in edit mode: each item is a button, one of them in the tab order. */
export function Canvas(props: CanvasProps) {
  const { drawing, outlines, chosen, looks, live, bad, grid, zoom, canEdit, onChoose, onMove } = props;
  const { width, height, stalls, fixtures } = drawing;
  const ground = useRef<HTMLDivElement>(null);
  const [gesture, setGesture] = useState<Gesture>();
  const [current, setCurrent] = useState<string>();
  const area = useMemo(() => ({ width, height, fixtures: [] }), [width, height]);
  const view = useMemo(() => viewOf(area), [area]);
  const items: readonly Drawn[] = [...fixtures, ...stalls];
  const entry = items.some(({ id }) => id === current) ? current : (stalls[0] ?? fixtures[0])?.id;
  useKeptFocus(ground, { items, chosen, current, entry });
  const drag = gesture?.kind === "move" && gesture.isDrag ? gesture : undefined;
  const placed = <Item extends Drawn>(item: Item): Item =>
    drag !== undefined && chosen.includes(item.id) ? { ...item, x: item.x + drag.dx, y: item.y + drag.dy } : item;
  const shownGround = { width, height, fixtures: fixtures.map(placed) };

  const feetAt = ({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] => {
    const box = ground.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return [0, 0];
    return [
      ((clientX - box.left) / box.width) * view.width + view.x,
      ((clientY - box.top) / box.height) * view.height + view.y,
    ];
  };
  const toggled = (id: string) => (chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);

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
    if (event.shiftKey || event.ctrlKey || event.metaKey) onChoose(toggled(id));
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

  const focus = (id: string, preventScroll = false) => {
    setCurrent(id);
    ground.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus({ preventScroll });
  };
  const onKeyDown = (event: KeyboardEvent, item: Drawn) => {
    const direction = ARROWS[event.key];
    if (event.key === "Escape" && gesture !== undefined) {
      event.stopPropagation();
      setGesture(undefined);
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      onChoose(toggled(item.id));
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
  const common = (item: Drawn) => ({
    type: "button" as const,
    tabIndex: item.id === entry ? 0 : -1,
    "data-item": item.id,
    "data-bad": bad.has(item.id) ? "" : undefined,
    "aria-pressed": chosen.includes(item.id),
    onFocus: () => setCurrent(item.id),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, item),
  });

  return (
    <Box overflow="auto" maxHeight="80dvh" borderWidth="1px" borderRadius="card" bg="card">
      <Box
        ref={ground}
        role="group"
        aria-label={strings.canvas(stalls.length)}
        position="relative"
        css={canvasStyle}
        style={{
          width: zoom === 1 ? "100%" : `calc(${openingWidth(view)} * ${zoom})`,
          aspectRatio: `${view.width} / ${view.height}`,
        }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setGesture(undefined)}
      >
        <OwnGround ground={shownGround} />
        {outlines?.stalls.map((stall) => (
          <Box
            key={stall.number}
            aria-hidden
            position="absolute"
            pointerEvents="none"
            borderWidth="2px"
            borderStyle="dashed"
            borderColor="muted"
            style={{ ...boxOf(stall, view), transform: `rotate(${stall.turn}deg) scale(${STALL_SCALE})` }}
          />
        ))}
        {fixtures.map(placed).map((fixture) => (
          <button
            key={fixture.id}
            {...common(fixture)}
            data-fixture=""
            data-kind={fixture.kind}
            aria-label={strings.item(nameOf(fixture), fixture.x, fixture.y, chosen.includes(fixture.id))}
            style={{
              ...boxOf(fixture, view),
              ...(fixture.turn === 0 ? {} : { transform: `rotate(${fixture.turn}deg)` }),
            }}
          />
        ))}
        {stalls.map(placed).map((stall) => {
          const state = live.get(stall.number);
          const mark = typeMark({ type: stall.type, look: looks.get(stall.type) });
          const name =
            strings.stall(stall.number, stallTypeLabel(stall.type)) + (state === undefined ? "" : strings.taken(state));
          return (
            <button
              key={stall.id}
              {...common(stall)}
              data-stall={stall.number}
              data-status={
                state === undefined
                  ? "Available"
                  : state === "sold"
                    ? "Sold"
                    : state === "blocked"
                      ? "Blocked"
                      : "Reserved"
              }
              data-type={mark}
              aria-label={strings.item(name, stall.x, stall.y, chosen.includes(stall.id))}
              style={{ ...boxOf(stall, view), ...turnStyle(stall) }}
            >
              <span data-mark={mark} aria-hidden />
              <span data-number style={uprightStyle(stall)}>
                {stall.number}
              </span>
            </button>
          );
        })}
        {gesture?.kind === "marquee" && <Marquee frame={frameOf(gesture)} view={view} />}
      </Box>
    </Box>
  );
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

function frameOf({ x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }): Rectangle {
  return { left: Math.min(x, toX), top: Math.min(y, toY), right: Math.max(x, toX), bottom: Math.max(y, toY) };
}

function Marquee({ frame, view }: { readonly frame: Rectangle; readonly view: ReturnType<typeof viewOf> }) {
  const { left, top, right, bottom } = frame;
  return (
    <Box
      aria-hidden
      position="absolute"
      pointerEvents="none"
      zIndex="4"
      borderWidth="1.5px"
      borderColor="indigo.text"
      bg="rgb(62 55 130 / 12%)"
      style={boxOf({ x: left, y: top, width: right - left, height: bottom - top }, view)}
    />
  );
}
