import { Box, chakra, Flex } from "@chakra-ui/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { iconButton } from "../../ui/card";
import { strings } from "./floor-plan.strings";

const MIN = 1;
const MAX = 4;
const STEP = 1.5;

interface Anchor {
  /** The fixed point of the content, as fractions of its size. */
  readonly partX: number;
  readonly partY: number;
  /** That point's position in the viewport, in px. */
  readonly atX: number;
  readonly atY: number;
}

const distance = (touches: TouchList): number => {
  const [one, two] = [touches[0], touches[1]];
  return one === undefined || two === undefined ? 0 : Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
};

/**
 * Zooms by the content's width in a scroll container: text stays sharp, and touch pans by native scrolling.
 *
 * @param opening initial zoom for a container width; follows resizes until the visitor zooms
 * @param show id of the stall to scroll into view
 */
function useZoom(initialZoom: (width: number) => number, show: string | undefined) {
  const view = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const [zoom, setZoom] = useState(MIN);
  const [isMeasured, setMeasured] = useState(false);
  const latest = useRef(zoom);
  const userZoomed = useRef(false);

  const zoomTo = useCallback((target: number, clientX?: number, clientY?: number) => {
    const box = view.current;
    const next = Math.min(MAX, Math.max(MIN, target));
    if (box === null || next === latest.current) return;
    const frame = box.getBoundingClientRect();
    const atX = clientX === undefined ? frame.width / 2 : clientX - frame.left;
    const atY = clientY === undefined ? frame.height / 2 : clientY - frame.top;
    anchor.current = {
      atX,
      atY,
      partX: (box.scrollLeft + atX) / (box.scrollWidth || 1),
      partY: (box.scrollTop + atY) / (box.scrollHeight || 1),
    };
    latest.current = next;
    userZoomed.current = true;
    setZoom(next);
  }, []);

  // Until then it is as wide as in the server-rendered view: nothing moves, and the browser lays the page out once.
  useEffect(() => {
    const box = view.current;
    if (box === null) return undefined;
    const watch = new ResizeObserver(() => {
      if (userZoomed.current) return;
      latest.current = Math.min(MAX, initialZoom(box.offsetWidth));
      setZoom(latest.current);
      setMeasured(true);
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [initialZoom]);

  useLayoutEffect(() => {
    const box = view.current;
    const hold = anchor.current;
    if (box === null || hold === null) return;
    box.scrollLeft = hold.partX * box.scrollWidth - hold.atX;
    box.scrollTop = hold.partY * box.scrollHeight - hold.atY;
    anchor.current = null;
  }, [zoom]);

  const isZoomed = zoom > MIN;
  useEffect(() => {
    const box = view.current;
    const stall = show === undefined ? null : box?.querySelector<HTMLElement>(`[data-stall="${show}"]`);
    if (box === null || stall === null || stall === undefined || !isZoomed) return;
    // Once, when the plan has its size; then the visitor scrolls.
    box.scrollTo({
      left: stall.offsetLeft + stall.offsetWidth / 2 - box.clientWidth / 2,
      top: stall.offsetTop + stall.offsetHeight / 2 - box.clientHeight / 2,
    });
  }, [show, isZoomed]);

  // Only non-passive listeners can keep a pinch and Ctrl + wheel (a trackpad's pinch) from zooming the whole page.
  useEffect(() => {
    const box = view.current;
    if (box === null) return;
    let start: { distance: number; zoom: number } | null = null;
    const onStart = (event: TouchEvent) => {
      start = event.touches.length === 2 ? { distance: distance(event.touches), zoom: latest.current } : null;
    };
    const onMove = (event: TouchEvent) => {
      const [one, two] = [event.touches[0], event.touches[1]];
      if (start === null || one === undefined || two === undefined) return;
      event.preventDefault();
      const ratio = distance(event.touches) / (start.distance || 1);
      zoomTo(start.zoom * ratio, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    };
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(latest.current * Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
    };
    box.addEventListener("touchstart", onStart, { passive: true });
    box.addEventListener("touchmove", onMove, { passive: false });
    box.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      box.removeEventListener("touchstart", onStart);
      box.removeEventListener("touchmove", onMove);
      box.removeEventListener("wheel", onWheel);
    };
  }, [zoomTo]);

  return { view, zoom, isMeasured, zoomTo };
}

/** Pans by mouse drag; a drag of more than 6 px does not click a stall. */
function useMouseDrag() {
  const from = useRef<{ x: number; y: number; left: number; top: number; moved: boolean } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const box = event.currentTarget;
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from.current = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop, moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const start = from.current;
      if (start === null) return;
      if (event.buttons === 0) {
        from.current = null;
        return;
      }
      const dx = event.clientX - start.x;
      const dy = event.clientY - start.y;
      if (Math.hypot(dx, dy) > 6) start.moved = true;
      if (!start.moved) return;
      event.currentTarget.scrollLeft = start.left - dx;
      event.currentTarget.scrollTop = start.top - dy;
    },
    onClickCapture: (event: { stopPropagation: () => void; preventDefault: () => void }) => {
      if (from.current?.moved === true) {
        event.stopPropagation();
        event.preventDefault();
      }
      from.current = null;
    },
  };
}

const control = {
  ...iconButton,
  bg: "card",
  color: "indigo.text",
  borderWidth: "1.5px",
  borderColor: "edge",
  borderRadius: "card",
  _disabled: { opacity: "0.45", cursor: "not-allowed" },
} as const;

/**
 * Zoomable viewport of the plan: buttons, pinch, Ctrl + wheel, keys + − 0, drag. Its height is that of the whole plan at
 * full width, or most of a phone's screen.
 */
export function PlanViewport({
  ratio,
  initialZoom,
  initialWidth,
  show,
  children,
}: {
  /** Aspect ratio of the plan: width / height. */
  readonly ratio: number;
  /** Initial zoom for a viewport width in px. */
  readonly initialZoom: (width: number) => number;
  /** The same as a CSS width, until the viewport is measured: the server does not know its width. */
  readonly initialWidth: string;
  /** Id of the stall to scroll into view initially. */
  readonly show?: string | undefined;
  readonly children: ReactNode;
}) {
  const { view, zoom, isMeasured, zoomTo } = useZoom(initialZoom, show);
  const drag = useMouseDrag();
  const isZoomed = zoom > MIN;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoomTo(zoom * STEP);
    else if (event.key === "-") zoomTo(zoom / STEP);
    else if (event.key === "0") zoomTo(MIN);
  };
  const controls = [
    [strings.zoomOut, Minus, zoom <= MIN, zoom / STEP],
    [strings.zoomIn, Plus, zoom >= MAX, zoom * STEP],
    [strings.fit, Maximize, zoom <= MIN, MIN],
  ] as const;
  return (
    <Flex onKeyDown={onKeyDown} direction="column">
      {/* On phones below the plan, which begins higher then, and of which it covers no stall; there a pinch needs no hint. */}
      <Flex
        role="group"
        aria-label={strings.zoom}
        gap="2"
        align="center"
        justify="flex-end"
        order={{ base: 1, md: 0 }}
        mt={{ base: "2", md: "0" }}
        mb={{ md: "2" }}
        px={{ base: "4", md: "0" }}
      >
        <Box me="auto" textStyle="small" color="muted" hideBelow="md">
          {strings.zoomHint}
        </Box>
        {controls.map(([label, Icon, disabled, target]) => (
          <chakra.button
            key={label}
            type="button"
            aria-label={label}
            disabled={disabled}
            onClick={() => zoomTo(target)}
            {...control}
          >
            <Icon size={Icon === Maximize ? 20 : undefined} aria-hidden />
          </chakra.button>
        ))}
      </Flex>
      <Box containerType="inline-size">
        <Box
          ref={view}
          data-scroller
          overflow={isZoomed || !isMeasured ? "auto" : "hidden"}
          maxHeight={`max(62dvh, calc(100cqw / ${ratio}))`}
          width="full"
          // Vertical overscroll scrolls the page; horizontal must not trigger the browser's back gesture.
          overscrollBehaviorX="contain"
          touchAction="pan-x pan-y"
          {...drag}
        >
          <Box style={{ width: isMeasured ? `${zoom * 100}%` : initialWidth }} position="relative">
            {children}
          </Box>
        </Box>
      </Box>
    </Flex>
  );
}
