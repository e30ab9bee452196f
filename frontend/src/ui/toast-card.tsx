import { Box, chakra } from "@chakra-ui/react";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { signButton } from "./card";
import { dismissToast, type ShownToast } from "./toast";
import { areaOf, bestSpot, type Obstacle, type ToastSpot } from "./toast-place";

/** A toast pulled so far to the right is let go, in px (specification 1, section 9). */
const SWIPE_THRESHOLD = 50;

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const COLOURS = { success: "leaf.text", error: "alarm.text", info: "indigo.text" } as const;

/** How far a toast has been pulled to the right, in px; past the threshold it goes. Words in it stay selectable. */
function useSwipe(onAway: () => void) {
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
        // Let go elsewhere: nobody said so here.
        if (event.buttons === 0) stop();
        else setPulled(Math.max(0, event.clientX - start));
      },
      onPointerUp: (event: PointerEvent) => {
        const away = start !== undefined && event.clientX - start >= SWIPE_THRESHOLD;
        stop();
        if (away) onAway();
      },
      onPointerCancel: stop,
    },
  };
}

const CONTROLS = "a[href], button, input, select, textarea, summary, [role=timer]";
/** What a person reads or presses next counts more than what merely stands there. */
const PRESSED_WEIGHT = 100;
const TIMER_WEIGHT = 50;

/** Everything that a toast should not cover; of an open dialog, what is in it. */
function obstacles(own: Element, pressed: EventTarget | null): Obstacle[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog], dialog[open]");
  const place = dialogs[dialogs.length - 1] ?? document.body;
  const found: Obstacle[] = [];
  for (const element of place.querySelectorAll(CONTROLS)) {
    if (own.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || top > innerHeight || top + height < 0) continue;
    const now = element === document.activeElement || element === pressed;
    const weight = now ? PRESSED_WEIGHT : element.getAttribute("role") === "timer" ? TIMER_WEIGHT : 1;
    found.push({ left, top, width, height, weight });
  }
  return found;
}

/** How far down a strip reaches that sticks to the top of the window; 0 without one. */
function stickyHeight(): number {
  const strip = document.querySelector("[data-sticks]")?.getBoundingClientRect();
  return strip !== undefined && strip.top <= 0 ? strip.bottom : 0;
}

/** How often a toast looks whether something came under it, in ms. */
const LOOK_MS = 300;

/** Keeps the toast where it covers least, with the element that was pressed last. @returns the toast's ref */
function useFreePlace(onMove: (translate: string) => void) {
  const card = useRef<HTMLDivElement>(null);
  const spot = useRef<ToastSpot>(undefined);
  const pressed = useRef<EventTarget | null>(lastPressed);
  useLayoutEffect(() => {
    const own = card.current;
    if (own === null) return undefined;
    const stand = () => {
      const screen = { width: document.documentElement.clientWidth, height: innerHeight, top: stickyHeight() };
      const size = { width: own.offsetWidth, height: own.offsetHeight };
      spot.current = bestSpot(size, screen, obstacles(own, pressed.current), spot.current);
      const { left, top } = areaOf(spot.current, size, screen);
      onMove(`${left}px ${top}px`);
    };
    stand();
    const timer = setInterval(stand, LOOK_MS);
    return () => clearInterval(timer);
  }, [onMove]);
  return card;
}

/** What was pressed last: on some phones a pressed button does not get the focus. */
let lastPressed: EventTarget | null = null;
if (typeof document !== "undefined")
  document.addEventListener("pointerdown", ({ target }) => (lastPressed = controlOf(target)), true);

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(CONTROLS) : null;
}

/** The toast itself: it goes by its button, by a pull to the right, and waits while it is pointed at. */
export function ToastCard({
  toast,
  closeLabel,
  onMove,
  onPause,
}: {
  readonly toast: ShownToast;
  readonly closeLabel: string;
  /** Where it is to stand, from the upper left corner of the window; a CSS translate. */
  readonly onMove: (translate: string) => void;
  readonly onPause: (paused: boolean) => void;
}) {
  const close = () => {
    onPause(false);
    dismissToast();
  };
  const { pulled, handlers } = useSwipe(close);
  const card = useFreePlace(onMove);
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
      </Box>
      <chakra.button
        type="button"
        aria-label={closeLabel}
        onClick={close}
        {...signButton}
        margin="-2.5"
        borderRadius="full"
        color="muted"
      >
        <X size={20} aria-hidden />
      </chakra.button>
    </Box>
  );
}
