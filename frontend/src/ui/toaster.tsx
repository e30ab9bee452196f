import { Box } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { closingTimes } from "./closing-times";
import { codeOf } from "./code";
import { loadedTwice } from "./retried";
import { useShownToast, useToasts } from "./toast";
import type * as CardModule from "./toast-card";

/** Focuses the toast (specification 1, section 9). */
const TOAST_HOTKEY = "F8";
/** Delay until the toast card is prefetched, in ms. */
const PREFETCH_DELAY_MS = 3000;

/** The toast card, which no first view needs. */
export const toastCard = codeOf(() => loadedTwice(() => import("./toast-card")));

/** The toast card's module; "unavailable" if it could not be loaded, undefined while loading. */
type ToastCardModule = typeof CardModule | "unavailable" | undefined;

/** Loads the toast card with the first toast, or after a delay. */
function useToastCard(hasToast: boolean): ToastCardModule {
  const [card, setCard] = useState<ToastCardModule>(toastCard.loaded);
  const missing = card === undefined;
  useEffect(() => {
    if (!missing) return undefined;
    const load = () => void toastCard.load().then(setCard, () => setCard("unavailable"));
    const timer = setTimeout(load, hasToast ? 0 : PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [missing, hasToast]);
  return card;
}

/** Container of the toast. A live region, so it must be in the page from the start. */
export function Toaster({ closeLabel }: { readonly closeLabel: string }) {
  const toast = useShownToast();
  const { dismissToast } = useToasts();
  const ref = useRef<HTMLDivElement>(null);
  const [translate, setTranslate] = useState("");
  const [paused, setPaused] = useState(false);
  const card = useToastCard(toast !== undefined);
  // A toast has no position until its card has loaded: shown earlier, it could briefly cover the countdown.
  const shown = card === undefined ? undefined : toast;
  const key = shown?.key;

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key === TOAST_HOTKEY) ref.current?.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  useEffect(() => {
    if (key === undefined || paused) return undefined;
    const timer = setTimeout(() => dismissToast(key), closingTimes.toast);
    return () => clearTimeout(timer);
  }, [key, paused, dismissToast]);

  return (
    <Box
      ref={ref}
      style={{ translate }}
      data-toasts
      tabIndex={-1}
      // A focused toast stays open to be read.
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
      {card === "unavailable" && shown !== undefined && (
        // Without its code: as a card all the same.
        <Box
          key={shown.key}
          m="3"
          bg="card"
          color="ink"
          p="4"
          borderRadius="card"
          borderWidth="1px"
          borderInlineStartWidth="6px"
          borderColor={shown.kind === "error" ? "alarm.text" : "line"}
          boxShadow="0 6px 24px rgb(0 0 0 / 25%)"
          overflowWrap="anywhere"
        >
          <b>{shown.title}</b>
          <span>{shown.description === undefined ? "" : ` ${shown.description}`}</span>
        </Box>
      )}
      {card !== undefined && card !== "unavailable" && (
        <card.PlacedToast toast={shown} closeLabel={closeLabel} onMove={setTranslate} onPause={setPaused} />
      )}
    </Box>
  );
}
