import { Box } from "@chakra-ui/react";

/** A bar that shows how much of something is done. */
export function PartDone({ part, label }: { readonly part: number; readonly label: string }) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      height="0.625rem"
      mt="3"
      borderWidth="1px"
      borderRadius="full"
      overflow="hidden"
      bg="sunk"
    >
      {/* A border, because forced colours remove backgrounds. */}
      <Box
        width={`${part * 100}%`}
        borderTopWidth="0.625rem"
        borderTopColor="indigo.solid"
        transition="width 200ms linear"
        _motionReduce={{ transition: "none" }}
      />
    </Box>
  );
}
