import { useSyncExternalStore } from "react";

/** What a toast says and how it is meant. */
interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind: "success" | "error" | "info";
}

/** A toast that stands; `key` is its own. */
export interface ShownToast extends Toast {
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

/**
 * Takes the toast away, or only the one of this key: by its button, when its time is over, and when what it was about is over
 * (the next try begins, the text it found wrong is changed).
 */
export function dismissToast(key = shown?.key): void {
  if (shown !== null && shown.key === key) put(null);
}

type Words = Omit<Toast, "kind">;

/**
 * Puts a text on the clipboard and says so; where the browser does not allow it, it says that.
 *
 * @param copied undefined where the caller says so in another way
 * @returns whether it is there
 */
export async function copyText(text: string, copied: Words | undefined, notCopied: Words): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast({ kind: "error", ...notCopied });
    return false;
  }
  if (copied !== undefined) showToast({ kind: "success", ...copied });
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = (): ShownToast | null => shown;

/** The toast that stands; null without one. */
export function useShownToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, current, current);
}
