import { useCallback } from "react";
import { loadedTwice } from "../ui/retried";
import { useToasts } from "../ui/toast";
import { strings } from "./app.strings";

/**
 * @returns a function that calls `open` with a lazily loaded module; if it cannot be loaded, in two attempts, it shows an error
 *   toast that offers a reload
 */
export function useOpenPart() {
  const { showToast } = useToasts();
  return useCallback(
    <Part>(load: () => Promise<Part>, open: (part: Part) => void): void => {
      loadedTwice(load).then(open, () => showToast({ kind: "error", reload: true, ...strings.partMissing }));
    },
    [showToast],
  );
}
