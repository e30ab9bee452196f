import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { userMessage } from "../../api/failure";
import { answered, Unreachable } from "../../api/lost-answer";
import {
  type MyBooking,
  useConfirmListingClaimMutation,
  useDeclineListingClaimMutation,
  useLazyGetMyBookingQuery,
} from "../../api/mela-api";
import { indianMoment } from "../../shared/refund-label";
import { ConfirmDialog } from "../../ui/dialog";
import { Part } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { strings } from "./my-booking.strings";

type Claim = MyBooking["listingClaims"][number];

/** Claims of the free listing from other browsers, which the booker confirms or declines. */
export function Claims({
  claims,
  onChanged,
}: {
  readonly claims: readonly Claim[];
  readonly onChanged: (booking: MyBooking) => void;
}) {
  const [confirm, { isLoading: confirming }] = useConfirmListingClaimMutation();
  const [decline, { isLoading: declining }] = useDeclineListingClaimMutation();
  const [read] = useLazyGetMyBookingQuery();
  const [chosen, setChosen] = useState<Claim>();
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const status = useRef<HTMLDivElement>(null);
  const confirmed = useRef(false);
  const busy = confirming || declining;
  // The pressed button is gone with its claim: move the focus to the result.
  useEffect(() => {
    if (message !== undefined) status.current?.focus();
  }, [message]);
  const answer = async (id: string, call: () => Promise<MyBooking>, done: string) => {
    setProblem(undefined);
    let error: unknown;
    const data = await answered(
      call,
      async () => (await read(undefined, false)).data,
      // Each of the two answers takes the claim off the page.
      (now) => (now.listingClaims.some((claim) => claim.id === id) ? undefined : now),
    ).catch((caught: unknown) => {
      error = caught;
    });
    confirmed.current = data !== undefined;
    setChosen(undefined);
    if (data === undefined) {
      setProblem(userMessage(error, error instanceof Unreachable ? strings.unsure : strings.claimFailed));
      return;
    }
    setMessage(done);
    onChanged(data);
  };
  if (claims.length === 0 && message === undefined) return null;
  return (
    <Part id="claims" title={strings.claims}>
      <Box ref={status} tabIndex={-1} role="status" fontWeight="600" mb={message === undefined ? "0" : "3"}>
        {message}
      </Box>
      {claims.length > 0 && (
        <>
          <Text>{strings.claimsText}</Text>
          <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" listStyleType="none" mt="4">
            {claims.map((claim) => (
              <li key={claim.id}>
                <Text fontWeight="600" overflowWrap="anywhere">
                  {strings.claim(claim.brandName, claim.name)}
                </Text>
                <Text color="muted">{indianMoment(claim.claimedAt)}</Text>
                <Flex gap="3" wrap="wrap" mt="3">
                  <SteadyButton inactive={busy} onClick={() => setChosen(claim)}>
                    {strings.claimConfirm}
                  </SteadyButton>
                  <SteadyButton
                    variant="outline"
                    inactive={busy}
                    onClick={() => void answer(claim.id, () => decline(claim.id).unwrap(), strings.claimDeclined)}
                  >
                    {strings.claimDecline}
                  </SteadyButton>
                </Flex>
              </li>
            ))}
          </chakra.ul>
        </>
      )}
      <Box role="alert" mt="3" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <ConfirmDialog
        open={chosen !== undefined}
        title={strings.claimSure(chosen?.brandName ?? "")}
        stay={strings.back}
        go={busy ? strings.working : strings.claimConfirm}
        busy={busy}
        // The opener is gone with its claim.
        finalFocus={() => (confirmed.current ? status.current : null)}
        onStay={() => setChosen(undefined)}
        onGo={() => {
          if (chosen !== undefined) void answer(chosen.id, () => confirm(chosen.id).unwrap(), strings.claimConfirmed);
        }}
      >
        <Text>{strings.claimSureText}</Text>
      </ConfirmDialog>
    </Part>
  );
}
