import { showToast } from "../ui/toast";
import { strings } from "./app.strings";

/** Calls `open` with a lazily loaded module; if it cannot be loaded, shows an error toast that offers a reload. */
export function openPart<Part>(loading: Promise<Part>, open: (part: Part) => void): void {
  loading.then(open, () => showToast({ kind: "error", reload: true, ...strings.partMissing }));
}
