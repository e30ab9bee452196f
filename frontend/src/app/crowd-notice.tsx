import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { UsersRound } from "lucide-react";
import { Spinner } from "../ui/page";
import { DecorativeIcon } from "../ui/sign";

/** Texts of the notice. */
const strings = {
  title: "Many people are here at this moment",
  text: "This page tries again by itself for up to a minute. What you typed stays here, and a stall that you hold stays yours until its time is over.",
  stop: "Stop",
} as const;

/** That many people are here and the page tries again, and the button that ends it. */
export function CrowdNotice({ onStop }: { readonly onStop: () => void }) {
  return (
    <Flex
      gap="3"
      align="start"
      bg="card"
      borderWidth="1px"
      borderRadius="card"
      boxShadow="lg"
      p="4"
      pointerEvents="auto"
    >
      <DecorativeIcon icon={UsersRound} size={22} flexShrink="0" mt="0.5" color="indigo.text" />
      <Box flex="1" minWidth="0">
        <Text fontWeight="600" display="flex" gap="2" alignItems="center">
          <span>{strings.title}</span>
          <Spinner size={16} />
        </Text>
        <Text textStyle="small" color="muted">
          {strings.text}
        </Text>
        <Button variant="subtle" size="sm" mt="3" onClick={onStop}>
          {strings.stop}
        </Button>
      </Box>
    </Flex>
  );
}
