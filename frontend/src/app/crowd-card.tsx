import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { UsersRound } from "lucide-react";
import { stopWaiting, useWaitingCalls } from "../api/overload";
import { Spinner } from "../ui/page";
import { DecorativeIcon } from "../ui/sign";
import { strings } from "./app.strings";

/** Reserving says so in its own dialog, which covers this. */
const isShown = (endpoint: string): boolean => endpoint !== "reserveStall";

/** Says that many people are here, while calls of the page wait for their turn. In the first bundle: it may not load now. */
export function CrowdCard() {
  const waiting = useWaitingCalls().filter(({ endpoint }) => isShown(endpoint));
  if (waiting.length === 0) return null;
  const { title, text, stop } = strings.crowd;
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
          <span>{title}</span>
          <Spinner size={16} />
        </Text>
        <Text textStyle="small" color="muted">
          {text}
        </Text>
        <Button variant="subtle" size="sm" mt="3" onClick={() => stopWaiting(isShown)}>
          {stop}
        </Button>
      </Box>
    </Flex>
  );
}
