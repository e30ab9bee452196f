import type { KeptKind } from "@sakhi/domain/site/offline.rules";
import { useEffect, useState } from "react";
import { useSelector } from "react-redux";
import { isUnanswered } from "../../api/failure";
import type { WithSite } from "../../api/site-state";

/** The page was opened without network, with what the device has kept. */
export const openedWithoutNetwork = ({ site }: WithSite): boolean => site.openedWithoutNetwork === true;

/** How a call is getting on: `asked` until it has an answer or has failed, `lost` if there was none, else `answered`. */
export type CallState = "asked" | "lost" | "answered";

/** See {@link CallState}; an error that the server sends is an answer. */
export function callState({ data, error }: { readonly data?: unknown; readonly error?: unknown }): CallState {
  if (data !== undefined) return "answered";
  if (error === undefined) return "asked";
  return isUnanswered(error) ? "lost" : "answered";
}

/** What is shown in place of an answer. */
interface Shown<Value> {
  readonly value: Value;
  /** Says since when it is so. */
  readonly note: string;
}

/**
 * What the device has kept, in place of an answer that does not come; in a page that was opened without network at once. Its
 * code is loaded only then.
 *
 * @param what it is, at the beginning of the note
 */
export function useKept<Value>(kind: KeptKind, of: string, call: CallState, what: string): Shown<Value> | undefined {
  const opened = useSelector(openedWithoutNetwork);
  const [found, setFound] = useState<Shown<Value> & { readonly of: string }>();
  const isNeeded = call === "lost" || (call === "asked" && opened);
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isCurrent = true;
    void Promise.all([import("./kept-values"), import("./as-it-was")]).then(
      ([{ kept }, { asItWas }]) => {
        const seen = isCurrent ? kept<Value>(kind, of) : undefined;
        if (seen !== undefined) setFound({ of, value: seen.value, note: asItWas(what, seen.at) });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isNeeded, kind, of, what]);
  return isNeeded && found?.of === of ? found : undefined;
}
