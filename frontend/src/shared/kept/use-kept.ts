import type { KeptKind } from "@sakhi/domain/site/offline.rules";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useSelector } from "react-redux";
import { isUnanswered } from "../../api/failure";
import type { WithSite } from "../../api/site-state";
import { type Kept, kept } from "./kept-values";

/** The page was opened without network, with what the device has kept. */
export const useOpenedWithoutNetwork = (): boolean =>
  useSelector(({ site }: WithSite) => site.openedWithoutNetwork === true);

/** How a call is getting on: `asked` until it has an answer or has failed, `lost` if there was none, else `answered`. */
export type CallState = "asked" | "lost" | "answered";

/** See {@link CallState}; a refusal is an answer. */
export function callState({ data, error }: { readonly data?: unknown; readonly error?: unknown }): CallState {
  if (data !== undefined) return "answered";
  if (error === undefined) return "asked";
  return isUnanswered(error) ? "lost" : "answered";
}

/** What the device has kept, in place of an answer that does not come; in a page that was opened without network at once. */
export function useKept<Value>(kind: KeptKind, of: string, call: CallState): Kept<Value> | undefined {
  const opened = useOpenedWithoutNetwork();
  const isNeeded = call === "lost" || (call === "asked" && opened);
  return useMemo(() => (isNeeded ? kept<Value>(kind, of) : undefined), [isNeeded, kind, of]);
}

/** Asks again once the device is online, while `isWaiting`. */
export function useOnceOnline(isWaiting: boolean, again: () => void): void {
  const ask = useEffectEvent(again);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const onOnline = () => ask();
    globalThis.addEventListener("online", onOnline);
    return () => globalThis.removeEventListener("online", onOnline);
  }, [isWaiting]);
}
