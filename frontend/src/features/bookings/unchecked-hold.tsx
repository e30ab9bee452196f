import { Box, chakra, Text } from "@chakra-ui/react";
import { serverTimeBy, uncheckedHold } from "@sakhi/domain/bookings/hold-over";
import { useState } from "react";
import { useSelector } from "react-redux";
import { useServerTime } from "../../api/server-clock";
import type { WithSite } from "../../api/site-state";
import { Announcement } from "../../ui/page";
import { clock, secondsLeft } from "./countdown";
import { holdOverStrings as strings, uncheckedStrings } from "./hold-over.strings";
import { seenHold } from "./seen-hold";

interface UncheckedHoldProps {
  /** Slug. */
  readonly event: string;
  /** The page has an answer about the hold, from before, and counts its time while it runs. */
  readonly isCounted: boolean;
}

/** The hold that this tab saw last, by the device's clock: how long it runs, and what only the server can say. */
export function UncheckedHold({ event, isCounted }: UncheckedHoldProps) {
  const [seen] = useState(() => seenHold(event));
  const isClockKnown = useSelector(({ site }: WithSite) => site.clockOffset !== undefined);
  const now = (serverNow: number) => (seen === undefined || isClockKnown ? serverNow : serverTimeBy(seen, serverNow));
  // A render for each second, as for every countdown.
  const left = useServerTime(seen !== undefined, (time) =>
    seen === undefined ? undefined : secondsLeft(seen.endsAt, now(time)),
  );
  const state = useServerTime(seen !== undefined, (time) =>
    seen === undefined ? undefined : uncheckedHold(seen, now(time)),
  );
  if (seen === undefined || left === undefined || state === undefined) return null;
  if (isCounted && state !== "over") return null;
  const [lead, more] = uncheckedStrings[state](seen.stallId, clock(left));
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
      {/* Without the time: it would be read every second. */}
      <Announcement>{strings.announced[state](seen.stallId)}</Announcement>
      <Box overflowWrap="anywhere">
        <Text role="timer" aria-live="off" fontWeight="700" fontVariantNumeric="tabular-nums">
          {lead}
        </Text>
        <Text>{more}</Text>
      </Box>
    </chakra.section>
  );
}
