import { type ComponentType, lazy, useState } from "react";
import { FailureState } from "./states";

const strings = { missing: "This did not open" } as const;

/**
 * A part of a screen, for a `<Suspense>`, whose code is fetched when the part is first drawn. Where it can't be had, that is
 * said in its place, with a way to try again, and the screen around it stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(() => missingPart(load)) }));
}

/** What stands in the place of a part until its code is there after all. */
function missingPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let fetched: ComponentType<Props> | undefined;
  return function MissingPart(props) {
    const [Part, setPart] = useState(() => fetched);
    const retry = async () => {
      fetched = await load().catch(() => undefined);
      setPart(() => fetched);
      if (fetched !== undefined) return;
      // Where the server can be reached it has this file no more: a newer site is there, which only a reload brings.
      const page = await fetch(globalThis.location.href, { method: "HEAD" }).catch(() => undefined);
      if (page?.ok === true) globalThis.location.reload();
    };
    return Part === undefined ? (
      <FailureState message={strings.missing} onRetry={() => void retry()} />
    ) : (
      <Part {...props} />
    );
  };
}
