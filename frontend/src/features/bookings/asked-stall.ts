import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "react-router-dom";
import type { LayoutStall } from "../../api/mela-api";
import { sayNothing } from "../../ui/coming";

/** The parameter of a plan's address that chooses a stall. */
const STALL = "stall";

/** The address, on the plan's page, that opens it with a stall chosen, as if it had been pressed. */
export function stallAddress({ stallId }: Pick<LayoutStall, "stallId">, view?: "list"): string {
  return `?${new URLSearchParams({ ...(view !== undefined && { view }), [STALL]: stallId }).toString()}`;
}

/**
 * Chooses the stall that the address names: it was pressed in the server-rendered view, before the site had started, or the
 * address was opened. Once: the parameter goes.
 *
 * @param stalls undefined until they are known
 * @param isHoldKnown whether the visitor's own hold is known, or cannot be fetched: a reserved stall may be hers
 */
export function useAskedStall(
  stalls: readonly LayoutStall[] | undefined,
  isHoldKnown: boolean,
  choose: (stall: LayoutStall) => void,
): void {
  const [params, setParams] = useSearchParams();
  const asked = params.get(STALL)?.toUpperCase();
  const stall = stalls?.find(({ stallId }) => stallId.toUpperCase() === asked);
  const isReady = stalls !== undefined && (stall?.status !== "Reserved" || isHoldKnown);
  // A stall that changes before it is chosen is chosen as it is then.
  const answer = useEffectEvent(() => {
    sayNothing();
    setParams(
      (before) => {
        before.delete(STALL);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
    if (stall === undefined) return;
    // Where the dialog leads back to.
    document.querySelector<HTMLElement>(`button[data-stall="${CSS.escape(stall.stallId)}"]`)?.focus();
    choose(stall);
  });
  useEffect(() => {
    if (asked !== undefined && isReady) answer();
  }, [asked, isReady]);
}
