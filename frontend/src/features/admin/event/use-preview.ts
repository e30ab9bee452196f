import { useEffect, useState } from "react";
import { userMessage } from "../../../api/failure";

/** How long an input rests before its preview is asked for, in ms. */
const REST_MS = 400;

/** A preview of the current input: undefined while it is on its way. */
export interface Preview<Result> {
  readonly result?: Result;
  /** Why there is none, in words. */
  readonly problem?: string;
}

/**
 * Asks for a preview whenever the input has changed and rested. The answer of an earlier input never replaces a later one.
 *
 * @param key the input as text; undefined while it is incomplete
 */
export function usePreview<Result>(key: string | undefined, ask: (key: string) => Promise<Result>): Preview<Result> {
  const [found, setFound] = useState<Preview<Result> & { readonly key: string }>();
  useEffect(() => {
    if (key === undefined) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      ask(key).then(
        (result) => current && setFound({ key, result }),
        (error: unknown) => current && setFound({ key, problem: userMessage(error, "") }),
      );
    }, REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // `ask` is new with each rendering, and the key says all that it depends on.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  return found === undefined || found.key !== key ? {} : found;
}
