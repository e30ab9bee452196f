import { useState } from "react";
import { type MyHold, useGetMyHoldQuery } from "../../api/mela-api";

/** The visitor's hold as this screen knows it. */
export interface KnownHold {
  /** undefined: not known yet; null: there is none. */
  readonly hold: MyHold | null | undefined;
  /** When the hold, or while paying the time to pay, ends by the server's clock; ISO 8601. */
  readonly endsAt: string | undefined;
  /** True once an answer came that was asked for by this screen: an older one may speak of another stall. */
  readonly fresh: boolean;
  /** The last question failed. */
  readonly failed: boolean;
  /** Asks again; resolves with the new answer, or undefined when it failed. */
  readonly ask: () => Promise<MyHold | null | undefined>;
}

/** Reads my-hold when the screen opens, when the tab comes back, and when asked. */
export function useMyHold(): KnownHold {
  const { data, fulfilledTimeStamp, isError, refetch } = useGetMyHoldQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const [openedAt] = useState(() => Date.now());
  const ask = async () => {
    try {
      const answer = await refetch();
      return answer.isSuccess ? answer.data : undefined;
    } catch {
      // The screen is gone: nobody waits for the answer any more.
      return undefined;
    }
  };
  return {
    hold: data,
    endsAt: data?.state === "paying" ? (data.payUntil ?? data.expiresAt) : data?.expiresAt,
    fresh: fulfilledTimeStamp !== undefined && fulfilledTimeStamp >= openedAt,
    failed: isError,
    ask,
  };
}
