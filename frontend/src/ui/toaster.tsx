import { Box } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { dismissToast, useShownToast } from "./toast";
import type * as Cards from "./toast-card";

/** How long a toast stays, in ms (specification 2, section 9). */
const TOAST_MS = 5000;
/** Moves the focus to the toasts (specification 1, section 9). */
const TOAST_HOTKEY = "F8";
/** When the look of a toast is fetched although none was shown yet, in ms. */
const LATER_MS = 3000;

let cards: typeof Cards | undefined;

/** Fetches how toasts look: no page's first view has one. */
export async function loadToastCard(): Promise<void> {
  cards ??= await import("./toast-card");
}

/** How toasts look; "unavailable" where it could not be fetched, undefined before either is known. */
type Look = typeof Cards | "unavailable" | undefined;

/** How toasts look, as soon as it is there: with the first toast, or a while after the page has come. */
function useLook(wanted: boolean): Look {
  const [look, setLook] = useState<Look>(cards);
  const missing = look === undefined;
  useEffect(() => {
    if (!missing) return undefined;
    const load = () =>
      void loadToastCard().then(
        () => setLook(cards),
        () => setLook("unavailable"),
      );
    const timer = setTimeout(load, wanted ? 0 : LATER_MS);
    return () => clearTimeout(timer);
  }, [missing, wanted]);
  return look;
}

/** The place where toasts appear; a live region, so it must stand in the page from the start. */
export function Toaster({ closeLabel }: { readonly closeLabel: string }) {
  const toast = useShownToast();
  const place = useRef<HTMLDivElement>(null);
  const [translate, setTranslate] = useState("");
  const [paused, setPaused] = useState(false);
  const look = useLook(toast !== null);
  // A toast without its look has no place yet: shown at once, it would cover the countdown for a moment.
  const shown = look === undefined ? null : toast;
  const key = shown?.key;

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === TOAST_HOTKEY) place.current?.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  useEffect(() => {
    if (key === undefined || paused) return undefined;
    const timer = setTimeout(() => dismissToast(key), TOAST_MS);
    return () => clearTimeout(timer);
  }, [key, paused]);

  return (
    <Box
      ref={place}
      style={{ translate }}
      data-toasts
      tabIndex={-1}
      // What was come to by the key waits to be read.
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      role="status"
      aria-live="polite"
      position="fixed"
      zIndex="toast"
      top="0"
      left="0"
      width={{ base: "calc(100vw - 1.5rem)", md: "auto" }}
      maxWidth={{ md: "26rem" }}
    >
      {shown !== null &&
        (look === undefined || look === "unavailable" ? (
          <Box key={shown.key} bg="card" p="4">
            {shown.title} {shown.description}
          </Box>
        ) : (
          <look.ToastCard
            key={shown.key}
            toast={shown}
            closeLabel={closeLabel}
            onMove={setTranslate}
            onPause={setPaused}
          />
        ))}
    </Box>
  );
}
