import { Stack } from "@chakra-ui/react";
import { CrowdCard } from "./crowd-card";
import { ProofCard } from "./proof-card";

/** Why calls take longer, on whatever page: at the bottom, above everything. */
export function WaitingCards() {
  return (
    // Always there, so that screen readers announce what appears in it.
    <Stack
      role="status"
      position="fixed"
      zIndex="toast"
      bottom={{ base: "3", md: "6" }}
      insetInlineStart={{ base: "3", md: "6" }}
      insetInlineEnd={{ base: "3", md: "auto" }}
      width={{ md: "26rem" }}
      gap="3"
      pointerEvents="none"
    >
      <CrowdCard />
      <ProofCard />
    </Stack>
  );
}
