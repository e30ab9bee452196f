import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { ArrowRightLeft, Check, Clock3 } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useEffect } from "react";
import { Navigate } from "react-router-dom";
import { useEventFacts, useEventPaths } from "../../api/event-facts";
import {
  type MelaPaymentStatus,
  useGetBookingReceiptQuery,
  useLazyGetMelaPaymentStatusQuery,
} from "../../api/mela-api";
import { EventInAddress } from "../../shared/event-in-address";
import { orderStrings } from "../../shared/order-outcome";
import { MoneyNotes, Note, PaidPage, PaymentPending } from "../../shared/paid";
import { PaidReturn, PaymentReturn } from "../../shared/payments/payment-return";
import type { Verdict } from "../../shared/payments/payment-status";
import { usePolledStatus } from "../../shared/payments/status-check";
import { saveStallPayer } from "../../shared/stall-payer";
import { lazyPart } from "../../ui/lazy-part";
import { LinkButton } from "../../ui/link-button";
import { DecorativeIcon } from "../../ui/sign";
import { clearDraft, readDraft } from "./draft";
import { EventOfBooking } from "./event-of-booking";
import type * as Kept from "./kept-ticket";
import { strings } from "./mela.strings";
import { MelaOutcome } from "./outcome-screens";
import { Receipt } from "./receipt";
import { forgetHold } from "./seen-hold";
import { StallTicket } from "./stall-ticket";

/** Lazy: of several stalls of one order. */
const Together = lazyPart(async () => (await import("./together")).Together);

/** Polling of the payment status (specification 2, section 9); any verdict but pending ends it. */
const POLLS = {
  pauseMs: 2000,
  times: 15,
  // The server responds within 5 s, even if the provider doesn't.
  timeoutMs: 10_000,
  paymentStatus: (status: MelaPaymentStatus) => status.paymentStatus,
  decides: (verdict: Verdict) => verdict !== "pending",
} as const;
/** After this many polls the page shows that it takes longer than usual. */
const SLOW_AFTER = 10;

/** Lazy: shown only without network. Without its code, the page continues to ask. */
const KeptTicket = lazy(() =>
  import("./kept-ticket").then(
    ({ KeptTicket: Part }) => ({ default: Part }),
    () => ({ default: ({ children }: ComponentProps<typeof Kept.KeptTicket>) => children }),
  ),
);

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
  const exhaustedText = hasStatus ? undecided : orderStrings.uncheckedText;
  return (
    <PaymentPending
      title={verifyingTitle}
      text={exhausted ? exhaustedText : verifyingText}
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
  const [read] = useLazyGetMelaPaymentStatusQuery();
  const check = usePolledStatus(orderId, read, POLLS);
  const { verdict, answered, polls, over, again } = check;
  const exhausted = over && verdict === "pending";
  const done = answered && verdict === "successful";
  const event = check.status?.event;
  useEffect(() => {
    if (!done || event === undefined) return;
    // The draft is no longer needed; its contact details prefill the listing wizard that this page links to.
    const draft = readDraft(event);
    if (draft.orderId === orderId) saveStallPayer(draft.values);
    clearDraft(event);
    forgetHold(event);
  }, [done, orderId, event]);
  const { bookingUnpaid } = useEventPaths();

  // Waiting changes nothing if the money needs a person's review, or if no payment was started.
  const status = answered ? check.status : undefined;
  const kind = status?.outcome.kind;
  const settled = kind === "money_under_review" || (exhausted && kind === "not_started");
  const verifying = <Verifying {...{ orderId, exhausted, again }} hasStatus={answered} slow={polls >= SLOW_AFTER} />;
  const isLost = check.status === undefined && polls > 0;
  return (
    <PaidReturn
      orderId={orderId}
      check={check}
      unpaidPath={bookingUnpaid}
      paid={(paid) => <Paid status={paid} again={again} />}
      waiting={
        status !== undefined && settled ? (
          <EventOfBooking event={status.event}>
            <MelaOutcome status={status} again={again} />
          </EventOfBooking>
        ) : (
          <Suspense fallback={verifying}>
            {isLost ? (
              <KeptTicket
                orderId={orderId}
                again={again}
                ticket={(kept, note) => (
                  <EventOfBooking event={kept.event}>
                    <PaidBooking status={kept} note={note} />
                  </EventOfBooking>
                )}
              >
                {verifying}
              </KeptTicket>
            ) : (
              verifying
            )}
          </Suspense>
        )
      }
    />
  );
}

function Paid({ status, again }: { readonly status: MelaPaymentStatus; readonly again: () => void }) {
  return (
    <EventOfBooking event={status.event}>
      {status.eventCancelled === true ? <MelaOutcome status={status} again={again} /> : <PaidBooking status={status} />}
    </EventOfBooking>
  );
}

function PaidBooking({
  status,
  note,
}: {
  readonly status: MelaPaymentStatus;
  /** Of a ticket that the device has kept: since when it is so. */
  readonly note?: string;
}) {
  const { successTitle, successText, successAfter } = strings.payment;
  const { name } = useEventFacts();
  const { stallId, outcome, together = [] } = status;
  const stalls = [stallId, ...together].join(", ");
  // The browser that paid; another sees no code.
  const { currentData: receipt } = useGetBookingReceiptQuery(status.orderId);
  return (
    <PaidPage
      title={successTitle}
      lead={status.eventOver === true ? successAfter(stalls, name) : successText(stalls, name)}
      gap="6"
    >
      {outcome.fromStallId !== undefined && (
        <Note icon={ArrowRightLeft}>{strings.outcome.moved(outcome.fromStallId, stallId)}</Note>
      )}
      <MoneyNotes outcome={outcome} what="booking" />
      {note !== undefined && (
        <Box role="status">
          <Note icon={Clock3}>{note}</Note>
        </Box>
      )}
      {status.together !== undefined && (
        <Suspense fallback={<Box minHeight="5rem" />}>
          <Together stalls={status.together} />
        </Suspense>
      )}
      <StallTicket booking={status} ticket={receipt?.ticket} missing={receipt?.missing?.papers} />
      {note === undefined && (
        <>
          <Receipt orderId={status.orderId} amount={outcome.amount} />
          <ListingOffer />
        </>
      )}
    </PaidPage>
  );
}

/** /paid-events/mela/payment-success. Works without the visitor's cookie: a UPI app may return to another browser. */
export function PaymentSuccessPage() {
  return (
    <EventInAddress>
      <Return />
    </EventInAddress>
  );
}

function Return() {
  const { bookingUnpaid } = useEventPaths();
  return (
    <PaymentReturn missing={<Navigate replace to={bookingUnpaid} />}>
      {(orderId) => <Verified key={orderId} orderId={orderId} />}
    </PaymentReturn>
  );
}
