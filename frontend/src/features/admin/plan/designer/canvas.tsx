import { Box } from "@chakra-ui/react";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { stallStatus } from "@sakhi/domain/bookings/stall.rules";
import type { Plan } from "@sakhi/domain/plans/plan.types";
import { type StallLook, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { type ComponentProps, type KeyboardEvent, useMemo, useRef } from "react";
import { boxOf, openingWidth, STALL_SCALE, type View, viewOf } from "../../../../shared/floor-plan/plan-geometry";
import { PlanGround } from "../../../../shared/floor-plan/plan-ground";
import { planStyle, turnStyle, uprightStyle } from "../../../../shared/floor-plan/stall-plan";
import { statusMark, typeMark } from "../../../../shared/floor-plan/stall-style";
import type { Drawn, DrawnFixture, DrawnStall } from "./designer-state";
import { strings } from "./designer.strings";
import { nameOf } from "./item-name";
import { type CanvasProps, frameOf, type Rectangle, useCanvas } from "./use-canvas";

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

/** The components of the public plan in edit mode: each item is a button, one of them in the tab order. */
export function Canvas(props: CanvasProps) {
  const { drawing, outlines, chosen, looks, live, bad, zoom } = props;
  const { width, height, stalls, fixtures } = drawing;
  const ground = useRef<HTMLDivElement>(null);
  const view = useMemo(() => viewOf({ width, height }), [width, height]);
  const items: readonly Drawn[] = [...fixtures, ...stalls];
  const first = (stalls[0] ?? fixtures[0])?.id;
  const { entry, setCurrent, gesture, handlers, onItemKey } = useCanvas({ ...props, items, first, view, ground });
  const drag = gesture?.kind === "move" && gesture.isDrag ? gesture : undefined;
  const placed = <Item extends Drawn>(item: Item): Item =>
    drag !== undefined && chosen.includes(item.id) ? { ...item, x: item.x + drag.dx, y: item.y + drag.dy } : item;
  const itemProps = (item: Drawn) => ({
    view,
    isChosen: chosen.includes(item.id),
    button: {
      type: "button",
      tabIndex: item.id === entry ? 0 : -1,
      "data-item": item.id,
      "data-bad": bad.has(item.id) ? "" : undefined,
      "aria-pressed": chosen.includes(item.id),
      onFocus: () => setCurrent(item.id),
      onKeyDown: (event: KeyboardEvent) => onItemKey(event, item),
    } as const,
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
        {...handlers}
      >
        <PlanGround ground={{ width, height, fixtures: fixtures.map(placed) }} />
        {outlines !== undefined && <Outlines plan={outlines} view={view} />}
        {fixtures.map(placed).map((fixture) => (
          <FixtureButton key={fixture.id} fixture={fixture} {...itemProps(fixture)} />
        ))}
        {stalls.map(placed).map((stall) => (
          <StallButton
            key={stall.id}
            stall={stall}
            look={looks.get(stall.type)}
            state={live.get(stall.number)}
            {...itemProps(stall)}
          />
        ))}
        {gesture?.kind === "marquee" && <Marquee frame={frameOf(gesture)} view={view} />}
      </Box>
    </Box>
  );
}

/** The stalls of the published plan. */
function Outlines({ plan, view }: { readonly plan: Plan; readonly view: View }) {
  return plan.stalls.map((stall) => (
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
  ));
}

interface ItemProps {
  readonly view: View;
  readonly isChosen: boolean;
  /** What every item's button has. */
  readonly button: ComponentProps<"button">;
}

function FixtureButton({ fixture, view, isChosen, button }: ItemProps & { readonly fixture: DrawnFixture }) {
  const { kind, x, y, turn } = fixture;
  return (
    <button
      {...button}
      data-fixture=""
      data-kind={kind}
      aria-label={strings.item(nameOf(fixture), x, y, isChosen)}
      style={{ ...boxOf(fixture, view), ...(turn === 0 ? {} : { transform: `rotate(${turn}deg)` }) }}
    />
  );
}

interface StallButtonProps extends ItemProps {
  readonly stall: DrawnStall;
  readonly look: StallLook | undefined;
  /** Of its live booking. */
  readonly state: BookingState | undefined;
}

function StallButton({ stall, look, state, view, isChosen, button }: StallButtonProps) {
  const { number, type, x, y } = stall;
  const mark = typeMark({ type, look });
  const name = strings.stall(number, stallTypeLabel(type)) + (state === undefined ? "" : strings.taken(state));
  return (
    <button
      {...button}
      data-stall={number}
      data-status={statusMark({ status: stallStatus(state), blocked: state === "blocked" })}
      data-type={mark}
      aria-label={strings.item(name, x, y, isChosen)}
      style={{ ...boxOf(stall, view), ...turnStyle(stall) }}
    >
      <span data-mark={mark} aria-hidden />
      <span data-number style={uprightStyle(stall)}>
        {number}
      </span>
    </button>
  );
}

function Marquee({ frame, view }: { readonly frame: Rectangle; readonly view: View }) {
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
