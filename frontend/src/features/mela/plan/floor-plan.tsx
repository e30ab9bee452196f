import { Box } from "@chakra-ui/react";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { LayoutStall } from "../../../api/mela-api";
import { rupees } from "../../../ui/money";
import { strings } from "../mela.strings";
import type { Direction } from "./plan-geometry";
import { boxOf, byNumber, flagSide, HALL, neighbour, VIEW } from "./plan-geometry";
import { PlanGround } from "./plan-ground";
import { PlanViewport } from "./plan-viewport";
import { stallStyle } from "./stall-style";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

const planStyle = {
  ...stallStyle,
  containerType: "inline-size",
  "& button": {
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
    backgroundClip: "padding-box",
    transform: "scale(0.95)",
    _hover: { zIndex: "2", filter: "brightness(1.05) saturate(1.15)" },
    _focusVisible: { zIndex: "3", outline: "3px solid {colors.rani.text}", outlineOffset: "1px" },
  },
  "& button[data-status=Available]:hover": { bg: "stall.freeHover" },
  "& button > [data-mark]": {
    position: "absolute",
    top: "0",
    insetInlineStart: "0",
    width: "24%",
    height: "24%",
    pointerEvents: "none",
  },
  "& button > [data-mark=General]": { top: "5%", insetInlineStart: "5%", width: "16%", height: "16%" },
  "& button > [data-number]": { paintOrder: "stroke", pointerEvents: "none" },
  "& button[data-own]": {
    zIndex: "1",
    boxShadow: "0 0 0 3px {colors.card}, 0 0 0 7px {colors.rani.text}",
  },
  // The flag stands on the walkway beside the stall, never over a neighbour's number.
  "& button > [data-flag]": {
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
} as const;

const centred = { left: "50%", transform: "translateX(-50%)" } as const;
const middle = { top: "50%", transform: "translateY(-50%)" } as const;
const FLAG_PLACES = {
  up: { ...centred, bottom: "calc(100% + 0.75rem)" },
  down: { ...centred, top: "calc(100% + 0.75rem)" },
  left: { ...middle, right: "calc(100% + 0.75rem)" },
  right: { ...middle, left: "calc(100% + 0.75rem)" },
} as const satisfies Record<Direction, object>;

interface FloorPlanProps {
  readonly stalls: readonly LayoutStall[];
  /** The visitor's own stall, if any. */
  readonly own: string | undefined;
  readonly onChoose: (stall: LayoutStall) => void;
}

/** What is read out and shown of a stall's status. */
export function statusWords(stall: LayoutStall, own: string | undefined): string {
  return stall.stallId === own ? strings.plan.reservedForYou : strings.plan.status[stall.status];
}

function Tip({ stall, own }: { readonly stall: LayoutStall; readonly own: string | undefined }) {
  const { left, top } = boxOf(stall);
  const rightHalf = stall.x > HALL.widthFeet / 2;
  const lowerHalf = stall.y > HALL.depthFeet / 2;
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
      <Box fontWeight="600">
        {stall.stallId} · {stallTypeLabel(stall.type)}
      </Box>
      <Box fontVariantNumeric="tabular-nums">
        {rupees(stall.price)} · {statusWords(stall, own)}
      </Box>
    </Box>
  );
}

/**
 * The floor plan to scale. Every stall is a button; one of them is in the tab order and the arrow keys move
 * between them. The list view offers the same.
 */
export function FloorPlan({ stalls, own, onChoose }: FloorPlanProps) {
  const ground = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const [pointed, setPointed] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const ordered = stalls.toSorted(byNumber);
  const entry = current ?? own ?? ordered[0]?.stallId;
  const tipFor = stalls.find((stall) => stall.stallId === (pointed ?? focused));

  const move = (event: KeyboardEvent, stall: LayoutStall) => {
    if (event.key === "Escape") {
      setPointed(undefined);
      setFocused(undefined);
      return;
    }
    const direction = ARROWS[event.key];
    const target =
      direction !== undefined
        ? neighbour(stalls, stall, direction)
        : event.key === "Home"
          ? ordered[0]
          : event.key === "End"
            ? ordered.at(-1)
            : undefined;
    if (direction !== undefined || target !== undefined) event.preventDefault();
    if (target === undefined) return;
    setCurrent(target.stallId);
    ground.current?.querySelector<HTMLElement>(`[data-stall="${target.stallId}"]`)?.focus();
  };

  return (
    <PlanViewport ratio={VIEW.width / VIEW.height}>
      <Box
        ref={ground}
        role="group"
        aria-label={strings.plan.planLabel(stalls.length)}
        position="relative"
        width="full"
        aspectRatio={`${VIEW.width} / ${VIEW.height}`}
        css={planStyle}
      >
        <PlanGround />
        {ordered.map((stall) => {
          const isOwn = stall.stallId === own;
          return (
            <button
              key={stall.stallId}
              type="button"
              style={boxOf(stall)}
              tabIndex={stall.stallId === entry ? 0 : -1}
              data-stall={stall.stallId}
              data-status={stall.status}
              data-type={stall.type}
              data-own={isOwn ? "" : undefined}
              aria-label={strings.plan.stallName(stall, statusWords(stall, own))}
              aria-describedby={tipFor?.stallId === stall.stallId ? "stall-tip" : undefined}
              onClick={() => onChoose(stall)}
              onKeyDown={(event) => move(event, stall)}
              onFocus={() => {
                setCurrent(stall.stallId);
                setFocused(stall.stallId);
              }}
              onBlur={() => setFocused(undefined)}
              onPointerEnter={(event) => {
                if (event.pointerType !== "touch") setPointed(stall.stallId);
              }}
              onPointerLeave={() => setPointed(undefined)}
            >
              <span data-mark={stall.type} aria-hidden />
              <span data-number>{stall.stallId}</span>
              {isOwn && (
                <span data-flag style={FLAG_PLACES[flagSide(stall)]}>
                  {strings.plan.yours}
                </span>
              )}
            </button>
          );
        })}
        {tipFor !== undefined && <Tip stall={tipFor} own={own} />}
      </Box>
    </PlanViewport>
  );
}
