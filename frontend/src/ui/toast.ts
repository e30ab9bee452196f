import { externalStore } from "../api/external-store";

interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind: "success" | "error" | "info";
  /** Offers to reload the page, for code that could not be loaded. */
  readonly reload?: boolean;
}

/** The visible toast. */
export interface ShownToast extends Toast {
  readonly key: number;
}

// At most one toast is visible (T-240), so the whole store is one value: the newest replaces the one before it.
const store = externalStore<ShownToast | null>(null);
let count = 0;

/** Shows a toast, replacing the current one. */
export function showToast(toast: Toast): void {
  count += 1;
  store.set({ ...toast, key: count });
}

/** Dismisses the current toast; with `key` only if it is still that one. Call it when the reason for a toast is gone. */
export function dismissToast(key = store.get()?.key): void {
  if (store.get()?.key === key) store.set(null);
}

type ToastText = Omit<Toast, "kind">;

/**
 * Copies a text to the clipboard and shows a toast about the result.
 *
 * @param copied undefined if the caller reports success itself
 * @returns true if copied
 */
export async function copyText(text: string, copied: ToastText | undefined, notCopied: ToastText): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showToast({ kind: "error", ...notCopied });
    return false;
  }
  if (copied !== undefined) showToast({ kind: "success", ...copied });
  return true;
}

/** The visible toast, or null. */
export const useShownToast = store.use;
