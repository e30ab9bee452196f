import { type ComponentProps, Suspense, useState } from "react";
import type { ConfirmDialog } from "./dialog";
import { lazyPart } from "./lazy-part";

const Loaded = lazyPart(async () => (await import("./dialog")).ConfirmDialog);

/** {@link ConfirmDialog}, whose code is loaded when it is first opened: for pages that have no other dialog. */
export function LaterConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  const { open } = props;
  // Stays once it was open, so that it can close with its animation and give the focus back.
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  ) : null;
}
