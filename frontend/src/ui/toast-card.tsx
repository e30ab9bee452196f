import { Box, Button, chakra } from "@chakra-ui/react";
import strings from "@sakhi/domain/generated/messages/en/toast";
import { CircleAlert, CircleCheck, Info, RotateCw, X } from "lucide-react";
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ShownToast } from "../api/site-state";
import { iconButton } from "./card";
import { reloadIfReachable } from "./reload";
import { useToasts } from "./toast";
import { areaOf, bestSpot, type Obstacle, type ToastSpot } from "./toast-position";

/** A swipe to the right of at least this distance closes the toast, in px (specification 1, section 9). */
const SWIPE_THRESHOLD = 50;

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const COLOURS = { success: "leaf.text", error: "alarm.text", info: "indigo.text" } as const;

/** Swipe to the right: `pulled` is the distance in px. No pointer capture, so that the text stays selectable. */
function useSwipe(onSwipe: () => void) {
  const [start, setStart] = useState<number>();
  const [pulled, setPulled] = useState(0);
  const stop = () => {
    setStart(undefined);
    setPulled(0);
  };
  return {
    pulled,
    handlers: {
      onPointerDown: (event: PointerEvent) => setStart(event.clientX),
      onPointerMove: (event: PointerEvent) => {
        if (start === undefined) return;
        // The button was released outside, without a pointerup here.
        if (event.buttons === 0) stop();
        else setPulled(Math.max(0, event.clientX - start));
      },
      onPointerUp: (event: PointerEvent) => {
        const isSwipe = start !== undefined && event.clientX - start >= SWIPE_THRESHOLD;
        stop();
        if (isSwipe) onSwipe();
      },
      onPointerCancel: stop,
    },
  };
}

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=timer]";
/** Weights of the focused or last pressed control, and of timers; other obstacles weigh 1. */
const CURRENT_WEIGHT = 100;
const TIMER_WEIGHT = 50;

/** Elements that a toast should not cover; only those of an open dialog, if there is one. */
function obstacles(toastElement: Element, pressed: EventTarget | null): Obstacle[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]");
  const container = dialogs[dialogs.length - 1] ?? document.body;
  const result: Obstacle[] = [];
  for (const element of container.querySelectorAll(CONTROLS)) {
    if (toastElement.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || top > innerHeight || top + height < 0) continue;
    const isCurrent = element === document.activeElement || element === pressed;
    const others = element.getAttribute("role") === "timer" ? TIMER_WEIGHT : 1;
    const weight = isCurrent ? CURRENT_WEIGHT : others;
    result.push({ left, top, width, height, weight });
  }
  return result;
}

/** Bottom edge of a strip stuck to the top of the window, in px; 0 without one. */
function stickyHeight(): number {
  const strip = document.querySelector("[data-sticks]")?.getBoundingClientRect();
  return strip !== undefined && strip.top <= 0 ? strip.bottom : 0;
}

/** How often a toast checks for new obstacles, in ms. */
const CHECK_MS = 300;

type Pressed = RefObject<EventTarget | null>;

/** Keeps the toast where it covers least. @returns the toast's ref */
function usePosition(pressed: Pressed, onMove: (translate: string) => void) {
  const card = useRef<HTMLDivElement>(null);
  const spot = useRef<ToastSpot>(undefined);
  useLayoutEffect(() => {
    const toastElement = card.current;
    if (toastElement === null) return undefined;
    // What is pressed later has nothing to do with the toast.
    const control = controlOf(pressed.current);
    const reposition = () => {
      const screen = { width: document.documentElement.clientWidth, height: innerHeight, top: stickyHeight() };
      const size = { width: toastElement.offsetWidth, height: toastElement.offsetHeight };
      spot.current = bestSpot(size, screen, obstacles(toastElement, control), spot.current);
      const { left, top } = areaOf(spot.current, size, screen);
      onMove(`${left}px ${top}px`);
    };
    reposition();
    const timer = setInterval(reposition, CHECK_MS);
    return () => clearInterval(timer);
  }, [pressed, onMove]);
  return card;
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** Reload button with a note about stored drafts, or that the server is unreachable. */
function Reload() {
  const [unreachable, setUnreachable] = useState(false);
  const reload = async () => setUnreachable(!(await reloadIfReachable()));
  return (
    <>
      <Box textStyle="small" color="muted">
        {unreachable ? strings.unreachable : strings.drafts}
      </Box>
      <Button size="sm" variant="outline" mt="2" onClick={() => void reload()}>
        <RotateCw aria-hidden />
        {strings.reload}
      </Button>
    </>
  );
}

interface PlacedProps {
  readonly toast: ShownToast | undefined;
  readonly closeLabel: string;
  /** Receives the position as a CSS translate from the window's top left corner. */
  readonly onMove: (translate: string) => void;
  readonly onPause: (paused: boolean) => void;
}

/** The toast, if there is one, where it covers least. */
export function PlacedToast({ toast, ...props }: PlacedProps) {
  const pressed = useRef<EventTarget>(null);
  useEffect(() => {
    const press = ({ target }: Event) => {
      pressed.current = target;
    };
    document.addEventListener("pointerdown", press, true);
    return () => document.removeEventListener("pointerdown", press, true);
  }, []);
  return toast === undefined ? null : <ToastCard key={toast.key} toast={toast} pressed={pressed} {...props} />;
}

interface CardProps extends PlacedProps {
  readonly toast: ShownToast;
  /** What was pressed last, and so probably called for the toast: on some phones a pressed button does not get the focus. */
  readonly pressed: Pressed;
}

/** A toast: closed by its button or a swipe to the right, paused while hovered. */
function ToastCard({ toast, pressed, closeLabel, onMove, onPause }: CardProps) {
  const { dismissToast } = useToasts();
  const close = () => {
    onPause(false);
    dismissToast();
  };
  const { pulled, handlers } = useSwipe(close);
  const card = usePosition(pressed, onMove);
  useEffect(() => () => onPause(false), [onPause]);
  const Icon = ICONS[toast.kind];
  return (
    <Box
      ref={card}
      {...handlers}
      style={pulled === 0 ? {} : { transform: `translateX(${pulled}px)` }}
      touchAction="pan-y"
      onMouseEnter={() => onPause(true)}
      onMouseLeave={() => onPause(false)}
      display="grid"
      gridTemplateColumns="auto 1fr auto"
      gap="3"
      alignItems="start"
      bg="card"
      color="ink"
      borderRadius="card"
      boxShadow="0 12px 40px -8px rgb(40 20 10 / 45%)"
      borderWidth="1px"
      borderInlineStartWidth="6px"
      borderInlineStartColor={COLOURS[toast.kind]}
      p="4"
      animation="rise 180ms ease-out"
      _motionReduce={{ animation: "none" }}
    >
      <Box color={COLOURS[toast.kind]} pt="0.5" aria-hidden>
        <Icon size={22} />
      </Box>
      <Box>
        <Box fontWeight="600">{toast.title}</Box>
        {toast.description !== undefined && (
          <Box textStyle="small" color="muted">
            {toast.description}
          </Box>
        )}
        {toast.reload === true && <Reload />}
      </Box>
      <chakra.button
        type="button"
        aria-label={closeLabel}
        onClick={close}
        {...iconButton}
        margin="-2.5"
        borderRadius="full"
        color="muted"
      >
        <X size={20} aria-hidden />
      </chakra.button>
    </Box>
  );
}
