import { myDocumentPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Grid, Text } from "@chakra-ui/react";
import { Download, LockKeyhole } from "lucide-react";
import { useState } from "react";
import { type MyBooking, useCloseMyBookingMutation, useRevokeMyBookingLinksMutation } from "../../api/mela-api";
import { ConfirmDialog } from "../../ui/dialog";
import { rupees } from "../../ui/money";
import { Part } from "../../ui/outcome";
import { indianMoment } from "../../shared/refund-label";
import { strings } from "./my-booking.strings";
import { SteadyButton } from "../../ui/steady-button";

export function Documents({ documents }: Pick<MyBooking, "documents">) {
  return (
    <Part id="documents" title={strings.documents}>
      {documents.length === 0 ? (
        <Text>{strings.noDocuments}</Text>
      ) : (
        <chakra.ul display="grid" gap="4" listStyleType="none">
          {documents.map(({ id, kind, number, amount, issuedAt }) => (
            <li key={id}>
              <Text fontWeight="600">{`${kind === "invoice" ? strings.invoice : strings.creditNote} ${number}`}</Text>
              <Text color="muted" mb="2">
                {`${rupees(amount)}, ${indianMoment(issuedAt)}`}
              </Text>
              <Button asChild variant="outline" maxWidth="100%" height="auto" minHeight="tap" whiteSpace="normal">
                <a href={myDocumentPath(id)} download>
                  <Download aria-hidden />
                  <span>{strings.download(number)}</span>
                </a>
              </Button>
            </li>
          ))}
        </chakra.ul>
      )}
    </Part>
  );
}

export function Timeline({ events }: { readonly events: MyBooking["timeline"] }) {
  return (
    <Part id="timeline" title={strings.timeline}>
      <chakra.ol display="grid" gap="4" listStyleType="none">
        {events.map((event, index) => (
          <chakra.li
            key={`${event.at} ${event.kind} ${index}`}
            borderInlineStartWidth="3px"
            borderColor="marigold.soft"
            ps="4"
          >
            <Text fontWeight="600">{strings.eventText(event)}</Text>
            <Text color="muted">
              <time dateTime={event.at}>{indianMoment(event.at)}</time>
            </Text>
            {event.reference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.reference(event.reference)}
              </Text>
            )}
            {event.bankReference !== undefined && (
              <Text color="muted" overflowWrap="anywhere">
                {strings.bankReference(event.bankReference)}
              </Text>
            )}
          </chakra.li>
        ))}
      </chakra.ol>
    </Part>
  );
}

/** Who can open this page, and buttons to end access. */
export function Access({ until, onClosed }: { readonly until: string; readonly onClosed: () => void }) {
  const [close, { isLoading: closing }] = useCloseMyBookingMutation();
  const [revoke, { isLoading: revoking }] = useRevokeMyBookingLinksMutation();
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = closing || revoking;
  const end = async (call: Promise<{ readonly error?: unknown }>) => {
    const { error } = await call;
    setConfirming(false);
    if (error === undefined) onClosed();
    else setProblem(strings.failed);
  };
  return (
    <Part id="access" title={strings.access}>
      <Text>{strings.accessText(indianMoment(until))}</Text>
      <Box role="alert" color="alarm.text" fontWeight="600">
        {problem}
      </Box>
      <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "auto auto" }} justifyContent="start" gap="3" mt="4">
        <SteadyButton variant="outline" off={busy} onClick={() => void end(close())}>
          <LockKeyhole aria-hidden />
          {strings.close}
        </SteadyButton>
        <SteadyButton variant="outline" off={busy} onClick={() => setConfirming(true)}>
          {strings.revoke}
        </SteadyButton>
      </Grid>
      <ConfirmDialog
        open={confirming}
        title={strings.revokeSure}
        stay={strings.back}
        go={busy ? strings.working : strings.revoke}
        busy={busy}
        onStay={() => setConfirming(false)}
        onGo={() => void end(revoke())}
      >
        <Text>{strings.revokeText}</Text>
      </ConfirmDialog>
    </Part>
  );
}
