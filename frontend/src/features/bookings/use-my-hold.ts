import { useEffect, useState } from "react";
import { useAskingAgain } from "../../api/asking-again";
import { useCurrentFacts, useEventFacts, useNamedEvent } from "../../api/event-facts";
import { type MyHold, useGetMyHoldQuery } from "../../api/mela-api";
import { useServerNow } from "../../api/server-clock";
import { rememberHold } from "./seen-hold";

/** The visitor's hold of the page's event, as last fetched. */
export interface MyHoldState {
  /** undefined: not fetched yet; null: no hold. */
  readonly hold: MyHold | null | undefined;
  /** When the hold ends, or the payment window while paying, by the server's clock; ISO 8601. */
  readonly endsAt: string | undefined;
  /** True once this screen's own request has succeeded; an older response may be about another stall. */
  readonly fresh: boolean;
  /** The last answered request failed. */
  readonly failed: boolean;
  /** The page asks again by itself. */
  readonly askedAgain: boolean;
  /** Refetches; resolves with the hold, or undefined on failure. */
  readonly refresh: () => Promise<MyHold | null | undefined>;
}

/**
 * The `event` of calls and addresses about a hold: the one that the page names; else the hold's own if it was made while
 * another event was current.
 */
export function useEventOfHold(hold: Pick<MyHold, "event"> | null | undefined): string | undefined {
  const named = useNamedEvent();
  const { slug } = useEventFacts();
  if (named !== undefined || !hold || hold.event === slug) return named;
  return hold.event;
}

/**
 * Fetches my-hold when the screen opens, on focus, on reconnect, by `refresh`, and after a failure by itself.
 *
 * @param isOfOneHold the screen is about the first hold that it sees: once another event is current, it continues with that
 *   hold's event, although the visitor may hold a stall of the other one, too
 */
export function useMyHold(isOfOneHold = false): MyHoldState {
  const named = useNamedEvent();
  const { slug: current } = useCurrentFacts();
  const [seen, setSeen] = useState<MyHold>();
  const event = named ?? (seen !== undefined && seen.event !== current ? seen.event : undefined);
  const [openedAt] = useState(() => Date.now());
  const { data, fresh, error, refetch } = useGetMyHoldQuery(event, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    selectFromResult: ({ data: of, error: problem, fulfilledTimeStamp }) => ({
      data: of,
      // It stays while it is asked again: what the page says of it does not come and go.
      error: problem,
      fresh: fulfilledTimeStamp !== undefined && fulfilledTimeStamp >= openedAt,
    }),
  });
  const ofScreen = (hold: MyHold | null | undefined) =>
    seen !== undefined && hold && hold.event !== seen.event ? seen : hold;
  const hold = ofScreen(data);
  if (isOfOneHold && hold && hold !== seen) setSeen(hold);
  const serverNow = useServerNow();
  useEffect(() => {
    if (hold) rememberHold(hold, serverNow() - Date.now());
  }, [hold, serverNow]);
  const refresh = async () => {
    try {
      const result = await refetch();
      return result.isSuccess ? ofScreen(result.data) : undefined;
    } catch {
      // The screen has unmounted.
      return undefined;
    }
  };
  const askedAgain = useAskingAgain(error, refresh);
  return {
    hold,
    endsAt: hold?.state === "paying" ? (hold.payUntil ?? hold.expiresAt) : hold?.expiresAt,
    fresh,
    failed: error !== undefined,
    askedAgain,
    refresh,
  };
}
