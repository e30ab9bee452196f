import { Box, Flex, Text } from "@chakra-ui/react";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { OPENING_SPREAD_MS, salesEnd, type SalesVerdict, salesVerdict } from "@sakhi/domain/events/sales.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/sales";
import { CalendarClock } from "lucide-react";
import { useEffect, useState } from "react";
import { useEventFacts, useNamedEvent } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { useSalesState, windowOf } from "../../api/sales-state";
import { useServerTime } from "../../api/server-clock";
import { EventText } from "../../ui/event-text";
import { DecorativeIcon } from "../../ui/sign";
import { timeLeft, useSecondsLeft } from "./countdown";

const { paused, notOpen, closed, cancelled, over } = messages;

const TEXTS = {
  sales_paused: { ...paused, sentence: () => paused.sentence },
  sales_not_open: { ...notOpen, sentence: (at: string) => notOpen.sentence({ at }) },
  sales_closed: { ...closed, sentence: (at: string) => closed.sentence({ at }) },
} as const satisfies Record<Exclude<SalesVerdict, "open">, object>;

/** Instead of when sales closed: an event that no longer sells anything, whatever its window says. */
const ENDED = {
  cancelled: { ...cancelled, sentence: (name: string) => cancelled.sentence({ event: isolated(name) }) },
  over: { ...over, sentence: (name: string) => over.sentence({ event: isolated(name) }) },
} as const;

/** Why stalls can't be booked now. */
export interface NoSales {
  readonly verdict: Exclude<SalesVerdict, "open">;
  /** When sales open, ISO 8601 UTC; undefined once they have closed, and while they are paused. */
  readonly opensAt: string | undefined;
  /** When sales open or closed, as a sentence. */
  readonly sentence: string;
  /** What to do meanwhile. */
  readonly more: string;
}

/** How often a page asks whether a pause is over, in ms. */
const PAUSE_POLL_MS = 30_000;

/** This page's part of the spread: the pages that wait for an opening do not turn at the same instant. */
const spreadOfPage = Math.floor(Math.random() * OPENING_SPREAD_MS);

/**
 * Why stalls can't be booked, by the server's clock; undefined while they can. The page already has the times; they are
 * refetched together with the server's time, and with whether booking is paused.
 */
export function useNoSales(): NoSales | undefined {
  const event = useNamedEvent();
  const facts = useEventFacts();
  const { data, refetch } = useGetEventFactsQuery(event, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const paused = data?.sales === "sales_paused";
  useGetEventFactsQuery(event, { skip: !paused, pollingInterval: PAUSE_POLL_MS });
  const window = windowOf(facts, paused);
  const state = useSalesState(facts, paused);
  // Only a page that saw that sales are not open yet waits for its part of the spread.
  const [waited, setWaited] = useState(false);
  const verdict = useServerTime(true, (now) => {
    const exact = salesVerdict(window, new Date(now));
    return exact === "open" && waited ? salesVerdict(window, new Date(now - spreadOfPage)) : exact;
  });
  const isWaiting = verdict === "sales_not_open";
  if (isWaiting && !waited) setWaited(true);
  // At the opening the server has the last word: the time may have been changed meanwhile.
  useEffect(() => {
    if (waited && !isWaiting) void refetch();
  }, [waited, isWaiting, refetch]);
  if (verdict === "open") return undefined;
  const { more } = TEXTS[verdict];
  if (state === "cancelled" || state === "over") {
    const ended = ENDED[state];
    return { verdict: "sales_closed", opensAt: undefined, sentence: ended.sentence(facts.name), more: ended.more };
  }
  if (verdict === "sales_paused") return { verdict, opensAt: undefined, sentence: TEXTS.sales_paused.sentence(), more };
  const isClosed = verdict === "sales_closed";
  const at = (isClosed ? undefined : window.opensAt) ?? salesEnd(window);
  const sentence = TEXTS[verdict].sentence(indianMoment(at));
  return { verdict, opensAt: isClosed ? undefined : at.toISOString(), sentence, more };
}

/** The time left until sales open, live. */
function Countdown({ at }: { readonly at: string }) {
  const left = useSecondsLeft(at) ?? 0;
  return (
    <span>{/* While this page waits for its part of the spread. */ left === 0 ? messages.now : timeLeft(left)}</span>
  );
}

/** The toast for a click on a free stall outside the sales window. */
export function salesToast({ verdict, sentence }: NoSales): { readonly title: string; readonly description: string } {
  return { title: TEXTS[verdict].toast, description: sentence };
}

/** States when sales open, with a countdown, or that they have closed or are paused. */
export function SalesNotice({ opensAt, sentence, more }: NoSales) {
  return (
    <Flex
      as="section"
      aria-label={sentence}
      gap="4"
      align={{ base: "start", sm: "center" }}
      bg="marigold.soft"
      borderRadius="card"
      p={{ base: "4", md: "5" }}
      mb="6"
    >
      <DecorativeIcon icon={CalendarClock} size={32} color="rani.text" flexShrink="0" />
      <Flex flex="1" direction={{ base: "column", sm: "row" }} align={{ sm: "center" }} gap={{ base: "3", sm: "4" }}>
        <Box flex="1">
          <Text fontWeight="700" role="status">
            <EventText>{sentence}</EventText>
          </Text>
          <Text>{more}</Text>
        </Box>
        {opensAt !== undefined && (
          <Box textAlign={{ sm: "center" }} flexShrink="0">
            <Text textStyle="small">{messages.countdown}</Text>
            {/* Not a live region: it would be read out every second. */}
            <Text
              role="timer"
              aria-live="off"
              fontFamily="heading"
              fontWeight="700"
              fontSize="1.5rem"
              fontVariantNumeric="tabular-nums"
            >
              <Countdown at={opensAt} />
            </Text>
          </Box>
        )}
      </Flex>
    </Flex>
  );
}
