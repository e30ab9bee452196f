import { loadedTwice } from "../ui/retried";
import { showToast } from "../ui/toast";
import { strings } from "./app.strings";

/** Calls `open` with a lazily loaded module; if it cannot be loaded, in two attempts, shows an error toast that offers a reload. */
export function openLazily<Part>(load: () => Promise<Part>, open: (part: Part) => void): void {
  loadedTwice(load).then(open, () => showToast({ kind: "error", reload: true, ...strings.partMissing }));
}
