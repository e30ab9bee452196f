import { PATHS, registerPath, orderPath } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { MelaPaymentStatus } from "../../api/mela-api";
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

/** Back to the floor plan; "Try Booking Again" where nothing is kept (specification 2, section 2). */
function ToPlan({ label, solid }: { readonly label: string; readonly solid: boolean }) {
  return <LinkButton to={PATHS.plan} variant={solid ? "solid" : "outline"} label={label} />;
}

/** What is known of the order; without a status only its number. */
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

const words = strings.outcome;

/** How an order is described that can still be paid for. */
const STILL_THEIRS = {
  failed: { icon: CircleX, tone: "bad", title: strings.payment.failureTitle, text: words.attemptFailed },
  not_started: { icon: Clock3, tone: "open", title: words.notStartedTitle, text: words.notStarted },
  // Opened, and no attempt is known: she may have closed the provider's page, or pay there right now.
  untried: { icon: Clock3, tone: "open", title: strings.payment.pendingTitle, text: words.untried },
} as const;

/** The attempt failed, or none was started, and the order can still be paid for. */
function StillTheirs({ status, again: check }: MelaOutcomeProps) {
  const untried = status.outcome?.untried === true;
  const failed = status.outcome?.kind === "failed_attempt";
  const { text, ...screen } = STILL_THEIRS[untried ? "untried" : failed ? "failed" : "not_started"];
  const known = useMyHold();
  const left = useSecondsLeft(known.endsAt);
  const pay = usePayment();
  const [busy, setBusy] = useBusy(() => void known.ask());
  const mine = known.hold?.stallId === status.stallId;
  const over = mine && left === 0;
  const same = mine && !over;
  const payingFor =
    same && known.hold.state === "paying" && known.hold.orderId === status.orderId ? known.hold : undefined;
  const form = same && known.hold.state !== "paying" ? known.hold : undefined;

  const again = async () => {
    if (payingFor === undefined) return;
    setBusy(true);
    const amount = payingFor.finalAmount ?? payingFor.price;
    const { end } = await pay(paymentRequest(status.orderId, amount, payingFor));
    if (end === "left") return;
    await known.ask();
    setBusy(false);
  };
  const action =
    payingFor !== undefined ? (
      <SteadyButton off={busy} onClick={() => void again()}>
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
        // Nothing is said of the stall before it is known whether this browser holds it.
        ...(here
          ? [words.stillYours(status.stallId, clock(left ?? 0))]
          : over
            ? [words.timeOver(status.stallId)]
            : known.hold === undefined && !known.failed
              ? []
              : [words.keptElsewhere(status.stallId)]),
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

/** The payment has failed and nothing is kept. Without a status nothing is known of the order. */
export function PaymentFailed({ status }: { readonly status?: MelaPaymentStatus }) {
  const uncharged = status?.outcome?.kind === "not_charged";
  return (
    <OutcomePage
      icon={CircleX}
      title={strings.payment.failureTitle}
      text={uncharged ? [words.notCharged, words.bankShowsIt] : [words.notBooked, words.notBookedMore]}
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

/** Nobody knows this order: so nothing is said of a payment. */
export function UnknownOrder({ orderId }: { readonly orderId: string }) {
  return (
    <OutcomePage
      icon={FileQuestionMark}
      tone="open"
      title={words.unknownTitle}
      text={words.unknownText}
      actions={
        <>
          <Support solid />
          <ToPlan solid={false} label={words.toPlan} />
        </>
      }
    >
      <OrderDetails orderId={orderId} />
    </OutcomePage>
  );
}

/** We could not be reached, or did not answer: that is no failure of the payment. */
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
  /** Asks once more how it stands. */
  readonly again: () => void;
}

/** The outcome of an order that did not simply sell its stall, each with its own text. */
export function MelaOutcome({ status, again }: MelaOutcomeProps) {
  const { stallId, orderId } = status;
  // Where only the status is known, it says no more than "pending" or "failed".
  const known = verdictOf(status.paymentStatus) === "pending" ? ({ kind: "pending" } as const) : undefined;
  const outcome: MelaPaymentStatus["outcome"] = status.outcome ?? known;
  if (outcome === undefined) return <PaymentFailed status={status} />;
  const { amount = 0, refund } = outcome;
  const money = refund === undefined ? [] : [refundLabel(refund, amount)];
  const elsewhere = (
    <>
      <ToPlan solid label={words.toPlan} />
      <Support />
    </>
  );
  const ask = (
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
      return <StillTheirs status={status} again={again} />;
    case "pending":
      if (outcome.untried === true) return <StillTheirs status={status} again={again} />;
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
      return screen(Ban, words.cancelledTitle, [words.cancelled(stallId), ...money, words.creditNote], {
        actions: owed === undefined ? elsewhere : <Support solid />,
      });
    case "cancelled_without_refund":
      return screen(Ban, words.cancelledTitle, [words.cancelled(stallId), words.nothingBack]);
    case "refund_pending":
      return screen(
        Undo2,
        owed === undefined ? words.refundPendingTitle : words.owedTitle(rupees(owed.amount)),
        [words.reachedUs(rupees(amount), stallId), ...money],
        { actions: owed === undefined ? elsewhere : <Support solid /> },
      );
    case "refunded":
      return screen(Undo2, words.refundedTitle, [words.reachedUs(rupees(amount), stallId), ...money], { tone: "good" });
    case "partly_refunded":
      return screen(Undo2, words.partlyTitle, [words.reachedUs(rupees(amount), stallId), ...money, words.rest]);
    case "money_under_review":
      return screen(
        SearchCheck,
        words.reviewTitle,
        [words.review(rupees(amount)), outcome.kept === true ? words.reviewKept(stallId) : words.reviewNotKept],
        { actions: ask },
      );
    case "late_offer": {
      const type = typeName(outcome.offerStallType ?? status.stallType);
      return screen(
        HandCoins,
        words.offerTitle(type),
        [words.offer(rupees(amount), stallId), words.offerHow(type, outcome.offerExpiresAt)],
        { actions: ask },
      );
    }
    // Sold by now: the ticket stands on the success page.
    case "sold":
    case "moved":
      return screen(TicketCheck, strings.payment.successTitle, [strings.payment.successText(stallId)], {
        tone: "good",
        actions: toResult(words.toTicket),
      });
  }
}
