import { Box, Flex, Text } from "@chakra-ui/react";
import { CalendarClock } from "lucide-react";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { useServerTime } from "../../api/server-clock";
import { useMela } from "../../ui/mela";
import { secondsLeft, timeLeft, useSecondsLeft } from "./countdown";
import { Sign } from "../../ui/sign";

const words = {
  notOpen: (at: string) => `Stall sales open on ${at}.`,
  notOpenText: "Have a look at the plan and choose your favourites until then.",
  countdown: "Opens in",
  closed: (at: string) => `Stall sales closed on ${at}.`,
  closedText: "A payment that was started before then still goes through.",
  toast: { not_open: "Stall sales have not opened yet", closed: "Stall sales have closed" },
} as const;

const moment = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "Asia/Kolkata",
});

/** Whether stalls can be booked, and until when not. */
export interface Sales {
  readonly state: "open" | "not_open" | "closed";
  /** When they open, ISO 8601 UTC; while they are not. */
  readonly opensAt: string | undefined;
  /** When they open or have closed, as a sentence; empty while they are open. */
  readonly sentence: string;
}

/** Whether a moment of the server's clock is over; changes once, so that a page is not drawn again at each second. */
function useIsOver(at: string | null): boolean {
  const left = useServerTime(at !== null, (now) => (at === null || secondsLeft(at, now) > 0 ? 1 : 0));
  return left === 0;
}

/**
 * Whether stalls can be booked, by the server's clock. The page knows the times; only where there are any the server is
 * asked for them again, with its clock.
 */
export function useSales(): Sales {
  const { salesOpenAt, salesCloseAt } = useMela();
  const bounded = salesOpenAt !== null || salesCloseAt !== null;
  useGetEventFactsQuery(undefined, {
    skip: !bounded,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const opened = useIsOver(salesOpenAt);
  const closed = useIsOver(salesCloseAt);
  if (salesOpenAt !== null && !opened) {
    const sentence = words.notOpen(moment.format(new Date(salesOpenAt)));
    return { state: "not_open", opensAt: salesOpenAt, sentence };
  }
  if (salesCloseAt !== null && closed) {
    return { state: "closed", opensAt: undefined, sentence: words.closed(moment.format(new Date(salesCloseAt))) };
  }
  return { state: "open", opensAt: undefined, sentence: "" };
}

/** The time left until sales open, live. */
function Countdown({ at }: { readonly at: string }) {
  return <>{timeLeft(useSecondsLeft(at) ?? 0)}</>;
}

/** What a click on a free stall says while sales are not open. */
export function salesToast({ state, sentence }: Sales): { readonly title: string; readonly description: string } {
  return { title: words.toast[state === "closed" ? "closed" : "not_open"], description: sentence };
}

/** Before the sales: when they open, with a countdown; after them: that they are over. */
export function SalesNotice({ sales }: { readonly sales: Sales }) {
  const { state, opensAt, sentence } = sales;
  if (state === "open") return null;
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
      <Sign icon={CalendarClock} size={32} color="rani.text" flexShrink="0" />
      <Flex flex="1" direction={{ base: "column", sm: "row" }} align={{ sm: "center" }} gap={{ base: "3", sm: "4" }}>
        <Box flex="1">
          <Text fontWeight="700" role="status">
            {sentence}
          </Text>
          <Text>{state === "closed" ? words.closedText : words.notOpenText}</Text>
        </Box>
        {opensAt !== undefined && (
          <Box textAlign={{ sm: "center" }} flexShrink="0">
            <Text textStyle="small">{words.countdown}</Text>
            {/* Read when one comes to it, not at every second. */}
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
