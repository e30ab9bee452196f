import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ShieldCheck } from "lucide-react";
import { PartDone } from "../ui/part-done";
import { DecorativeIcon } from "../ui/sign";

/** Texts of the notice. */
const strings = {
  title: "Checking your browser...",
  text: "Many requests come from your network right now, so this takes some seconds longer. Nothing is lost; it continues by itself.",
  progress: "Progress of the check",
  stop: "Stop",
} as const;

/** What the browser works at, how much of it is done, and the button that gives it up. */
export function ProofNotice({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  return (
    <Flex gap="3" align="start" bg="card" borderWidth="1px" borderRadius="card" boxShadow="lg" p="4">
      <DecorativeIcon icon={ShieldCheck} size={22} flexShrink="0" mt="0.5" color="indigo.text" />
      <Box flex="1" minWidth="0">
        <Text fontWeight="600">{strings.title}</Text>
        <Text textStyle="small" color="muted">
          {strings.text}
        </Text>
        <PartDone part={part} label={strings.progress} />
        <Button variant="subtle" size="sm" mt="3" onClick={onCancel}>
          {strings.stop}
        </Button>
      </Box>
    </Flex>
  );
}
