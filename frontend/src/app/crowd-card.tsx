import { Suspense } from "react";
import { stopWaiting, useWaitingCalls } from "../api/overload";
import { lazyPart } from "../ui/lazy-part";

/** Loaded with the first refused call: files of the build are never refused. */
const CrowdNotice = lazyPart(async () => (await import("./crowd-notice")).CrowdNotice);

/** Reserving says so in its own dialog, which covers this. */
const isShown = (endpoint: string): boolean => endpoint !== "reserveStall";

/** Says that many people are here, while calls of the page wait for their turn. */
export function CrowdCard() {
  const waiting = useWaitingCalls().filter(({ endpoint }) => isShown(endpoint));
  if (waiting.length === 0) return null;
  return (
    <Suspense>
      <CrowdNotice onStop={() => stopWaiting(isShown)} />
    </Suspense>
  );
}
