import { showToast } from "../ui/toast";
import { strings } from "./app.strings";

/** Opens what is fetched when it is first wanted. Where it can't be had the page stays as it is, and a toast says so. */
export function openPart<Part>(coming: Promise<Part>, open: (part: Part) => void): void {
  coming.then(open, () => showToast({ kind: "error", ...strings.partMissing }));
}
