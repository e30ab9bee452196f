import { Box, chakra } from "@chakra-ui/react";
import { COUNTDOWN_ANNOUNCEMENTS_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { eventLine } from "@sakhi/domain/events/event-line";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { ReactNode } from "react";
import { useEventFacts } from "../../api/event-facts";
import type { MyHold } from "../../api/mela-api";
import { EventText } from "../../ui/event-text";
import { rupees } from "../../ui/money";
import { Announcement } from "../../ui/page";
import { clock, useSecondsLeft } from "./countdown";
import { strings } from "./mela.strings";
import { idsOf } from "./stall-labels";

/** A cell of the strip. On narrow screens its name wraps before the total moves to a line of its own. */
function Cell({
  name,
  children,
  end = false,
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly end?: boolean;
}) {
  return (
    <Box flex="1 1 min-content" maxWidth="max-content" {...(end ? { ms: "auto", textAlign: "end" } : {})}>
      <chakra.dt fontSize="0.875rem" lineHeight="1.3" opacity="0.9">
        {name}
      </chakra.dt>
      <chakra.dd lineHeight="1.1" whiteSpace="nowrap">
        {children}
      </chakra.dd>
    </Box>
  );
}

interface HoldStripProps {
  readonly hold: MyHold;
  /** When its time is over, or the time to pay: ISO 8601, UTC. */
  readonly endsAt: string;
  /** Rupees. */
  readonly total: number;
}

const number = {
  fontFamily: "heading",
  fontWeight: "700",
  fontVariantNumeric: "tabular-nums lining-nums",
  letterSpacing: "0.015em",
} as const;

/** The time left, live. */
function Time({ hold, endsAt }: Omit<HoldStripProps, "total">) {
  const left = useSecondsLeft(endsAt) ?? 0;
  return (
    <chakra.span
      {...number}
      role="timer"
      aria-live="off"
      fontSize={{ base: "1.375rem", md: "1.75rem" }}
      color={hold.state !== "paying" && left <= 60 ? "marigold.solid" : undefined}
    >
      {clock(left)}
    </chakra.span>
  );
}

/** Says the time left at some moments, while she registers. */
function TimeAnnouncement({ hold, endsAt }: Omit<HoldStripProps, "total">) {
  const left = useSecondsLeft(endsAt) ?? 0;
  const announced = COUNTDOWN_ANNOUNCEMENTS_SECONDS.find((at) => left <= at && left > at - 5);
  return (
    <Announcement>
      {announced === undefined || hold.state === "paying" ? "" : strings.register.announce(announced, idsOf(hold))}
    </Announcement>
  );
}

/** Sticky strip with event, stall, time left and total, styled as a ticket. */
export function HoldStrip({ hold, endsAt, total }: HoldStripProps) {
  const line = eventLine(useEventFacts());
  const paying = hold.state === "paying";
  return (
    <Box
      data-sticks
      position="sticky"
      top="0"
      zIndex="sticky"
      mx={{ base: "-4", md: "0" }}
      mb="6"
      pt={{ md: "2" }}
      bg="paper"
    >
      <Box
        bg="indigo.solid"
        color="indigo.on"
        px={{ base: "4", md: "7" }}
        py="3"
        borderRadius={{ md: "card" }}
        borderBottomWidth="5px"
        borderBottomStyle="dotted"
        borderColor="marigold.solid"
      >
        <Box fontSize="0.875rem" lineHeight="1.3" mb="1.5" overflowWrap="anywhere" data-event>
          <EventText>{line}</EventText>
        </Box>
        <chakra.dl display="flex" flexWrap="wrap" columnGap={{ base: "4", md: "10" }} alignItems="end">
          <Cell
            name={
              hold.stalls === undefined
                ? `${strings.register.stall}, ${stallTypeLabel(hold.type)}`
                : strings.register.stall
            }
          >
            <chakra.span {...number} fontSize={{ base: "1.375rem", md: "1.75rem" }} whiteSpace="normal">
              {idsOf(hold)}
            </chakra.span>
          </Cell>
          <Cell name={paying ? strings.register.timeToPay : strings.register.time}>
            <Time {...{ hold, endsAt }} />
          </Cell>
          <Cell name={strings.register.total} end>
            <chakra.span {...number} fontSize={{ base: "1.75rem", md: "2.375rem" }}>
              {rupees(total)}
            </chakra.span>
          </Cell>
        </chakra.dl>
      </Box>
      <TimeAnnouncement {...{ hold, endsAt }} />
    </Box>
  );
}
