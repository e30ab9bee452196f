import { Box } from "@chakra-ui/react";
import { Suspense } from "react";
import { useSelector } from "react-redux";
import type { WithSite } from "../api/site-state";
import { lazyPart } from "../ui/lazy-part";

/** Loaded with the first proof, which few visitors ever meet. */
const ProofNotice = lazyPart(async () => (await import("./proof-notice")).ProofNotice);

/** Says why a call takes longer while the browser solves a proof of work for it, on whatever page. */
export function ProofCard() {
  const working = useSelector(({ site }: WithSite) => site.proof !== undefined);
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
    >
      {working && (
        <Suspense>
          <ProofNotice />
        </Suspense>
      )}
    </Box>
  );
}
