import { Text } from "@chakra-ui/react";
import { strings } from "./several-stalls.strings";

/** Says which other stalls were booked in the same order, and where their tickets are. */
export function Together({ stalls }: { readonly stalls: readonly string[] }) {
  return (
    <Text bg="marigold.soft" borderRadius="card" p="4" overflowWrap="anywhere">
      <strong>{strings.together(stalls)}</strong> {strings.togetherText}
    </Text>
  );
}
