import { Box } from "@chakra-ui/react";
import { GripVertical } from "lucide-react";
import { type PointerEvent, useState } from "react";

/** Within this distance of the window's edge dragging scrolls, by this much for each movement; in px. */
const EDGE_PX = 72;
const SCROLL_PX = 16;

/** An entry that is dragged, and the place where it would be put. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the entries of a vertical list (`<ol>`, one `<li>` each, before any other) in order by dragging their handles with
 * a mouse, a pen or a finger. Nothing moves before the entry is dropped. Keys need buttons of their own.
 *
 * @param count of the entries
 * @param onMove not called if the entry is dropped at its own place
 */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  /** Events of the handle of an entry. */
  const handle = (at: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      // No selection of text, and the events stay here when the pointer leaves the handle.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: at, to: at });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag === undefined) return;
      const { clientY } = event;
      const to = placeAt(event.currentTarget, clientY, count);
      if (to !== drag.to) setDrag({ ...drag, to });
      if (clientY < EDGE_PX) window.scrollBy({ top: -SCROLL_PX });
      else if (clientY > window.innerHeight - EDGE_PX) window.scrollBy({ top: SCROLL_PX });
    },
    onPointerUp: () => {
      setDrag(undefined);
      if (drag !== undefined && drag.from !== drag.to) onMove(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(undefined),
  });
  /** How an entry looks during the drag: the dragged one, and the edge where it would be put. */
  const look = (at: number) => {
    if (at === drag?.from) return { opacity: 0.5 };
    return at === drag?.to ? { boxShadow: `0 ${drag.to < drag.from ? "-4px" : "4px"} 0 0 currentColor` } : {};
  };
  return { handle, look };
}

/** The entry at this height of the window; the last one below all. */
function placeAt(handle: HTMLElement, y: number, count: number): number {
  const entries = [...(handle.closest("ol")?.children ?? [])].slice(0, count);
  const found = entries.findIndex((entry) => entry.getBoundingClientRect().bottom > y);
  return found === -1 ? count - 1 : found;
}

/** What is dragged: an entry's grip. Not for keys and screen readers, which have buttons. */
export function DragHandle(events: ReturnType<ReturnType<typeof useDragOrder>["handle"]>) {
  return (
    <Box
      as="span"
      aria-hidden
      display="grid"
      placeItems="center"
      minWidth="7"
      minHeight="tap"
      flexShrink="0"
      color="muted"
      cursor="grab"
      _active={{ cursor: "grabbing" }}
      touchAction="none"
      data-drag-handle
      {...events}
    >
      <GripVertical size={18} />
    </Box>
  );
}
