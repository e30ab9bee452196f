import { createSlice, nanoid, type PayloadAction } from "@reduxjs/toolkit";
import { useMemo } from "react";
import { useDispatch, useSelector } from "react-redux";

interface Toast {
  readonly title: string;
  readonly description?: string;
  readonly kind: "success" | "error" | "info";
  /** Offers to reload the page, for code that could not be loaded. */
  readonly reload?: boolean;
}

/** The visible toast. */
export interface ShownToast extends Toast {
  readonly key: string;
}

/** The part of the store's state that this file keeps: the visible toast, or null. */
export interface WithToast {
  readonly toast: ShownToast | null;
}

// At most one toast is visible (T-240): the newest replaces the one before it.
export const toastSlice = createSlice({
  name: "toast",
  initialState: null as ShownToast | null,
  reducers: {
    shown: (_toast, { payload }: PayloadAction<ShownToast>) => payload,
    dismissed: (toast, { payload: key }: PayloadAction<string | undefined>) =>
      key === undefined || toast?.key === key ? null : toast,
  },
});

const { shown, dismissed } = toastSlice.actions;

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
      showToast: (toast) => dispatch(shown({ ...toast, key: nanoid() })),
      dismissToast: (key) => dispatch(dismissed(key)),
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

/** The visible toast, or null. */
export const useShownToast = (): ShownToast | null => useSelector(({ toast }: WithToast) => toast);
