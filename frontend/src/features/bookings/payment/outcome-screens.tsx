import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Button } from "@chakra-ui/react";
import {
  Ban,
  CircleX,
  Clock3,
  FileQuestionMark,
  HandCoins,
  SearchCheck,
  TicketCheck,
  Undo2,
  WifiOff,
} from "lucide-react";
import { Link } from "react-router-dom";
import type { MelaPaymentStatus } from "../../../api/mela-api";
import { rupees } from "../../../ui/money";
import { OutcomePage } from "../../../ui/outcome";
import { refundLabel } from "../../../ui/refund-label";
import { strings } from "../mela.strings";
import { typeName } from "../stall-labels";
import { OrderDetails, OutcomeScreen, SIGN_SIZE, Support, ToPlan } from "./outcome-parts";
import { outcomeOf } from "./payment-verdict";
import { StillTheirs } from "./still-theirs";

const words = strings.outcome;

/** The payment has failed and nothing is kept. Without a status nothing is known of the order (readings 7). */
export function PaymentFailed({ status }: { readonly status?: MelaPaymentStatus }) {
  const uncharged = status?.outcome?.kind === "not_charged";
  return (
    <OutcomePage
      icon={<CircleX size={SIGN_SIZE} />}
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
      icon={<FileQuestionMark size={SIGN_SIZE} />}
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
      icon={<WifiOff size={SIGN_SIZE} />}
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

/**
 * What the payer of an order is told that did not simply sell its stall; each outcome in its own words.
 *
 * @param again asks once more how it stands
 */
export function MelaOutcome({
  status,
  again,
}: {
  readonly status: MelaPaymentStatus;
  readonly again: () => void;
}) {
  const { stallId, orderId } = status;
  const outcome = outcomeOf(status);
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
  switch (outcome.kind) {
    case "not_started":
    case "failed_attempt":
      return <StillTheirs status={status} />;
    case "pending":
      return (
        <OutcomeScreen
          status={status}
          icon={<Clock3 size={SIGN_SIZE} />}
          tone="open"
          title={strings.payment.pendingTitle}
          text={[strings.payment.pendingText]}
          actions={
            <>
              <Button asChild>
                <Link to={orderPath(PATHS.bookingPaid, orderId)}>{strings.payment.checkAgain}</Link>
              </Button>
              <Support />
            </>
          }
        />
      );
    case "not_charged":
      return <PaymentFailed status={status} />;
    case "cancelled":
    case "cancelled_without_refund":
      return (
        <OutcomeScreen
          status={status}
          icon={<Ban size={SIGN_SIZE} />}
          tone="open"
          title={words.cancelledTitle}
          text={[
            words.cancelled(stallId),
            ...(outcome.kind === "cancelled" ? money : [words.nothingBack]),
            ...(outcome.kind === "cancelled" ? [words.creditNote] : []),
          ]}
          actions={refund?.state === "failed" ? <Support solid /> : elsewhere}
        />
      );
    case "refund_pending":
      return (
        <OutcomeScreen
          status={status}
          icon={<Undo2 size={SIGN_SIZE} />}
          tone="open"
          title={
            refund?.state === "failed" ? words.owedTitle(rupees(refund.amount)) : words.refundPendingTitle
          }
          text={[words.reachedUs(rupees(amount), stallId), ...money]}
          actions={refund?.state === "failed" ? <Support solid /> : elsewhere}
        />
      );
    case "refunded":
      return (
        <OutcomeScreen
          status={status}
          icon={<Undo2 size={SIGN_SIZE} />}
          tone="good"
          title={words.refundedTitle}
          text={[words.reachedUs(rupees(amount), stallId), ...money]}
          actions={elsewhere}
        />
      );
    case "partly_refunded":
      return (
        <OutcomeScreen
          status={status}
          icon={<Undo2 size={SIGN_SIZE} />}
          tone="open"
          title={words.partlyTitle}
          text={[words.reachedUs(rupees(amount), stallId), ...money, words.rest]}
          actions={elsewhere}
        />
      );
    case "money_under_review":
      return (
        <OutcomeScreen
          status={status}
          icon={<SearchCheck size={SIGN_SIZE} />}
          tone="open"
          title={words.reviewTitle}
          text={[
            words.review(rupees(amount)),
            outcome.kept === true ? words.reviewKept(stallId) : words.reviewNotKept,
          ]}
          actions={ask}
        />
      );
    case "late_offer":
      return (
        <OutcomeScreen
          status={status}
          icon={<HandCoins size={SIGN_SIZE} />}
          tone="open"
          title={words.offerTitle(typeName(outcome.offerStallType ?? status.stallType))}
          text={[
            words.offer(rupees(amount), stallId),
            words.offerHow(typeName(outcome.offerStallType ?? status.stallType), outcome.offerExpiresAt),
          ]}
          actions={ask}
        />
      );
    // Sold by now: the ticket stands on the success page.
    case "sold":
    case "moved":
      return (
        <OutcomeScreen
          status={status}
          icon={<TicketCheck size={SIGN_SIZE} />}
          tone="good"
          title={strings.payment.successTitle}
          text={[strings.payment.successText(stallId)]}
          actions={
            <Button asChild>
              <Link to={orderPath(PATHS.bookingPaid, orderId)}>{words.toTicket}</Link>
            </Button>
          }
        />
      );
  }
}
