import { Box, Flex, Text } from "@chakra-ui/react";
import { type SalesVerdict, salesVerdict } from "@sakhi/domain/events/sales.rules";
import { CalendarClock } from "lucide-react";
import { useEventFacts } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { useServerTime } from "../../api/server-clock";
import { DecorativeIcon } from "../../ui/sign";
import { timeLeft, useSecondsLeft } from "./countdown";

const COUNTDOWN = "Opens in";

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

const moment = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});

/** Why stalls can't be booked now. */
export interface NoSales {
  readonly verdict: Exclude<SalesVerdict, "open">;
  /** When sales open, ISO 8601 UTC; undefined once they have closed, and while they are paused. */
  readonly opensAt: string | undefined;
  /** When sales open or closed, as a sentence. */
  readonly sentence: string;
}

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** How often a page asks whether a pause is over, in ms. */
const PAUSE_POLL_MS = 30_000;

/**
 * Why stalls can't be booked, by the server's clock; undefined while they can. The page already has the times; they are
 * refetched together with the server's time, and with whether booking is paused.
 */
export function useNoSales(): NoSales | undefined {
  const { salesOpenAt, salesCloseAt } = useEventFacts();
  const bounded = salesOpenAt !== null || salesCloseAt !== null;
  const { data } = useGetEventFactsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const paused = data?.sales === "sales_paused";
  useGetEventFactsQuery(undefined, { skip: !paused, pollingInterval: PAUSE_POLL_MS });
  const window = { opensAt: toDate(salesOpenAt), closesAt: toDate(salesCloseAt), paused };
  const verdict = useServerTime(bounded, (now) => salesVerdict(window, new Date(now)));
  if (verdict === "open") return undefined;
  if (verdict === "sales_paused") return { verdict, opensAt: undefined, sentence: TEXTS.sales_paused.sentence() };
  const closed = verdict === "sales_closed";
  const at = (closed ? salesCloseAt : salesOpenAt) ?? "";
  const sentence = TEXTS[verdict].sentence(moment.format(new Date(at)));
  return { verdict, opensAt: closed ? undefined : at, sentence };
}

/** The time left until sales open, live. */
function Countdown({ at }: { readonly at: string }) {
  return <span>{timeLeft(useSecondsLeft(at) ?? 0)}</span>;
}

/** The toast for a click on a free stall outside the sales window. */
export function salesToast({ verdict, sentence }: NoSales): { readonly title: string; readonly description: string } {
  return { title: TEXTS[verdict].toast, description: sentence };
}

/** States when sales open, with a countdown, or that they have closed or are paused. */
export function SalesNotice({ verdict, opensAt, sentence }: NoSales) {
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
          <Text>{TEXTS[verdict].more}</Text>
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
