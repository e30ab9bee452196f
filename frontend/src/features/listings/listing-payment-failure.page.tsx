import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Box, Button, Text } from "@chakra-ui/react";
import { Ban, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import type { ListingPaymentStatusReply } from "../../api/listing-api";
import { rupees } from "../../ui/money";
import {
  CheckAgain,
  moneyScreen,
  OrderDetails,
  orderStrings,
  UncheckedOrder,
  UnknownOrder,
} from "../../shared/order-outcome";
import { OutcomeAwaited, OutcomePage, type OutcomeProps } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { refundTexts } from "../../shared/refund-label";
import { storedDraft } from "./stored-draft";
import { strings } from "./join.strings";
import { isFinal, isPaid, type PaymentStatus, usePaymentStatus } from "./payment-status";
import { renewalOf } from "./use-listing-checkout";
import { LinkButton } from "../../ui/link-button";

const texts = strings.failure;
const outcomes = strings.outcome;

/** The link to retry the payment: the draft, or the renewal page. */
function useRetryLink(orderId: string | undefined): { to: string; hasForm: boolean; renew: boolean } {
  const [link] = useState(() => {
    const renew = orderId === undefined ? undefined : renewalOf(orderId);
    if (renew !== undefined)
      return { to: `${PATHS.join}?${new URLSearchParams({ renew }).toString()}`, hasForm: false, renew: true };
    const hasForm = storedDraft() !== undefined;
    return { to: hasForm ? `${PATHS.join}?step=3` : PATHS.join, hasForm, renew: false };
  });
  return link;
}

/** What an order is for, and its money. */
const orderOf = (status: ListingPaymentStatusReply | undefined) =>
  status && { of: [[texts.brand, status.brandName] as const], outcome: status.outcome };

function Pending({ again }: { readonly again: PaymentStatus["again"] }) {
  return (
    <Box bg="marigold.soft" borderRadius="card" p="5" mb="6">
      <Text fontWeight="600">{texts.pendingTitle}</Text>
      <Text mb="3">{texts.pendingText}</Text>
      <Button variant="outline" onClick={again}>
        {orderStrings.checkAgain}
      </Button>
    </Box>
  );
}

/** The payment failed, or is not confirmed yet (T-110; R-005). Without a status the order's details are unknown. */
function Failed({
  orderId,
  status,
  again,
}: {
  readonly orderId?: string;
  readonly status?: ListingPaymentStatusReply;
  readonly again?: PaymentStatus["again"];
}) {
  const { to, hasForm, renew } = useRetryLink(orderId);
  const kind = status?.outcome.kind;
  const pending = again !== undefined && status?.status === "payment_pending" && kind !== "not_started";
  const uncharged = kind === "not_charged" || kind === "failed_attempt" || kind === "not_started";
  return (
    <OutcomePage
      icon={CircleX}
      title={texts.title}
      text={[
        renew ? texts.renewText : texts.text,
        ...(uncharged ? [texts.uncharged] : []),
        ...(hasForm ? [texts.kept] : []),
      ]}
      actions={
        <>
          <LinkButton to={to} label={texts.tryAgain} />
          <Support />
        </>
      }
    >
      {pending && <Pending again={again} />}
      {orderId !== undefined && (
        <OrderDetails orderId={orderId} {...orderOf(status)}>
          {!pending && (
            <Text textStyle="small" color="muted" mt="4">
              {texts.money}
            </Text>
          )}
        </OrderDetails>
      )}
    </OutcomePage>
  );
}

/** The screen for an order's outcome; each outcome has its own text. */
function ListingOutcome({
  orderId,
  status,
  again,
}: {
  readonly orderId: string;
  readonly status: ListingPaymentStatusReply;
  readonly again: PaymentStatus["again"];
}) {
  const { brandName, outcome } = status;
  const { amount = 0, refund } = outcome;
  const money = refundTexts(outcome);
  const screen = (
    page: Pick<OutcomeProps, "icon" | "title" | "tone">,
    text: readonly string[],
    actions: ReactNode = <Support solid />,
  ) => (
    <OutcomePage
      tone="open"
      {...page}
      text={text}
      actions={
        <>
          {actions}
          <LinkButton to={PATHS.home} variant="outline" label={outcomes.home} />
        </>
      }
    >
      <OrderDetails orderId={orderId} {...orderOf(status)} />
    </OutcomePage>
  );
  switch (outcome.kind) {
    case "rejected":
      return screen({ icon: Ban, title: outcomes.rejectedTitle }, [outcomes.rejected(brandName), ...money]);
    case "withdrawn":
      return screen({ icon: Ban, title: outcomes.withdrawnTitle }, [outcomes.withdrawn(brandName), ...money]);
    case "refund_pending":
    case "refunded":
    case "partly_refunded":
      return screen(moneyScreen(outcome.kind, refund), [outcomes.reachedUs(rupees(amount), brandName), ...money]);
    case "money_under_review":
      return screen(
        moneyScreen(outcome.kind, refund),
        [orderStrings.review(rupees(amount)), outcomes.reviewMore],
        <CheckAgain again={again} />,
      );
    case "pending":
    case "not_started":
    case "failed_attempt":
    case "not_charged":
    case "paid":
      return <Failed orderId={orderId} status={status} again={again} />;
  }
}

function Checked({ orderId }: { readonly orderId: string }) {
  const { status, unavailable, unknown, over, again } = usePaymentStatus(orderId);
  if (status !== undefined && isPaid(status.status))
    return <Navigate replace to={orderPath(PATHS.listingPaid, orderId)} />;
  // A final outcome is shown at once; only a payment that may still succeed is worth polling for.
  if (!over && (status === undefined || !isFinal(status.outcome.kind)))
    return <OutcomeAwaited title={texts.checking} text={texts.checkingText} />;
  if (unknown !== undefined && status === undefined) return <UnknownOrder {...{ orderId, again }} reply={unknown} />;
  if (unavailable || status === undefined)
    return <UncheckedOrder orderId={orderId} again={again} {...orderOf(status)} />;
  return <ListingOutcome orderId={orderId} status={status} again={again} />;
}

/**
 * /payment-failure. Sends no request without an order id (T-110 to T-112, R-003, R-005). Renders by the outcome and not
 * by the status alone: a rejected or refunded listing is not a failed payment.
 */
export function ListingPaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  return orderId ? <Checked key={orderId} orderId={orderId} /> : <Failed />;
}
