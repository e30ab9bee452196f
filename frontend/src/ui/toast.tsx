import { Box, chakra } from "@chakra-ui/react";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { PointerEvent } from "react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

/** How long a toast stays, in ms (specification 2, section 9). */
const TOAST_MS = 5000;

/** A toast pulled so far to the right is let go, in px (specification 1, section 9). */
const SWIPE_THRESHOLD = 50;
/** Moves the focus to the toasts (specification 1, section 9). */
const TOAST_HOTKEY = "F8";

/** What a toast says and how it is meant. */
interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind: "success" | "error" | "info";
}

interface ShownToast extends Toast {
  readonly key: number;
}

// At most one toast is visible (T-240), so the whole store is one value: the newest replaces the one before it.
let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function put(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that may stand. */
export function showToast(toast: Toast): void {
  count += 1;
  put({ ...toast, key: count });
}

/** Puts a text on the clipboard and says so; where the browser does not allow it, it says that. */
export async function copyText(text: string, copied: Words, notCopied: Words): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ kind: "success", ...copied });
  } catch {
    showToast({ kind: "error", ...notCopied });
  }
}

type Words = Omit<Toast, "kind">;

/** Takes the toast away. */
export function dismissToast(): void {
  put(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
        if (start !== undefined) setPulled(Math.max(0, event.clientX - start));
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

/** The place where toasts appear; a live region, so it must stand in the page from the start. */
export function Toaster({ closeLabel }: { readonly closeLabel: string }) {
  const toast = useSyncExternalStore(subscribe, () => shown);
  const [paused, setPaused] = useState(false);
  const key = toast?.key;
  const place = useRef<HTMLDivElement>(null);
  const { pulled, handlers } = useSwipe(() => {
    setPaused(false);
    dismissToast();
  });

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === TOAST_HOTKEY) place.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  useEffect(() => {
    if (key === undefined || paused) return;
    const timer = setTimeout(() => {
      if (shown?.key === key) dismissToast();
    }, TOAST_MS);
    return () => clearTimeout(timer);
  }, [key, paused]);

  const Icon = toast === null ? Info : ICONS[toast.kind];
  return (
    <Box
      ref={place}
      data-toasts
      tabIndex={-1}
      role="status"
      aria-live="polite"
      position="fixed"
      zIndex="toast"
      insetInline={{ base: "3", md: "auto" }}
      insetInlineEnd={{ md: "6" }}
      // On phones above, so that it never covers the buttons of a sheet that came from below.
      top={{ base: "calc(0.75rem + env(safe-area-inset-top))", md: "auto" }}
      bottom={{ md: "6" }}
      maxWidth={{ md: "26rem" }}
    >
      {toast !== null && (
        <Box
          key={toast.key}
          {...handlers}
          style={pulled === 0 ? {} : { transform: `translateX(${pulled}px)` }}
          touchAction="pan-y"
          onMouseEnter={() => setPaused(true)}
          onMouseLeave={() => setPaused(false)}
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
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
            onClick={() => {
              setPaused(false);
              dismissToast();
            }}
            width="tap"
            height="tap"
            margin="-2.5"
            display="grid"
            placeItems="center"
            cursor="pointer"
            borderRadius="full"
            color="muted"
          >
            <X size={20} aria-hidden />
          </chakra.button>
        </Box>
      )}
    </Box>
  );
}
