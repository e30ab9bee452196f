/** How long after the last press or key a page counts as in use, in ms. */
const IN_USE_MS = 60_000;

let usedAt: number | undefined;
const note = () => {
  usedAt = performance.now();
};

/**
 * Watches whether somebody uses the page: reads that it makes by itself meanwhile do not extend the administrator's session.
 *
 * @returns a function that stops it
 */
export function watchUse(): () => void {
  note();
  document.addEventListener("pointerdown", note, true);
  document.addEventListener("keydown", note, true);
  return () => {
    document.removeEventListener("pointerdown", note, true);
    document.removeEventListener("keydown", note, true);
    usedAt = undefined;
  };
}

/** Whether the page is watched and nobody has used it lately. */
export const isIdle = (): boolean => usedAt !== undefined && performance.now() - usedAt > IN_USE_MS;
