import { useSearchParams } from "react-router-dom";

/** Of the address: "stalls" for the free ones, or the id of a sale. With Back and a reload it stays where it was. */
const PARAMETER = "sell";
export const STALLS = "stalls";

/** Which part of a sale at the gate is open; undefined for none. */
export function useSelling() {
  const [params, setParams] = useSearchParams();
  const open = params.get(PARAMETER) ?? undefined;
  const go = (to: string | undefined, replace = false) => {
    const next = new URLSearchParams(params);
    if (to === undefined) next.delete(PARAMETER);
    else next.set(PARAMETER, to);
    setParams(next, { replace });
  };
  return {
    open,
    start: () => go(STALLS),
    leave: () => go(undefined),
    show: (bookingId: string) => go(bookingId, open !== STALLS),
  };
}
export type Selling = ReturnType<typeof useSelling>;
