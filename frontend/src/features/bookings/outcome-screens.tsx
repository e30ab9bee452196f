import { Button } from "@chakra-ui/react";
import { eventLine } from "@sakhi/domain/events/event-line";
import { registerPath, orderPath } from "@sakhi/domain/site/routes";
import { Ban, CircleX, Clock3, HandCoins, TicketCheck } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { useEventFacts, useEventPaths, useNamedEvent } from "../../api/event-facts";
import type { MelaPaymentStatus, MyHold } from "../../api/mela-api";
import { CheckAgain, moneyScreen, OrderDetails, orderStrings, UnknownOrder } from "../../shared/order-outcome";
import { refundTexts } from "../../shared/refund-label";
import { useBusy } from "../../ui/busy";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { OutcomePage, type OutcomeProps } from "../../ui/outcome";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { clock, useSecondsLeft } from "./countdown";
import { strings } from "./mela.strings";
import { forgetHold } from "./seen-hold";
import { typeName } from "./stall-labels";
import { ToCorrection } from "./to-correction";
import { useMyHold } from "./use-my-hold";
import { paymentRequest, usePayment } from "./use-payment";

/** Link to the floor plan; "Try Booking Again" once the stall is released (specification 2, section 2). */
function ToPlan({ label, solid }: { readonly label: string; readonly solid: boolean }) {
  const { plan } = useEventPaths();
  return <LinkButton to={plan} variant={solid ? "solid" : "outline"} label={label} />;
}

function MelaOrder({ status: { orderId, stallId, stallType, outcome } }: { readonly status: MelaPaymentStatus }) {
  const of = [
    [strings.payment.event, eventLine(useEventFacts())] as const,
    [strings.payment.stall, stallId] as const,
    [strings.payment.stallType, typeName(stallType)] as const,
  ];
  return <OrderDetails orderId={orderId} of={of} outcome={outcome} />;
}

/** An outcome with the order's details below it. */
function OutcomeScreen({ status, ...page }: OutcomeProps & { readonly status: MelaPaymentStatus }) {
  return (
    <OutcomePage {...page}>
      <MelaOrder status={status} />
    </OutcomePage>
  );
}

const texts = strings.outcome;
const CANCELLED = { icon: Ban, title: texts.cancelledTitle } as const;

/** Texts of an order that can still be paid. */
const PAYABLE = {
  failed: { icon: CircleX, tone: "bad", title: strings.payment.failureTitle, text: texts.attemptFailed },
  not_started: { icon: Clock3, tone: "open", title: texts.notStartedTitle, text: texts.notStarted },
  // Opened without a known attempt: the visitor may have closed the provider's page, or be paying there right now.
  untried: { icon: Clock3, tone: "open", title: strings.payment.pendingTitle, text: texts.untried },
} as const;

/** The attempt failed, or none was started; the order can still be paid. */
function StillPayable({ status, again: check }: MelaOutcomeProps) {
  const untried = status.outcome.untried === true;
  const failed = status.outcome.kind === "failed_attempt";
  const tried = failed ? "failed" : "not_started";
  const { text, ...screen } = PAYABLE[untried ? "untried" : tried];
  const myHold = useMyHold();
  const event = useNamedEvent();
  const { bookingPaid } = useEventPaths();
  const left = useSecondsLeft(myHold.endsAt);
  const pay = usePayment(myHold);
  const [busy, once] = useBusy(() => void myHold.refresh());
  const mine = myHold.hold?.stallId === status.stallId && myHold.hold.event === status.event;
  const over = mine && left === 0;
  const hold = mine && !over ? myHold.hold : undefined;
  const payingFor = hold?.state === "paying" && hold.orderId === status.orderId ? hold : undefined;
  const form = hold?.state === "paying" ? undefined : hold;

  const again = async (paid: MyHold) => {
    const { end } = await pay(paymentRequest(status.orderId, paid.finalAmount ?? paid.price, paid));
    if (end !== "left") await myHold.refresh();
    return end === "left";
  };
  const action = (() => {
    if (payingFor !== undefined)
      return (
        <SteadyButton inactive={busy} onClick={() => void once(() => again(payingFor))}>
          {busy ? strings.register.processing : strings.payment.continuePaying(payingFor.stallId)}
        </SteadyButton>
      );
    if (form !== undefined)
      return <LinkButton to={registerPath(form, event)} label={strings.payment.backToForm(form.stallId)} />;
    return over && !untried ? <Button onClick={check}>{orderStrings.checkAgain}</Button> : undefined;
  })();
  const here = payingFor !== undefined || form !== undefined;
  // The stall is mentioned only once it is known whether this browser holds it.
  const aboutStall = (): readonly string[] => {
    if (here) return [texts.stillYours(status.stallId, clock(left ?? 0))];
    if (over) return [texts.timeOver(status.stallId)];
    return myHold.hold === undefined && !myHold.failed ? [] : [texts.keptElsewhere(status.stallId)];
  };
  return (
    <OutcomeScreen
      status={status}
      {...screen}
      text={[text, ...aboutStall()]}
      actions={
        <>
          {action}
          {untried && (
            <LinkButton
              to={orderPath(bookingPaid, status.orderId)}
              variant={action === undefined ? "solid" : "outline"}
              label={orderStrings.checkAgain}
            />
          )}
          {here && <ToCorrection orderId={status.orderId} />}
          {!untried && <ToPlan solid={action === undefined} label={strings.payment.tryAgain} />}
          <Support />
        </>
      }
    />
  );
}

/** The payment failed and the stall is released. Without a status the order's details are unknown. */
export function PaymentFailed({ status }: { readonly status?: MelaPaymentStatus }) {
  const uncharged = status?.outcome.kind === "not_charged";
  return (
    <OutcomePage
      icon={CircleX}
      title={strings.payment.failureTitle}
      text={uncharged ? [texts.notCharged, texts.bankShowsIt] : [texts.notBooked, texts.notBookedMore]}
      actions={
        <>
          <ToPlan solid label={strings.payment.tryAgain} />
          <Support />
        </>
      }
    >
      {status !== undefined && <MelaOrder status={status} />}
    </OutcomePage>
  );
}

/** An unknown order number, with a link to the plan. */
export function UnknownMelaOrder(props: ComponentProps<typeof UnknownOrder>) {
  return (
    <UnknownOrder {...props}>
      <ToPlan solid={false} label={texts.toPlan} />
    </UnknownOrder>
  );
}

interface MelaOutcomeProps {
  readonly status: MelaPaymentStatus;
  /** Refetches the status. */
  readonly again: () => void;
}

/** The screen for an order's outcome; each outcome has its own text. */
export function MelaOutcome({ status, again }: MelaOutcomeProps) {
  const { stallId, orderId, outcome, eventCancelled, eventOver } = status;
  const { amount = 0, refund } = outcome;
  const [ended, cancelled] =
    eventCancelled === true
      ? [texts.eventCancelled(stallId), { ...CANCELLED, title: texts.eventCancelledTitle }]
      : [texts.cancelled(stallId), CANCELLED];
  const { bookingPaid } = useEventPaths();
  const { name, slug } = useEventFacts();
  // This page says how the hold ended; the plan need not.
  const isDecided = !["not_started", "failed_attempt", "pending"].includes(outcome.kind);
  useEffect(() => {
    if (isDecided) forgetHold(slug);
  }, [isDecided, slug]);
  const money = refundTexts(outcome);
  const elsewhere =
    refund?.state === "failed" ? (
      <Support solid />
    ) : (
      <>
        <ToPlan solid label={texts.toPlan} />
        <Support />
      </>
    );
  const screen = (
    page: Pick<OutcomeProps, "icon" | "title" | "tone">,
    text: readonly string[],
    actions: ReactNode = elsewhere,
  ) => <OutcomeScreen status={status} tone="open" {...page} text={text} actions={actions} />;
  const toResult = (label: string) => <LinkButton to={orderPath(bookingPaid, orderId)} label={label} />;
  const recheck = <CheckAgain again={again} />;
  switch (outcome.kind) {
    case "not_started":
    case "failed_attempt":
      return <StillPayable status={status} again={again} />;
    case "pending":
      if (outcome.untried === true) return <StillPayable status={status} again={again} />;
      return screen(
        { icon: Clock3, title: strings.payment.pendingTitle },
        [strings.payment.pendingText],
        <>
          {toResult(orderStrings.checkAgain)}
          <ToCorrection orderId={orderId} />
          <Support />
        </>,
      );
    case "not_charged":
      return <PaymentFailed status={status} />;
    case "cancelled":
      return screen(cancelled, [ended, ...money, texts.creditNote]);
    case "cancelled_without_refund":
      return screen(cancelled, [ended, texts.nothingBack]);
    case "refund_pending":
    case "refunded":
    case "partly_refunded":
      return screen(moneyScreen(outcome.kind, refund), [
        texts.reachedUs(rupees(amount), stallId),
        ...money,
        ...(outcome.kind === "partly_refunded" ? [texts.rest] : []),
      ]);
    case "money_under_review":
      return screen(
        moneyScreen(outcome.kind, refund),
        [orderStrings.review(rupees(amount)), outcome.kept === true ? texts.reviewKept(stallId) : texts.reviewNotKept],
        recheck,
      );
    case "late_offer": {
      const type = typeName(outcome.offerStallType ?? status.stallType);
      return screen(
        { icon: HandCoins, title: texts.offerTitle(type) },
        [texts.offer(rupees(amount), stallId), texts.offerHow(type, outcome.offerExpiresAt)],
        recheck,
      );
    }
    // Sold meanwhile: the success page shows the ticket.
    case "sold":
    case "moved":
      if (eventCancelled === true) return screen(cancelled, [ended, texts.eventRefundAwaited], <Support solid />);
      return screen(
        { icon: TicketCheck, title: strings.payment.successTitle, tone: "good" },
        [(eventOver === true ? strings.payment.successAfter : strings.payment.successText)(stallId, name)],
        toResult(texts.toTicket),
      );
  }
}
