import { PATHS, registerPath, orderPath } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { MelaPaymentStatus, MyHold } from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { type OrderFact, OrderFacts, OutcomePage, type OutcomeProps, type OutcomeTone } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { refundFacts, refundLabel } from "../../ui/refund-label";
import { strings } from "./mela.strings";
import { typeName } from "./stall-labels";
import { ToCorrection } from "./to-correction";
import {
  CircleX,
  Clock3,
  Ban,
  FileQuestionMark,
  HandCoins,
  type LucideIcon,
  SearchCheck,
  TicketCheck,
  Undo2,
  WifiOff,
} from "lucide-react";
import { useBusy } from "../../ui/busy";
import { clock, useSecondsLeft } from "./countdown";
import { useMyHold } from "./use-my-hold";
import { paymentRequest, usePayment } from "./use-payment";
import { verdictOf } from "./payment-status";
import { LinkButton } from "../../ui/link-button";
import { SteadyButton } from "../../ui/steady-button";

/** Link to the floor plan; "Try Booking Again" once the stall is released (specification 2, section 2). */
function ToPlan({ label, solid }: { readonly label: string; readonly solid: boolean }) {
  return <LinkButton to={PATHS.plan} variant={solid ? "solid" : "outline"} label={label} />;
}

/** The order's details; without a status only its number. */
function OrderDetails({
  orderId,
  status,
}: {
  readonly orderId: string;
  readonly status?: MelaPaymentStatus | undefined;
}) {
  const rows: OrderFact[] = [[strings.payment.orderId, orderId]];
  if (status !== undefined) {
    rows.push([strings.payment.stall, status.stallId], [strings.payment.stallType, typeName(status.stallType)]);
    const { amount, refund } = status.outcome ?? {};
    if (amount !== undefined) rows.push([strings.outcome.paid, rupees(amount)]);
    rows.push(...refundFacts(refund));
  }
  return <OrderFacts title={strings.payment.orderDetails} rows={rows} />;
}

/** An outcome with the order's details below it. */
function OutcomeScreen({ status, ...page }: OutcomeProps & { readonly status: MelaPaymentStatus }) {
  return (
    <OutcomePage {...page}>
      <OrderDetails orderId={status.orderId} status={status} />
    </OutcomePage>
  );
}

const texts = strings.outcome;

/** Texts of an order that can still be paid. */
const PAYABLE = {
  failed: { icon: CircleX, tone: "bad", title: strings.payment.failureTitle, text: texts.attemptFailed },
  not_started: { icon: Clock3, tone: "open", title: texts.notStartedTitle, text: texts.notStarted },
  // Opened without a known attempt: the visitor may have closed the provider's page, or be paying there right now.
  untried: { icon: Clock3, tone: "open", title: strings.payment.pendingTitle, text: texts.untried },
} as const;

/** The attempt failed, or none was started; the order can still be paid. */
function StillPayable({ status, again: check }: MelaOutcomeProps) {
  const untried = status.outcome?.untried === true;
  const failed = status.outcome?.kind === "failed_attempt";
  const { text, ...screen } = PAYABLE[untried ? "untried" : failed ? "failed" : "not_started"];
  const myHold = useMyHold();
  const left = useSecondsLeft(myHold.endsAt);
  const pay = usePayment();
  const [busy, once] = useBusy(() => void myHold.refresh());
  const mine = myHold.hold?.stallId === status.stallId;
  const over = mine && left === 0;
  const hold = mine && !over ? myHold.hold : undefined;
  const payingFor = hold?.state === "paying" && hold.orderId === status.orderId ? hold : undefined;
  const form = hold?.state === "paying" ? undefined : hold;

  const again = async (paid: MyHold) => {
    const { end } = await pay(paymentRequest(status.orderId, paid.finalAmount ?? paid.price, paid));
    if (end !== "left") await myHold.refresh();
    return end === "left";
  };
  const action =
    payingFor !== undefined ? (
      <SteadyButton off={busy} onClick={() => void once(() => again(payingFor))}>
        {busy ? strings.register.processing : strings.payment.continuePaying(payingFor.stallId)}
      </SteadyButton>
    ) : form !== undefined ? (
      <LinkButton to={registerPath(form)} label={strings.payment.backToForm(form.stallId)} />
    ) : over && !untried ? (
      <Button onClick={check}>{strings.payment.checkAgain}</Button>
    ) : undefined;
  const here = payingFor !== undefined || form !== undefined;
  return (
    <OutcomeScreen
      status={status}
      {...screen}
      text={[
        text,
        // The stall is mentioned only once it is known whether this browser holds it.
        ...(here
          ? [texts.stillYours(status.stallId, clock(left ?? 0))]
          : over
            ? [texts.timeOver(status.stallId)]
            : myHold.hold === undefined && !myHold.failed
              ? []
              : [texts.keptElsewhere(status.stallId)]),
      ]}
      actions={
        <>
          {action}
          {untried && (
            <LinkButton
              to={orderPath(PATHS.bookingPaid, status.orderId)}
              variant={action === undefined ? "solid" : "outline"}
              label={strings.payment.checkAgain}
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
  const uncharged = status?.outcome?.kind === "not_charged";
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
      {status !== undefined && <OrderDetails orderId={status.orderId} status={status} />}
    </OutcomePage>
  );
}

/** An unknown order number; makes no statement about a payment. */
export function UnknownOrder({ orderId }: { readonly orderId: string }) {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={texts.unknownTitle}
      text={texts.unknownText}
      actions={
        <>
          <Support solid />
          <ToPlan solid={false} label={texts.toPlan} />
        </>
      }
    >
      <OrderDetails orderId={orderId} />
    </OutcomePage>
  );
}

/** The status could not be fetched. This is not a failed payment. */
export function Unchecked({ orderId, again }: { readonly orderId: string; readonly again: () => void }) {
  return (
    <OutcomePage
      icon={WifiOff}
      tone="open"
      title={strings.payment.uncheckedTitle}
      text={[strings.payment.uncheckedText]}
      actions={
        <>
          <Button onClick={again}>{strings.payment.checkAgain}</Button>
          <Support />
        </>
      }
    >
      <OrderDetails orderId={orderId} />
    </OutcomePage>
  );
}

interface MelaOutcomeProps {
  readonly status: MelaPaymentStatus;
  /** Refetches the status. */
  readonly again: () => void;
}

/** The screen for an order's outcome; each outcome has its own text. */
export function MelaOutcome({ status, again }: MelaOutcomeProps) {
  const { stallId, orderId } = status;
  // Without an outcome the status alone says "pending" or "failed".
  const byStatus = verdictOf(status.paymentStatus) === "pending" ? ({ kind: "pending" } as const) : undefined;
  const outcome: MelaPaymentStatus["outcome"] = status.outcome ?? byStatus;
  if (outcome === undefined) return <PaymentFailed status={status} />;
  const { amount = 0, refund } = outcome;
  const money = refund === undefined ? [] : [refundLabel(refund, amount)];
  const elsewhere = (
    <>
      <ToPlan solid label={texts.toPlan} />
      <Support />
    </>
  );
  const recheck = (
    <>
      <Button onClick={again}>{strings.payment.checkAgain}</Button>
      <Support />
    </>
  );
  const screen = (
    icon: LucideIcon,
    title: string,
    text: readonly string[],
    { tone = "open", actions = elsewhere }: { readonly tone?: OutcomeTone; readonly actions?: ReactNode } = {},
  ) => <OutcomeScreen status={status} icon={icon} tone={tone} title={title} text={text} actions={actions} />;
  const toResult = (label: string) => <LinkButton to={orderPath(PATHS.bookingPaid, orderId)} label={label} />;
  const owed = refund?.state === "failed" ? refund : undefined;
  switch (outcome.kind) {
    case "not_started":
    case "failed_attempt":
      return <StillPayable status={status} again={again} />;
    case "pending":
      if (outcome.untried === true) return <StillPayable status={status} again={again} />;
      return screen(Clock3, strings.payment.pendingTitle, [strings.payment.pendingText], {
        actions: (
          <>
            {toResult(strings.payment.checkAgain)}
            <ToCorrection orderId={orderId} />
            <Support />
          </>
        ),
      });
    case "not_charged":
      return <PaymentFailed status={status} />;
    case "cancelled":
      return screen(Ban, texts.cancelledTitle, [texts.cancelled(stallId), ...money, texts.creditNote], {
        actions: owed === undefined ? elsewhere : <Support solid />,
      });
    case "cancelled_without_refund":
      return screen(Ban, texts.cancelledTitle, [texts.cancelled(stallId), texts.nothingBack]);
    case "refund_pending":
      return screen(
        Undo2,
        owed === undefined ? texts.refundPendingTitle : texts.owedTitle(rupees(owed.amount)),
        [texts.reachedUs(rupees(amount), stallId), ...money],
        { actions: owed === undefined ? elsewhere : <Support solid /> },
      );
    case "refunded":
      return screen(Undo2, texts.refundedTitle, [texts.reachedUs(rupees(amount), stallId), ...money], { tone: "good" });
    case "partly_refunded":
      return screen(Undo2, texts.partlyTitle, [texts.reachedUs(rupees(amount), stallId), ...money, texts.rest]);
    case "money_under_review":
      return screen(
        SearchCheck,
        texts.reviewTitle,
        [texts.review(rupees(amount)), outcome.kept === true ? texts.reviewKept(stallId) : texts.reviewNotKept],
        { actions: recheck },
      );
    case "late_offer": {
      const type = typeName(outcome.offerStallType ?? status.stallType);
      return screen(
        HandCoins,
        texts.offerTitle(type),
        [texts.offer(rupees(amount), stallId), texts.offerHow(type, outcome.offerExpiresAt)],
        { actions: recheck },
      );
    }
    // Sold meanwhile: the success page shows the ticket.
    case "sold":
    case "moved":
      return screen(TicketCheck, strings.payment.successTitle, [strings.payment.successText(stallId)], {
        tone: "good",
        actions: toResult(texts.toTicket),
      });
  }
}
