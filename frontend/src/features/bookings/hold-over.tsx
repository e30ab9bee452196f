import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { freeAgain, holdEnd, restsUntil } from "@sakhi/domain/bookings/hold-over";
import { orderPath } from "@sakhi/domain/site/routes";
import { TimerOff, X } from "lucide-react";
import { useState } from "react";
import { useEventPaths } from "../../api/event-facts";
import type { LayoutStall } from "../../api/mela-api";
import { useServerNow } from "../../api/server-clock";
import { iconButton } from "../../ui/card";
import { CLOSE } from "../../ui/leave";
import { LinkButton } from "../../ui/link-button";
import { DecorativeIcon } from "../../ui/sign";
import { useSecondsLeft } from "./countdown";
import { isTouched, readDraft } from "./draft";
import { holdOverStrings as strings } from "./hold-over.strings";
import { forgetHold, seenHold } from "./seen-hold";

interface HoldOverProps {
  /** Slug. */
  readonly event: string;
  /** Undefined until they are known. */
  readonly stalls: readonly LayoutStall[] | undefined;
  readonly isOnSale: boolean;
  readonly onChoose: (stall: LayoutStall) => void;
}

/**
 * How the visitor's last hold of the event ended, and what she can do now. It stays until she acts: a toast would be over
 * before she takes up her phone again. Rendered only once it is known that she holds no stall.
 */
export function HoldOver({ event, stalls, isOnSale, onChoose }: HoldOverProps) {
  const serverNow = useServerNow();
  const [over, setOver] = useState(() => {
    const seen = seenHold(event);
    if (seen === undefined) return undefined;
    const end = holdEnd(seen, serverNow());
    return { ...seen, end, rest: restsUntil(seen, end) };
  });
  const restSeconds = useSecondsLeft(over?.rest) ?? 0;
  const { bookingPaid } = useEventPaths();
  if (over === undefined) return null;
  const { stallId, payingOrder, end } = over;
  const stall = stalls?.find((candidate) => candidate.stallId === stallId);
  const now = freeAgain(stall?.status, isOnSale, restSeconds);
  const close = () => {
    forgetHold(event);
    setOver(undefined);
  };
  return (
    <chakra.section
      aria-label={strings.label}
      bg="marigold.soft"
      borderRadius="card"
      borderInlineStartWidth="8px"
      borderColor="marigold.solid"
      p={{ base: "4", md: "5" }}
      mb="6"
    >
      <Flex gap="3" align="flex-start">
        <DecorativeIcon icon={TimerOff} size={24} color="rani.text" pt="0.5" flexShrink="0" />
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          <Text fontWeight="700">{strings.ended[end](stallId)}</Text>
          {payingOrder === undefined && (
            <Text>
              {[strings.now[now], isTouched(readDraft(event)) ? strings.kept : ""]
                .filter((text) => text !== "")
                .join(" ")}
            </Text>
          )}
        </Box>
        <chakra.button type="button" aria-label={CLOSE} onClick={close} {...iconButton} m="-2.5" color="muted">
          <X size={20} aria-hidden />
        </chakra.button>
      </Flex>
      {payingOrder !== undefined && (
        <LinkButton to={orderPath(bookingPaid, payingOrder)} mt="3" label={strings.outcome} />
      )}
      {payingOrder === undefined && now === "free" && stall !== undefined && (
        <Button mt="3" width={{ base: "full", sm: "auto" }} onClick={() => onChoose(stall)}>
          {strings.reserve(stallId)}
        </Button>
      )}
    </chakra.section>
  );
}
