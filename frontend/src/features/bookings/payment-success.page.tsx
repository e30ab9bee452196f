import { useCallback, useEffect } from "react";
import { isRejected, usePolling } from "../../api/polls";
import { type MelaPaymentStatus, useLazyGetMelaPaymentStatusQuery } from "../../api/mela-api";
import { type Verdict, verdictOf } from "./payment-status";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { ArrowRightLeft, Check, Clock3 } from "lucide-react";
import { Navigate, useSearchParams } from "react-router-dom";
import { orderStrings } from "../../shared/order-outcome";
import { MoneyNotes, Note, PaidPage, PaymentPending } from "../../shared/paid";
import { saveStallPayer } from "../../shared/stall-payer";
import { strings } from "./mela.strings";
import { clearDraft, readDraft } from "./draft";
import { MelaOutcome } from "./outcome-screens";
import { Receipt } from "./receipt";
import { StallTicket } from "./stall-ticket";
import { LinkButton } from "../../ui/link-button";
import { DecorativeIcon } from "../../ui/sign";

/** Polling of the payment status (specification 2, section 9). */
const POLL_MS = 2000;
const MAX_POLLS = 15;
/** After this many polls the page shows that it takes longer than usual. */
const SLOW_AFTER = 10;
/** Timeout of one poll, in ms. The server responds within 5 s, even if the provider doesn't. */
const POLL_TIMEOUT_MS = 10_000;

/** Progress of the verification. */
interface Verification {
  readonly verdict: Verdict;
  readonly status: MelaPaymentStatus | undefined;
  readonly polls: number;
  /** The payment is decided, or all polls are used up. */
  readonly over: boolean;
}
const START: Verification = { verdict: "pending", status: undefined, polls: 0, over: false };

/**
 * Polls until the payment is decided or the polls are used up. A 4xx response other than 429 decides it; a
 * lost connection or a server error doesn't, and counts as one poll.
 */
function useVerification(orderId: string) {
  const [read] = useLazyGetMelaPaymentStatusQuery();
  const poll = useCallback(
    async (polls: number): Promise<Verification> => {
      const call = read(orderId, false);
      const timer = setTimeout(() => call.abort(), POLL_TIMEOUT_MS);
      const { data, error, isError } = await call;
      clearTimeout(timer);
      // RTK Query returns the previous data along with an error.
      const status = isError ? undefined : data;
      const verdictOfError = isRejected(error) ? "unknown" : "pending";
      const verdict = status === undefined ? verdictOfError : verdictOf(status.paymentStatus);
      return { verdict, status, polls, over: verdict !== "pending" || polls >= MAX_POLLS };
    },
    [orderId, read],
  );
  return usePolling(START, POLL_MS, poll);
}

interface VerifyingProps {
  readonly orderId: string;
  /** True if the last poll succeeded. */
  readonly hasStatus: boolean;
  readonly slow: boolean;
  /** All polls are used up and the payment is undecided. */
  readonly exhausted: boolean;
  readonly again: () => void;
}

function Verifying({ orderId, hasStatus, slow, exhausted, again }: VerifyingProps) {
  const { verifyingTitle, undecided, verifyingText, slowTitle, slowText } = strings.payment;
  return (
    <PaymentPending
      title={verifyingTitle}
      text={exhausted ? (hasStatus ? undecided : orderStrings.uncheckedText) : verifyingText}
      icon={exhausted ? Clock3 : undefined}
    >
      <Box role="status" width="full">
        {slow && (
          <Box bg="marigold.soft" borderRadius="card" p="5" textAlign="start">
            <Text fontWeight="600">{slowTitle}</Text>
            <Text overflowWrap="anywhere">{slowText(orderId)}</Text>
          </Box>
        )}
      </Box>
      {exhausted && <Button onClick={again}>{orderStrings.checkAgain}</Button>}
    </PaymentPending>
  );
}

function ListingOffer() {
  return (
    <chakra.section
      aria-labelledby="offer"
      bg="indigo.solid"
      color="indigo.on"
      borderRadius="18px"
      p={{ base: "6", md: "8" }}
      display="grid"
      gridTemplateColumns={{ base: "1fr", md: "1fr auto" }}
      gap="6"
      alignItems="center"
    >
      <div>
        <Text color="marigold.solid" fontWeight="600">
          {strings.payment.offerKicker}
        </Text>
        <chakra.h2 id="offer" textStyle="h2" color="indigo.on">
          {strings.payment.offerTitle}
        </chakra.h2>
        <Text mt="1">{strings.payment.offerText}</Text>
        <chakra.ul mt="4" display="grid" gridTemplateColumns={{ base: "1fr", sm: "1fr 1fr" }} gap="2">
          {strings.payment.offerPoints.map((point) => (
            <chakra.li key={point} display="flex" gap="2" alignItems="center">
              <DecorativeIcon icon={Check} size={20} color="marigold.solid" />
              <span>{point}</span>
            </chakra.li>
          ))}
        </chakra.ul>
      </div>
      <LinkButton to={PATHS.joinEntrepreneur} size="lg" variant="surface" label={strings.payment.offerButton} />
    </chakra.section>
  );
}

function Verified({ orderId }: { readonly orderId: string }) {
  const { verdict, status, polls, over, again } = useVerification(orderId);
  const exhausted = over && verdict === "pending";
  const done = verdict === "successful" && status !== undefined;
  useEffect(() => {
    if (!done) return;
    // The draft is no longer needed; its contact details prefill the listing wizard that this page links to.
    const draft = readDraft();
    if (draft.orderId === orderId) saveStallPayer(draft.values);
    clearDraft();
  }, [done, orderId]);

  if (verdict === "failed" || verdict === "unknown")
    return <Navigate replace to={orderPath(PATHS.bookingUnpaid, orderId)} />;
  // Waiting changes nothing if the money needs a person's review, or if no payment was started.
  const kind = status?.outcome.kind;
  if (status !== undefined && (kind === "money_under_review" || (exhausted && kind === "not_started")))
    return <MelaOutcome status={status} again={again} />;
  if (!done) {
    const hasStatus = status !== undefined;
    return <Verifying {...{ orderId, hasStatus, exhausted, again }} slow={polls >= SLOW_AFTER} />;
  }
  return <Paid status={status} />;
}

function Paid({ status }: { readonly status: MelaPaymentStatus }) {
  const { successTitle, successText } = strings.payment;
  const { stallId, outcome } = status;
  return (
    <PaidPage title={successTitle} lead={successText(stallId)} gap="6">
      {outcome.fromStallId !== undefined && (
        <Note icon={ArrowRightLeft}>{strings.outcome.moved(outcome.fromStallId, stallId)}</Note>
      )}
      <MoneyNotes outcome={outcome} what="booking" />
      <StallTicket booking={status} />
      <Receipt orderId={status.orderId} amount={outcome.amount} />
      <ListingOffer />
    </PaidPage>
  );
}

/** /paid-events/mela/payment-success. Works without the visitor's cookie: a UPI app may return to another browser. */
export function PaymentSuccessPage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  if (!orderId) return <Navigate replace to={PATHS.bookingUnpaid} />;
  return <Verified key={orderId} orderId={orderId} />;
}
