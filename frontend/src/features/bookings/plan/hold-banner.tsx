import { registerPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { useReleaseStallMutation } from "../../../api/mela-api";
import { Modal } from "../../../ui/dialog";
import { showToast } from "../../../ui/toast";
import { clock, useSecondsLeft } from "../countdown";
import { strings } from "../mela.strings";
import type { KnownHold } from "../use-my-hold";

/** "You hold B12, 6:12 left": continue or give up. Nothing without a hold. */
export function HoldBanner({ known }: { readonly known: KnownHold }) {
  const { hold, deadline, ask } = known;
  const left = useSecondsLeft(deadline);
  const [asking, setAsking] = useState(false);
  const [release, { isLoading: releasing }] = useReleaseStallMutation();

  // At zero the server is asked before our own clock is believed; its answer takes the banner away.
  const over = left === 0;
  const askAgain = useRef(ask);
  useEffect(() => {
    askAgain.current = ask;
  }, [ask]);
  useEffect(() => {
    if (over) void askAgain.current();
  }, [over]);

  if (hold === undefined || hold === null || left === undefined || over) return null;
  const paying = hold.state === "paying";
  const giveUp = async () => {
    // Errors are ignored (specification 2, section 7): an unreleased hold ends by itself.
    await release({ stallId: hold.stallId });
    setAsking(false);
    showToast({ kind: "info", ...strings.toasts.givenUp(hold.stallId) });
  };
  return (
    <chakra.section
      aria-label={strings.hold.banner}
      bg="indigo.solid"
      color="indigo.on"
      borderRadius="card"
      borderInlineStartWidth="8px"
      borderInlineStartStyle="solid"
      borderColor="marigold.solid"
      boxShadow="card"
      p={{ base: "4", md: "5" }}
      mb="6"
    >
      <Flex gap="4" wrap="wrap" align="center" justify="space-between">
        <Box>
          <Box fontFamily="heading" fontWeight="700" fontSize="1.5rem" lineHeight="1.2">
            {paying ? strings.hold.paying(hold.stallId) : strings.hold.holding(hold.stallId)}
          </Box>
          <Box fontVariantNumeric="tabular-nums">{strings.hold.left(clock(left))}</Box>
        </Box>
        <Flex gap="3" wrap="wrap">
          <Button asChild variant="surface">
            <Link to={registerPath(hold)}>{paying ? strings.hold.toPayment : strings.hold.continue}</Link>
          </Button>
          {!paying && (
            <Button
              variant="plain"
              textDecoration="underline"
              textUnderlineOffset="4px"
              minHeight="tap"
              onClick={() => setAsking(true)}
            >
              {strings.hold.giveUp}
            </Button>
          )}
        </Flex>
      </Flex>
      <Modal
        open={asking}
        role="alertdialog"
        title={strings.hold.giveUpTitle(hold.stallId)}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button variant="subtle" onClick={() => setAsking(false)}>
              {strings.hold.keep(hold.stallId)}
            </Button>
            <Button disabled={releasing} onClick={() => void giveUp()}>
              {strings.hold.giveUpYes(hold.stallId)}
            </Button>
          </>
        }
      >
        {strings.hold.giveUpText}
      </Modal>
    </chakra.section>
  );
}
