import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Box, Button, Text } from "@chakra-ui/react";
import { Ban, CircleX, FileQuestionMark, type LucideIcon, SearchCheck, Undo2, WifiOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import type { ListingPaymentStatusReply } from "../../api/listing-api";
import { rupees } from "../../ui/money";
import { type OrderFact, OrderFacts, OutcomeAwaited, OutcomePage, type OutcomeTone } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { refundFacts, refundLabel } from "../../ui/refund-label";
import { hasDraft } from "./application-form";
import { strings } from "./join.strings";
import { isOver, isPaid, type Tries, useTries } from "./payment-status";
import { renewalOf } from "./use-listing-checkout";
import { LinkButton } from "../../ui/link-button";

const texts = strings.failure;
const words = strings.outcome;

/** Where paying is tried again: the form as it was left, or the reminder's own page. */
function useWayBack(orderId: string | undefined): { to: string; kept: boolean; renew: boolean } {
  const [way] = useState(() => {
    const renew = orderId === undefined ? undefined : renewalOf(orderId);
    if (renew !== undefined)
      return { to: `${PATHS.join}?${new URLSearchParams({ renew }).toString()}`, kept: false, renew: true };
    const kept = hasDraft();
    return { to: kept ? `${PATHS.join}?step=3` : PATHS.join, kept, renew: false };
  });
  return way;
}

function OrderDetails({
  orderId,
  status,
  children,
}: {
  readonly orderId: string;
  readonly status: ListingPaymentStatusReply | undefined;
  readonly children?: ReactNode;
}) {
  const rows: OrderFact[] = [[texts.orderId, orderId]];
  if (status !== undefined) {
    const { amount, refund } = status.outcome ?? {};
    rows.push([texts.brand, status.brandName]);
    if (amount !== undefined) rows.push([words.paid, rupees(amount)]);
    rows.push(...refundFacts(refund));
  }
  return (
    <OrderFacts title={texts.details} rows={rows}>
      {children}
    </OrderFacts>
  );
}

function Pending({ again }: { readonly again: Tries["again"] }) {
  return (
    <Box bg="marigold.soft" borderRadius="card" p="5" mb="6">
      <Text fontWeight="600">{texts.pendingTitle}</Text>
      <Text mb="3">{texts.pendingText}</Text>
      <Button variant="outline" onClick={again}>
        {texts.checkAgain}
      </Button>
    </Box>
  );
}

/** The payment failed, or is not confirmed yet (T-110; R-005). Without a status nothing is known of the order. */
function Failed({
  orderId,
  status,
  again,
}: {
  readonly orderId?: string;
  readonly status?: ListingPaymentStatusReply;
  readonly again?: Tries["again"];
}) {
  const { to, kept, renew } = useWayBack(orderId);
  const kind = status?.outcome?.kind;
  const pending = again !== undefined && status?.status === "payment_pending" && kind !== "not_started";
  const uncharged = kind === "not_charged" || kind === "failed_attempt" || kind === "not_started";
  return (
    <OutcomePage
      icon={CircleX}
      title={texts.title}
      text={[
        renew ? texts.renewText : texts.text,
        ...(uncharged ? [texts.uncharged] : []),
        ...(kept ? [texts.kept] : []),
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
        <OrderDetails orderId={orderId} status={status}>
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

/** What the payer of an order sees; each outcome in its own words. */
function ListingOutcome({
  orderId,
  status,
  again,
}: {
  readonly orderId: string;
  readonly status: ListingPaymentStatusReply;
  readonly again: Tries["again"];
}) {
  const { brandName, outcome } = status;
  if (outcome === undefined) return <Failed orderId={orderId} status={status} again={again} />;
  const { amount = 0, refund } = outcome;
  const money = refund === undefined ? [] : [refundLabel(refund, amount)];
  const screen = (
    icon: LucideIcon,
    title: string,
    text: readonly string[],
    { tone = "open", ask = false }: { readonly tone?: OutcomeTone; readonly ask?: boolean } = {},
  ) => (
    <OutcomePage
      icon={icon}
      tone={tone}
      title={title}
      text={text}
      actions={
        <>
          {ask && <Button onClick={again}>{texts.checkAgain}</Button>}
          <Support solid={!ask} />
          <LinkButton to={PATHS.home} variant="outline" label={words.home} />
        </>
      }
    >
      <OrderDetails orderId={orderId} status={status} />
    </OutcomePage>
  );
  switch (outcome.kind) {
    case "rejected":
      return screen(Ban, words.rejectedTitle, [words.rejected(brandName), ...money]);
    case "withdrawn":
      return screen(Ban, words.withdrawnTitle, [words.withdrawn(brandName), ...money]);
    case "refund_pending":
      return screen(
        Undo2,
        refund?.state === "failed" ? words.owedTitle(rupees(refund.amount)) : words.refundPendingTitle,
        [words.reachedUs(rupees(amount), brandName), ...money],
      );
    case "refunded":
      return screen(Undo2, words.refundedTitle, [words.reachedUs(rupees(amount), brandName), ...money], {
        tone: "good",
      });
    case "partly_refunded":
      return screen(Undo2, words.partlyTitle, [words.reachedUs(rupees(amount), brandName), ...money]);
    case "money_under_review":
      return screen(SearchCheck, words.reviewTitle, [words.review(rupees(amount))], { ask: true });
    case "pending":
    case "not_started":
    case "failed_attempt":
    case "not_charged":
    case "paid":
      return <Failed orderId={orderId} status={status} again={again} />;
  }
}

function Checked({ orderId }: { readonly orderId: string }) {
  const { status, unanswered, unknown, over, again } = useTries(orderId);
  if (status !== undefined && isPaid(status.status))
    return <Navigate replace to={orderPath(PATHS.listingPaid, orderId)} />;
  // What became of the money is shown at once; only a payment that may still arrive is worth waiting for.
  if (!over && (status === undefined || !isOver(status.outcome?.kind)))
    return <OutcomeAwaited title={texts.checking} text={texts.checkingText} />;
  if (unknown && status === undefined)
    return (
      <OutcomePage
        icon={FileQuestionMark}
        tone="open"
        title={words.unknownTitle}
        text={words.unknownText}
        actions={<Support solid />}
      >
        <OrderDetails orderId={orderId} status={undefined} />
      </OutcomePage>
    );
  if (unanswered || status === undefined)
    return (
      <OutcomePage
        icon={WifiOff}
        tone="open"
        title={texts.uncheckedTitle}
        text={[texts.uncheckedText]}
        actions={
          <>
            <Button onClick={again}>{texts.checkAgain}</Button>
            <Support />
          </>
        }
      >
        <OrderDetails orderId={orderId} status={status} />
      </OutcomePage>
    );
  return <ListingOutcome orderId={orderId} status={status} again={again} />;
}

/**
 * /payment-failure; without an order id nothing is asked (T-110 to T-112, R-003, R-005). What is shown depends on the
 * outcome and not on the status alone: a rejected or refunded listing is no failed payment.
 */
export function ListingPaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  return orderId ? <Checked key={orderId} orderId={orderId} /> : <Failed />;
}
