import { Box } from "@chakra-ui/react";
import { Suspense, useEffect, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cancelProof } from "../api/sending";
import type { WithSite } from "../api/site-state";
import { lazyPart } from "../ui/lazy-part";
import type { AppStore } from "./store";

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
  const dispatch = useDispatch<AppStore["dispatch"]>();
  const part = useSelector(({ site }: WithSite) => site.proof);
  const shown = useLasting(part !== undefined);
  return (
    // Always there, so that screen readers announce what appears in it.
    <Box
      role="status"
      position="fixed"
      zIndex="toast"
      bottom={{ base: "3", md: "6" }}
      insetInlineStart={{ base: "3", md: "6" }}
      insetInlineEnd={{ base: "3", md: "auto" }}
      width={{ md: "26rem" }}
      pointerEvents={shown ? "auto" : "none"}
    >
      {shown && part !== undefined && (
        <Suspense>
          <ProofNotice part={part} onCancel={() => dispatch(cancelProof())} />
        </Suspense>
      )}
    </Box>
  );
}
