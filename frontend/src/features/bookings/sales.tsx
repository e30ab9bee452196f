import { Box, Flex, Text } from "@chakra-ui/react";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { OPENING_SPREAD_MS, salesEnd, type SalesVerdict, salesVerdict } from "@sakhi/domain/events/sales.rules";
import { isolated } from "@sakhi/domain/fields/isolation";
import { CalendarClock } from "lucide-react";
import { useEffect, useState } from "react";
import { useEventFacts, useNamedEvent } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { useSalesState, windowOf } from "../../api/sales-state";
import { useServerTime } from "../../api/server-clock";
import { DecorativeIcon } from "../../ui/sign";
import { timeLeft, useSecondsLeft } from "./countdown";

const COUNTDOWN = "Opens in";
/** While this page waits for its part of the spread. */
const NOW = "a moment";

const TEXTS = {
  sales_paused: {
    sentence: () => "Booking is paused for a short while.",
    more: "What you have booked and paid for is safe. Please come back a little later.",
    toast: "Booking is paused",
  },
  sales_not_open: {
    sentence: (at: string) => `Stall sales open on ${at}.`,
    more: "Have a look at the plan until then.",
    toast: "Stall sales have not opened yet",
  },
  sales_closed: {
    sentence: (at: string) => `Stall sales closed on ${at}.`,
    more: "A payment that was started before then still goes through.",
    toast: "Stall sales have closed",
  },
} as const satisfies Record<Exclude<SalesVerdict, "open">, object>;

/** Instead of when sales closed: an event that no longer sells anything, whatever its window says. */
const ENDED = {
  cancelled: {
    sentence: (name: string) => `${isolated(name)} has been cancelled.`,
    more: "Everyone who booked a stall is written to by e-mail, and finds the refund on the page of the booking.",
  },
  over: { sentence: (name: string) => `${isolated(name)} is over.`, more: "Thank you to everyone who took part." },
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
  const closed = verdict === "sales_closed";
  const at = (closed ? undefined : window.opensAt) ?? salesEnd(window);
  const sentence = TEXTS[verdict].sentence(indianMoment(at));
  return { verdict, opensAt: closed ? undefined : at.toISOString(), sentence, more };
}

/** The time left until sales open, live. */
function Countdown({ at }: { readonly at: string }) {
  const left = useSecondsLeft(at) ?? 0;
  return <span>{left === 0 ? NOW : timeLeft(left)}</span>;
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
            {sentence}
          </Text>
          <Text>{more}</Text>
        </Box>
        {opensAt !== undefined && (
          <Box textAlign={{ sm: "center" }} flexShrink="0">
            <Text textStyle="small">{COUNTDOWN}</Text>
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
