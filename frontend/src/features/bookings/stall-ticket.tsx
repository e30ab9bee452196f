import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { setupInWords, setupOf } from "@sakhi/domain/events/arrival.rules";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { PATHS } from "@sakhi/domain/site/routes";
import { CalendarPlus, Copy, Share2 } from "lucide-react";
import { useEventFacts, useEventPaths } from "../../api/event-facts";
import type { MelaPaymentStatus } from "../../api/mela-api";
import { BlockPrintBand } from "../../ui/block-print";
import { buttonStack, card, iconButton, tapLinks } from "../../ui/card";
import { EventText } from "../../ui/event-text";
import { pageAddress } from "../../ui/language";
import { QrCode } from "../../ui/qr";
import { loadedTwice } from "../../ui/retried";
import { LabelledFact } from "../../ui/sign";
import { useCopyText } from "../../ui/toast";
import { strings } from "./mela.strings";
import { typeName } from "./stall-labels";

/** Downloads the calendar file. The code that writes it is loaded on demand. */
async function downloadCalendar(
  booking: Pick<MelaPaymentStatus, "stallId" | "orderId" | "moves" | "soldAt">,
  facts: PublicFacts,
): Promise<void> {
  const [{ calendarFile }, { saveFile }] = await loadedTwice(() =>
    Promise.all([import("@sakhi/domain/events/calendar"), import("../../ui/download")]),
  );
  const file = calendarFile(booking, facts, new Date());
  saveFile(new Blob([file], { type: "text/calendar" }), `mela-${booking.stallId}.ics`);
}

const notch = {
  content: '""',
  position: "absolute",
  width: "28px",
  height: "28px",
  borderRadius: "full",
  bg: "paper",
} as const;

/** The confirmation as a ticket: stall, dates, venue, order id, QR, calendar and share. */
export function StallTicket({
  booking,
  ticket,
  missing = [],
}: {
  readonly booking: MelaPaymentStatus;
  /** Its code for the gate; undefined where the page is not its holder's. */
  readonly ticket: string | undefined;
  /** Papers that are not there yet: for the browser that paid. */
  readonly missing?: readonly string[] | undefined;
}) {
  const copyText = useCopyText();
  const { orderId, stallId, stallType } = booking;
  const facts = useEventFacts();
  const { arrival } = facts;
  const setup = setupOf(arrival.setup, stallId);
  const { plan } = useEventPaths();
  const copy = () => copyText(orderId, strings.toasts.copied, strings.toasts.notCopied);
  return (
    <>
      <chakra.article aria-label={strings.payment.admit} {...card} borderRadius="18px" overflow="hidden">
        <BlockPrintBand />
        <Grid templateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 1fr) auto" }}>
          <Box p={{ base: "5", md: "8" }}>
            <chakra.p fontFamily="heading" fontSize="1.5rem" fontWeight="600" color="indigo.text">
              <EventText>{facts.name}</EventText>
            </chakra.p>
            <chakra.dl
              display="grid"
              gridTemplateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))"
              gap="4"
              mt="3"
              css={{ "& > :first-of-type, & > :last-child": { gridColumn: "1 / -1" } }}
            >
              <LabelledFact
                name={strings.payment.stall}
                fontFamily="heading"
                fontWeight="800"
                fontSize="min(clamp(4rem, 3rem + 5vw, 6.5rem), 22vw)"
                lineHeight="1"
                color="rani.text"
              >
                {stallId}
              </LabelledFact>
              <LabelledFact name={strings.payment.type}>{typeName(stallType)}</LabelledFact>
              <LabelledFact name={strings.payment.dates}>{facts.dates}</LabelledFact>
              <LabelledFact name={strings.payment.hours}>
                {facts.hours.map(({ day, hours }) => (
                  <chakra.span key={day} display="block">
                    {`${day}, ${hours}`}
                  </chakra.span>
                ))}
              </LabelledFact>
              <LabelledFact name={strings.payment.venue} css={tapLinks}>
                <chakra.span display="block">
                  <EventText>{facts.venue}</EventText>
                </chakra.span>
                <chakra.span display="block">
                  <EventText>{facts.address}</EventText>
                </chakra.span>
                <a href={facts.mapUrl} target="_blank" rel="noopener noreferrer">
                  {strings.payment.map}
                </a>
              </LabelledFact>
              {arrival.gate !== "" && (
                <LabelledFact name={strings.payment.gate}>
                  <EventText>{arrival.gate}</EventText>
                </LabelledFact>
              )}
              {setup !== undefined && (
                <LabelledFact name={strings.payment.settingUp}>
                  {setupInWords(setup, { days: facts.openingDays })}
                </LabelledFact>
              )}
              {missing.length > 0 && (
                <LabelledFact name={strings.payment.stillNeeded}>
                  {missing.map((label) => (
                    <chakra.span key={label} display="block">
                      {label}
                    </chakra.span>
                  ))}
                </LabelledFact>
              )}
              <LabelledFact name={strings.payment.orderId}>
                <Flex align="center" gap="1">
                  <chakra.span fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
                    {orderId}
                  </chakra.span>
                  <chakra.button
                    type="button"
                    aria-label={strings.payment.copy}
                    onClick={() => void copy()}
                    {...iconButton}
                    color="rani.text"
                    borderRadius="small"
                  >
                    <Copy size={20} aria-hidden />
                  </chakra.button>
                </Flex>
              </LabelledFact>
            </chakra.dl>
          </Box>
          <Flex
            direction="column"
            align="center"
            justify="center"
            position="relative"
            p={{ base: "6", md: "8" }}
            borderStyle="dashed"
            borderColor="edge"
            borderWidth="0"
            borderTopWidth={{ base: "2px", md: "0" }}
            borderInlineStartWidth={{ md: "2px" }}
            // The holes are at the ends of the perforation: left and right on phones. They never cover the printed bands.
            clipPath={{ md: "inset(0 -1rem)" }}
            _before={{ ...notch, top: { base: "-15px", md: "-14px" }, insetInlineStart: "-15px" }}
            _after={{
              ...notch,
              top: { base: "-15px", md: "auto" },
              bottom: { md: "-14px" },
              insetInlineEnd: { base: "-15px", md: "auto" },
              insetInlineStart: { md: "-15px" },
            }}
          >
            {ticket === undefined ? (
              <Text maxWidth="12rem" textAlign="center" color="muted">
                {strings.payment.noCode}
              </Text>
            ) : (
              <>
                <Box p="2" borderRadius="card" css={{ background: "#fff" }}>
                  <QrCode text={ticket} label={strings.payment.qr(orderId)} />
                </Box>
                <Text mt="2" maxWidth="12rem" textAlign="center" textStyle="small">
                  {strings.payment.code}
                </Text>
              </>
            )}
          </Flex>
        </Grid>
        <BlockPrintBand />
      </chakra.article>
      <Flex {...buttonStack}>
        <Button variant="outline" onClick={() => void downloadCalendar(booking, facts)}>
          <CalendarPlus aria-hidden />
          {strings.payment.calendar}
        </Button>
        <Button asChild variant="outline">
          <a
            href={`https://wa.me/?text=${encodeURIComponent(strings.payment.shareText(stallId, facts, new URL(pageAddress(plan === PATHS.plan ? PATHS.events : plan), globalThis.location.origin).href))}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Share2 aria-hidden />
            {strings.payment.whatsapp}
          </a>
        </Button>
      </Flex>
    </>
  );
}
