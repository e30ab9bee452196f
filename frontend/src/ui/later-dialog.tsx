import { type ComponentProps, Suspense } from "react";
import type { ConfirmDialog } from "./dialog";
import { lazyPart, useNeeded } from "./lazy-part";

const Loaded = lazyPart(async () => (await import("./dialog")).ConfirmDialog);

/** {@link ConfirmDialog}, whose code is loaded when it is first opened: for pages that have no other dialog. */
export function LaterConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const { open } = props;
  return useNeeded(open) ? (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}
