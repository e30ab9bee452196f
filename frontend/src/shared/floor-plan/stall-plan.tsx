import { Box, type SystemStyleObject } from "@chakra-ui/react";
import { type Ground, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import type { StallLook, StallType } from "@sakhi/domain/stalls/stall.types";
import { useCallback, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { isServer } from "../../ui/server";
import type { Direction, Placed } from "./plan-geometry";
import type { Area, View } from "./plan-geometry";
import { boxOf, byNumber, flagSide, neighbour, openingWidth, openingZoom, STALL_SCALE, viewOf } from "./plan-geometry";
import { PlanGround } from "./plan-ground";
import { PlanViewport } from "./plan-viewport";
import { stallStyle, typeMark } from "./stall-style";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

/** Styles of a plan with its stalls, for visitors, the dashboard and the designer. */
export const planStyle: SystemStyleObject = {
  ...stallStyle,
  containerType: "inline-size",
  "& :is(button, a)": {
    position: "absolute",
    display: "grid",
    placeItems: "center",
    padding: "0",
    margin: "0",
    borderWidth: "clamp(1.5px, 0.4cqw, 3px)",
    borderRadius: "clamp(2px, 0.5cqw, 5px)",
    fontFamily: "body",
    fontWeight: "600",
    fontSize: "clamp(0.5rem, 2.55cqw, 1.125rem)",
    lineHeight: "1",
    letterSpacing: "-0.01em",
    cursor: "pointer",
    textDecoration: "none",
    backgroundClip: "padding-box",
    transform: `scale(${STALL_SCALE})`,
    _hover: { zIndex: "2", filter: "brightness(1.05) saturate(1.15)" },
    _focusVisible: { zIndex: "3", outline: "3px solid {colors.rani.text}", outlineOffset: "1px" },
  },
  "& :is(button, a)[data-status=Available]:hover": { bg: "stall.freeHover" },
  "& :is(button, a) > [data-mark]": {
    position: "absolute",
    top: "0",
    insetInlineStart: "0",
    width: "24%",
    height: "24%",
    pointerEvents: "none",
  },
  "& :is(button, a) > [data-mark=General]": { top: "5%", insetInlineStart: "5%", width: "16%", height: "16%" },
  "& :is(button, a) > [data-number]": { paintOrder: "stroke", pointerEvents: "none" },
  "& :is(button, a)[data-own]": { zIndex: "1", boxShadow: "0 0 0 3px {colors.card}, 0 0 0 7px {colors.rani.text}" },
  "& :is(button, a)[data-ringed]": {
    zIndex: "1",
    boxShadow: "0 0 0 3px {colors.card}, 0 0 0 6px {colors.indigo.text}",
  },
  // The flag is on the walkway beside the stall, never over another stall's number.
  "& :is(button, a) > [data-flag]": {
    position: "absolute",
    whiteSpace: "nowrap",
    px: "0.5rem",
    py: "0.125rem",
    bg: "rani.solid",
    color: "rani.on",
    fontSize: "0.875rem",
    lineHeight: "1.2",
    borderRadius: "full",
    pointerEvents: "none",
    letterSpacing: "0",
  },
};

const centred = { left: "50%", transform: "translateX(-50%)" } as const;
const middle = { top: "50%", transform: "translateY(-50%)" } as const;
const FLAG_POSITIONS = {
  up: { ...centred, bottom: "calc(100% + 0.75rem)" },
  down: { ...centred, top: "calc(100% + 0.75rem)" },
  left: { ...middle, right: "calc(100% + 0.75rem)" },
  right: { ...middle, left: "calc(100% + 0.75rem)" },
} as const satisfies Record<Direction, object>;

/** Stall fields that every plan needs. */
interface PlanStall extends Placed {
  readonly type: StallType;
  readonly look?: StallLook | undefined;
}

/** A stall's turn; nothing for one that is not turned, whose style is the sheet's. */
export function turnStyle({ turn = 0 }: Pick<Placed, "turn">): { transform?: string } {
  return turn === 0 ? {} : { transform: `rotate(${turn}deg) scale(${STALL_SCALE})` };
}

/** Keeps the number of a turned stall upright. */
export function uprightStyle({ turn = 0 }: Pick<Placed, "turn">): { transform?: string } {
  return turn === 0 ? {} : { transform: `rotate(${-turn}deg)` };
}

interface StallPlanProps<S extends PlanStall> {
  readonly stalls: readonly S[];
  /** Area and fixtures; by default the standard hall. */
  readonly ground?: Ground | undefined;
  /** Accessible name of the plan. */
  readonly label: string;
  /** The stall's `data-status`, styled by {@link stallStyle}. */
  readonly statusOf: (stall: S) => string;
  /** Accessible name of a stall. */
  readonly nameOf: (stall: S) => string;
  /** Tooltip of the hovered or focused stall. */
  readonly tipOf: (stall: S) => ReactNode;
  readonly onChoose: (stall: S) => void;
  /** Attributes of a link that chooses a stall, for a press before any script has run. */
  readonly linkOf?: (stall: S) => { readonly href: string };
  /** A stall to highlight with a ring and a flag; keyboard navigation starts there. */
  readonly flagged?: { readonly stallId: string; readonly words: string } | undefined;
  /** Stalls with a ring, e.g. those that a search has found. */
  readonly ringed?: ReadonlySet<string> | undefined;
  /** Said at the plan's entrance, if it has one only. */
  readonly here?: string | undefined;
}

interface TipProps {
  readonly stall: Placed;
  readonly area: Area;
  readonly view: View;
  readonly children: ReactNode;
}

function Tip({ stall, area, view, children }: TipProps) {
  const { left, top } = boxOf(stall, view);
  const rightHalf = stall.x > area.width / 2;
  const lowerHalf = stall.y > area.height / 2;
  return (
    <Box
      id="stall-tip"
      role="tooltip"
      position="absolute"
      zIndex="4"
      left={left}
      top={top}
      width="max-content"
      maxWidth="15rem"
      transform={`translate(${rightHalf ? "calc(-100% + 7cqw)" : "0"}, ${lowerHalf ? "calc(-100% - 0.5rem)" : "calc(7cqw + 0.5rem)"})`}
      pointerEvents="none"
      bg="ink"
      color="paper"
      borderRadius="small"
      px="3"
      py="2"
      boxShadow="card"
      fontSize="0.9375rem"
      lineHeight="1.4"
    >
      {children}
    </Box>
  );
}

/**
 * The floor plan to scale. Each stall is a button; one is in the tab order, and the arrow keys move between them. Rendered on the
 * server, stalls are links (`linkOf`), all of them in the tab order: no script answers the keys yet.
 */
export function StallPlan<S extends PlanStall>({
  stalls,
  ground: plan = STANDARD_GROUND,
  label,
  statusOf,
  nameOf,
  tipOf,
  onChoose,
  linkOf,
  flagged,
  ringed,
  here,
}: StallPlanProps<S>) {
  const ground = useRef<HTMLDivElement>(null);
  const view = useMemo(() => viewOf(plan), [plan]);
  const initialZoom = useCallback((width: number) => openingZoom(width, view), [view]);
  const [current, setCurrent] = useState<string>();
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const ordered = stalls.toSorted(byNumber);
  const entry = current ?? flagged?.stallId ?? ordered[0]?.stallId;
  const tipStall = stalls.find((stall) => stall.stallId === (hovered ?? focused));

  const move = (event: KeyboardEvent, stall: S) => {
    if (event.key === "Escape") {
      setHovered(undefined);
      setFocused(undefined);
      return;
    }
    const direction = ARROWS[event.key];
    const ends = { Home: ordered[0], End: ordered.at(-1) } as Readonly<Record<string, S | undefined>>;
    const target = direction === undefined ? ends[event.key] : neighbour(stalls, stall, direction);
    if (direction !== undefined || target !== undefined) event.preventDefault();
    if (target === undefined) return;
    setCurrent(target.stallId);
    ground.current?.querySelector<HTMLElement>(`[data-stall="${target.stallId}"]`)?.focus();
  };

  return (
    <PlanViewport
      ratio={view.width / view.height}
      initialZoom={initialZoom}
      initialWidth={openingWidth(view)}
      show={flagged?.stallId}
    >
      <Box
        ref={ground}
        role="group"
        aria-label={label}
        position="relative"
        width="full"
        aspectRatio={`${view.width} / ${view.height}`}
        css={planStyle}
      >
        <PlanGround ground={plan} here={here} />
        {ordered.map((stall) => {
          const isFlagged = stall.stallId === flagged?.stallId;
          const looks = {
            style: { ...boxOf(stall, view), ...turnStyle(stall) },
            "data-stall": stall.stallId,
            "data-status": statusOf(stall),
            "data-type": typeMark(stall),
            "data-own": isFlagged ? "" : undefined,
            "data-ringed": ringed?.has(stall.stallId) === true ? "" : undefined,
            "aria-label": nameOf(stall),
          };
          const inside = (
            <>
              <span data-mark={typeMark(stall)} aria-hidden />
              <span data-number style={uprightStyle(stall)}>
                {stall.stallId}
              </span>
              {isFlagged && (
                <span data-flag style={FLAG_POSITIONS[flagSide(stall, plan)]}>
                  {flagged.words}
                </span>
              )}
            </>
          );
          if (isServer && linkOf !== undefined)
            return (
              <a key={stall.stallId} {...linkOf(stall)} rel="nofollow" {...looks}>
                {inside}
              </a>
            );
          return (
            <button
              key={stall.stallId}
              type="button"
              {...looks}
              tabIndex={stall.stallId === entry ? 0 : -1}
              aria-describedby={tipStall?.stallId === stall.stallId ? "stall-tip" : undefined}
              onClick={() => onChoose(stall)}
              onKeyDown={(event) => move(event, stall)}
              onFocus={() => {
                setCurrent(stall.stallId);
                setFocused(stall.stallId);
              }}
              onBlur={() => setFocused(undefined)}
              onPointerEnter={(event) => {
                if (event.pointerType !== "touch") setHovered(stall.stallId);
              }}
              onPointerLeave={() => setHovered(undefined)}
            >
              {inside}
            </button>
          );
        })}
        {tipStall !== undefined && (
          <Tip stall={tipStall} area={plan} view={view}>
            {tipOf(tipStall)}
          </Tip>
        )}
      </Box>
    </PlanViewport>
  );
}
