import { Box, Text } from "@chakra-ui/react";
import type { MyHold } from "../../api/mela-api";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./several-stalls.strings";

/** Offers to add the chosen stall to the visitor's booking, instead of giving that up for it. */
export function AddToBooking({
  stallId,
  held,
  pending,
  onAdd,
}: {
  readonly stallId: string;
  readonly held: MyHold;
  readonly pending: boolean;
  readonly onAdd: () => void;
}) {
  return (
    <Box my="3" bg="leaf.soft" borderRadius="card" p="4" overflowWrap="anywhere">
      <Text mb="3">{strings.addText(held)}</Text>
      <SteadyButton width={{ base: "full", md: "auto" }} inactive={pending} onClick={onAdd}>
        {pending ? strings.adding : strings.add(stallId)}
      </SteadyButton>
    </Box>
  );
}
