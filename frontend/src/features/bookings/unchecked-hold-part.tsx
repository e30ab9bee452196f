import { Suspense } from "react";
import { useOpenedWithoutNetwork } from "../../shared/kept/use-kept";
import { lazyPart } from "../../ui/lazy-part";
import { seenHold } from "./seen-hold";
import type { MyHoldState } from "./use-my-hold";

/** Lazy: shown only without network. */
const UncheckedHold = lazyPart(async () => (await import("./unchecked-hold")).UncheckedHold);

interface UncheckedHoldPartProps {
  /** Slug. */
  readonly event: string;
  readonly myHold: MyHoldState;
}

/** What the device knows of the hold that this tab saw last, while the server does not say what became of it. */
export function UncheckedHoldPart({ event, myHold: { hold, fresh, failed } }: UncheckedHoldPartProps) {
  const opened = useOpenedWithoutNetwork();
  const isUnchecked = (failed || (opened && !fresh)) && seenHold(event) !== undefined;
  return (
    isUnchecked && (
      <Suspense fallback={null}>
        <UncheckedHold event={event} isCounted={hold !== undefined && hold !== null} />
      </Suspense>
    )
  );
}
