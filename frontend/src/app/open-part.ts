import { showToast } from "../ui/toast";
import { strings } from "./app.strings";

/** Calls `open` with a lazily loaded module; shows an error toast if it cannot be loaded. */
export function openPart<Part>(loading: Promise<Part>, open: (part: Part) => void): void {
  loading.then(open, () => showToast({ kind: "error", ...strings.partMissing }));
}
