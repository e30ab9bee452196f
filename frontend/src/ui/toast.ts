import { nanoid } from "@reduxjs/toolkit";
import { useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";
import { changed, type ShownToast, type Toast, toastDismissed, type WithSite } from "../api/site-state";

/** Shows and dismisses the toast; the same functions in each render. */
export interface Toasts {
  /** Shows a toast, replacing the current one. */
  readonly showToast: (toast: Toast) => void;
  /** Dismisses the current toast; with `key` only if it is still that one. Call it when the reason for a toast is gone. */
  readonly dismissToast: (key?: string) => void;
}

export function useToasts(): Toasts {
  const dispatch = useDispatch();
  return useMemo(
    () => ({
      showToast: (toast) => dispatch(changed({ toast: { ...toast, key: nanoid() } })),
      dismissToast: (key) => dispatch(toastDismissed(key)),
    }),
    [dispatch],
  );
}

type ToastText = Omit<Toast, "kind">;

/**
 * Copies a text to the clipboard and shows a toast about the result.
 *
 * @returns a function: `copied` is undefined if the caller reports success itself; resolves with true if copied
 */
export function useCopyText() {
  const { showToast } = useToasts();
  return async (text: string, copied: ToastText | undefined, notCopied: ToastText): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      showToast({ kind: "error", ...notCopied });
      return false;
    }
    if (copied !== undefined) showToast({ kind: "success", ...copied });
    return true;
  };
}

/** The visible toast, if any. */
export const useShownToast = (): ShownToast | undefined => useSelector(({ site }: WithSite) => site.toast);
