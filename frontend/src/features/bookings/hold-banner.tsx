import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { eventLine } from "@sakhi/domain/events/event-line";
import { registerPath } from "@sakhi/domain/site/routes";
import { useEffect, useEffectEvent, useState } from "react";
import { useEventFacts } from "../../api/event-facts";
import { userMessage } from "../../api/failure";
import { answered } from "../../api/lost-answer";
import { useReleaseStallMutation } from "../../api/mela-api";
import { buttonStack } from "../../ui/card";
import { ConfirmDialog } from "../../ui/dialog";
import { EventText } from "../../ui/event-text";
import { LinkButton } from "../../ui/link-button";
import { useToasts } from "../../ui/toast";
import { clock, useIsOver } from "./countdown";
import { strings } from "./mela.strings";
import { forgetHold } from "./seen-hold";
import { idsOf } from "./stall-labels";
import { TimeLeft } from "./time-left";
import { useFactsOf } from "./use-facts-of";
import { type MyHoldState, useEventOfHold } from "./use-my-hold";

/** "You hold B12, 6:12 left", with buttons to continue and to release. Renders nothing without a hold. */
export function HoldBanner({ myHold }: { readonly myHold: MyHoldState }) {
  const { showToast } = useToasts();
  const { hold, endsAt, refresh } = myHold;
  const over = useIsOver(endsAt);
  const event = useEventOfHold(hold);
  const { slug } = useEventFacts();
  const { facts } = useFactsOf(hold?.event ?? slug);
  const [confirming, setConfirming] = useState(false);
  const [release, { isLoading: releasing }] = useReleaseStallMutation();

  // At zero, refetch the hold before trusting the local clock; the response removes the banner.
  const refreshAtZero = useEffectEvent(refresh);
  useEffect(() => {
    if (over) void refreshAtZero();
  }, [over]);

  if (hold === undefined || hold === null || endsAt === undefined || over) return null;
  const paying = hold.state === "paying";
  const stalls = idsOf(hold);
  // A stall of this number is on the page, too.
  const where = facts === undefined || facts.slug === slug ? undefined : eventLine(facts);
  const confirmRelease = async () => {
    try {
      const { released } = await answered(
        () => release({ stallId: hold.stallId, event: hold.event }).unwrap(),
        refresh,
        (now) => (now?.stallId === hold.stallId ? undefined : { released: true }),
      );
      forgetHold(hold.event);
      if (released) showToast({ kind: "info", ...strings.toasts.released(stalls) });
    } catch (error) {
      const { title, description } = strings.toasts.notReleased(stalls);
      showToast({ kind: "error", title, description: userMessage(error, description) });
    }
    setConfirming(false);
  };
  return (
    <chakra.section
      aria-label={strings.hold.banner}
      bg="indigo.solid"
      color="indigo.on"
      borderRadius="card"
      borderInlineStartWidth="8px"
      borderColor="marigold.solid"
      boxShadow="card"
      p={{ base: "4", md: "5" }}
      mb="6"
    >
      <Flex gap="4" wrap="wrap" align="center" justify="space-between">
        <Box minWidth="0" overflowWrap="anywhere">
          <Box fontFamily="heading" fontWeight="700" fontSize="1.5rem" lineHeight="1.2">
            {paying ? strings.hold.paying(stalls) : strings.hold.holding(stalls)}
          </Box>
          {where !== undefined && (
            <Box>
              <EventText of={facts}>{where}</EventText>
            </Box>
          )}
          <Box fontVariantNumeric="tabular-nums">
            <TimeLeft endsAt={endsAt} text={(left) => strings.hold.left(clock(left))} />
          </Box>
        </Box>
        <Flex {...buttonStack}>
          <LinkButton
            to={registerPath(hold, event)}
            variant="surface"
            label={paying ? strings.hold.toPayment : strings.hold.continue}
          />
          {!paying && (
            <Button
              variant="plain"
              textDecoration="underline"
              textUnderlineOffset="4px"
              minHeight="tap"
              onClick={() => setConfirming(true)}
            >
              {strings.hold.release}
            </Button>
          )}
        </Flex>
      </Flex>
      <ConfirmDialog
        open={confirming}
        title={strings.hold.releaseTitle(stalls)}
        stay={strings.hold.keep(stalls)}
        go={strings.hold.releaseYes(stalls)}
        busy={releasing && "but-back"}
        onStay={() => setConfirming(false)}
        onGo={() => void confirmRelease()}
      >
        {where !== undefined && (
          <Box mb="2">
            <EventText of={facts}>{where}</EventText>
          </Box>
        )}
        <Box>{strings.hold.releaseText}</Box>
      </ConfirmDialog>
    </chakra.section>
  );
}
