import { Box } from "@chakra-ui/react";
import { Suspense, useEffect, useState } from "react";
import { useProofWork } from "../api/limit-proofs";
import { lazyPart } from "../ui/lazy-part";

/** Loaded with the first proof that takes long, which few visitors ever meet. */
const ProofNotice = lazyPart(async () => (await import("./proof-notice")).ProofNotice);

/** A proof that is done sooner is not worth a word, in ms. */
const SHOWN_AFTER_MS = 400;

/** True once `working` has been true for a while. */
function useLasting(working: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!working) return undefined;
    const timer = setTimeout(() => setLasting(true), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [working]);
  return working && lasting;
}

/** Says why a call takes longer while the browser solves a proof of work for it, on whatever page. */
export function ProofCard() {
  const work = useProofWork();
  const shown = useLasting(work !== undefined);
  if (!shown || work === undefined) return null;
  return (
    <Box pointerEvents="auto">
      <Suspense>
        <ProofNotice part={work.part} onCancel={work.cancel} />
      </Suspense>
    </Box>
  );
}
