import { useEffect, useEffectEvent } from "react";
import type { MyHoldState } from "./use-my-hold";

/** At zero, refetches my-hold before trusting the local clock; then releases, toasts and returns to the plan (T-157, T-158). */
export function useExpiry(over: boolean, refresh: MyHoldState["refresh"], onExpired: () => void): void {
  const refetch = useEffectEvent(refresh);
  const expire = useEffectEvent(onExpired);
  useEffect(() => {
    if (!over) return;
    let current = true;
    void refetch().then((hold) => {
      // Still held by the server's clock: the countdown continues from the new deadline. No response: our clock decides.
      const running = hold !== null && hold !== undefined && Date.parse(hold.expiresAt) > Date.parse(hold.serverTime);
      if (current && !running && hold?.state !== "paying") expire();
    });
    return () => {
      current = false;
    };
  }, [over]);
}

/** Polling interval once the payment window has ended, until the outcome is known, in ms. */
const CLOSING_CHECK_MS = 5000;

/** Polls for the outcome once the payment window has ended. */
export function useClosing(closing: boolean, refresh: MyHoldState["refresh"]): void {
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (!closing) return;
    const timer = setInterval(() => void poll(), CLOSING_CHECK_MS);
    return () => clearInterval(timer);
  }, [closing]);
}
