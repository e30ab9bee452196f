import { Box } from "@chakra-ui/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useStore } from "react-redux";
import { changed, type WithSite } from "../api/site-state";

/** Opening delay, and the time after another tooltip closed without a delay, in ms (specification 1, section 9). */
const TOOLTIP_DELAY_MS = 700;
const TOOLTIP_SKIP_MS = 300;

/** Tooltip that repeats the accessible name of its child, so it is hidden from screen readers. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  const store = useStore<WithSite>();
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = () => {
    clearTimeout(timer.current);
    const since = performance.now() - (store.getState().site.tooltipClosedAt ?? Number.NEGATIVE_INFINITY);
    const wait = since < TOOLTIP_SKIP_MS ? 0 : TOOLTIP_DELAY_MS;
    timer.current = setTimeout(() => setOpen(true), wait);
  };
  const hide = () => {
    clearTimeout(timer.current);
    if (open) store.dispatch(changed({ tooltipClosedAt: performance.now() }));
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    <Box
      as="span"
      position="relative"
      display="inline-block"
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={(event) => {
        if (event.key === "Escape") hide();
      }}
    >
      {children}
      {open && (
        <Box
          as="span"
          aria-hidden
          data-testid="tooltip"
          position="absolute"
          bottom="calc(100% + 6px)"
          insetInlineStart="50%"
          transform="translateX(-50%)"
          zIndex="popover"
          px="2.5"
          py="1"
          borderRadius="small"
          bg="ink"
          color="paper"
          fontSize="0.875rem"
          whiteSpace="nowrap"
          pointerEvents="none"
        >
          {text}
        </Box>
      )}
    </Box>
  );
}
