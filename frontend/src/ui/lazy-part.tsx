import messages from "@sakhi/domain/generated/messages/en/ui";
import { type ComponentType, lazy, useEffect, useState } from "react";
import { reloadIfReachable } from "./reload";
import { retried } from "./retried";
import { FailureState } from "./states";

/**
 * A part of a screen, for a `<Suspense>`, whose code is loaded on first render. If that fails, shows an error with a retry
 * button in its place.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => missingPart(load)) }));
}

/**
 * Whether a part that opens and closes is to be rendered: from the first time on that it is open, so that it can close with its
 * animation and give the focus back.
 */
export function useNeeded(isOpen: boolean): boolean {
  const [isNeeded, setIsNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) setIsNeeded(true);
  return isNeeded;
}

/** Error in place of a part, until its code has loaded: by the button, or by itself once the network is back. */
function missingPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function MissingPart(props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      let isShown = true;
      const show = (part: ComponentType<Props>) => {
        loaded = part;
        if (isShown) setPart(() => part);
      };
      retried(load, true).then(show, () => undefined);
      return () => {
        isShown = false;
      };
    }, []);
    const retry = async () => {
      loaded = await load().catch(() => undefined);
      setPart(() => loaded);
      // A reachable server no longer has the file: only a reload brings the new version of the site.
      if (loaded === undefined) await reloadIfReachable();
    };
    return Part === undefined ? (
      <FailureState message={messages.missing} hint={messages.missingHint} onRetry={() => void retry()} />
    ) : (
      <Part {...props} />
    );
  };
}
