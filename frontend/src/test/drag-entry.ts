import { fireEvent } from "@testing-library/react";

const HEIGHT_PX = 100;

/**
 * Drags an entry of an ordered list by its grip. jsdom has no layout and captures no pointers: each entry is given a
 * height, and the events go to the grip.
 *
 * @param button of the mouse that is pressed; 0 is the main one, or a finger
 */
export function dragEntry(
  list: HTMLElement,
  from: number,
  to: number,
  end: "pointerup" | "pointercancel" = "pointerup",
  button = 0,
): void {
  for (const [at, entry] of [...list.children].entries())
    entry.getBoundingClientRect = () => new DOMRect(0, at * HEIGHT_PX, 300, HEIGHT_PX);
  const grip = list.children[from]?.querySelector("[data-drag-handle]");
  if (!(grip instanceof HTMLElement)) throw new Error("the entry has no grip");
  grip.setPointerCapture = () => undefined;
  window.scrollBy = () => undefined;
  // jsdom's pointer events have neither button nor place.
  const send = (type: string, init: MouseEventInit) =>
    fireEvent(grip, new MouseEvent(type, { bubbles: true, ...init }));
  send("pointerdown", { button });
  send("pointermove", { clientY: (to + 0.5) * HEIGHT_PX });
  send(end, {});
}
