import { Box, Flex, Text } from "@chakra-ui/react";
import { type SalesVerdict, salesVerdict } from "@sakhi/domain/events/sales.rules";
import { CalendarClock } from "lucide-react";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { useServerTime } from "../../api/server-clock";
import { useMela } from "../../ui/mela";
import { timeLeft, useSecondsLeft } from "./countdown";
import { Sign } from "../../ui/sign";

const COUNTDOWN = "Opens in";

const WORDS = {
  sales_not_open: {
    sentence: (at: string) => `Stall sales open on ${at}.`,
    more: "Have a look at the plan and choose your favourites until then.",
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
  /** When they open, ISO 8601 UTC; undefined where they have closed. */
  readonly opensAt: string | undefined;
  /** When they open or have closed, as a sentence. */
  readonly sentence: string;
}

const instant = (at: string | null): Date | null => (at === null ? null : new Date(at));

/**
 * Why stalls can't be booked, by the server's clock; undefined while they can. The page knows the times; only where there
 * are any the server is asked for them again, with its clock.
 */
export function useNoSales(): NoSales | undefined {
  const { salesOpenAt, salesCloseAt } = useMela();
  const bounded = salesOpenAt !== null || salesCloseAt !== null;
  useGetEventFactsQuery(undefined, {
    skip: !bounded,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const times = { opensAt: instant(salesOpenAt), closesAt: instant(salesCloseAt) };
  const verdict = useServerTime(bounded, (now) => salesVerdict(times, new Date(now)));
  if (verdict === "open") return undefined;
  const closed = verdict === "sales_closed";
  const at = (closed ? salesCloseAt : salesOpenAt) ?? "";
  const sentence = WORDS[verdict].sentence(moment.format(new Date(at)));
  return { verdict, opensAt: closed ? undefined : at, sentence };
}

/** The time left until sales open, live. */
function Countdown({ at }: { readonly at: string }) {
  return <>{timeLeft(useSecondsLeft(at) ?? 0)}</>;
}

/** What a click on a free stall says while sales are not open. */
export function salesToast({ verdict, sentence }: NoSales): { readonly title: string; readonly description: string } {
  return { title: WORDS[verdict].toast, description: sentence };
}

/** Before the sales: when they open, with a countdown; after them: that they are over. */
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
      <Sign icon={CalendarClock} size={32} color="rani.text" flexShrink="0" />
      <Flex flex="1" direction={{ base: "column", sm: "row" }} align={{ sm: "center" }} gap={{ base: "3", sm: "4" }}>
        <Box flex="1">
          <Text fontWeight="700" role="status">
            {sentence}
          </Text>
          <Text>{WORDS[verdict].more}</Text>
        </Box>
        {opensAt !== undefined && (
          <Box textAlign={{ sm: "center" }} flexShrink="0">
            <Text textStyle="small">{COUNTDOWN}</Text>
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
