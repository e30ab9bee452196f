import { Suspense } from "react";
import { useSelector } from "react-redux";
import type { WithSite } from "../api/site-state";
import { lazyPart } from "../ui/lazy-part";

/** Loaded with the first proof, which few visitors ever meet. */
const ProofNotice = lazyPart(async () => (await import("./proof-notice")).ProofNotice);

/** Says why a call takes longer while the browser solves a proof of work for it, on whatever page. */
export function ProofCard() {
  const working = useSelector(({ site }: WithSite) => site.proof !== undefined);
  if (!working) return null;
  return (
    <Suspense>
      <ProofNotice />
    </Suspense>
  );
}
