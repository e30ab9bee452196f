import { Box, Button, Text } from "@chakra-ui/react";
import { PAYMENT_STATUS_PAUSE_MS, PAYMENT_STATUS_TRIES } from "@sakhi/domain/listings/listing.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { Ban, CircleX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type ListingPaymentStatusReply, useLazyGetListingPaymentStatusQuery } from "../../api/listing-api";
import { CheckAgain, moneyScreen, OrderDetails, orderStrings, UnknownOrder } from "../../shared/order-outcome";
import { PaymentReturn, UnpaidReturn } from "../../shared/payments/payment-return";
import type { Verdict } from "../../shared/payments/payment-status";
import { usePolledStatus } from "../../shared/payments/status-check";
import { refundTexts } from "../../shared/refund-label";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { OutcomePage, type OutcomeProps } from "../../ui/outcome";
import { Support } from "../../ui/support";
import { strings } from "./join.strings";
import { storedDraft } from "./stored-draft";
import { renewalOf } from "./use-listing-checkout";

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
const orderOf = (status: ListingPaymentStatusReply) => ({
  of: [[texts.brand, status.brandName] as const],
  outcome: status.outcome,
});

function Pending({ again }: { readonly again: () => void }) {
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
  readonly again?: () => void;
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
        <OrderDetails orderId={orderId} {...(status !== undefined && orderOf(status))}>
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
  readonly again: () => void;
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

/** 3 polls, 1 second apart, until it is paid (T-111, T-112; R-003). */
const POLLS = {
  pauseMs: PAYMENT_STATUS_PAUSE_MS,
  times: PAYMENT_STATUS_TRIES,
  paymentStatus: ({ status }: ListingPaymentStatusReply) => status,
  decides: (verdict: Verdict) => verdict === "successful",
} as const;

const AWAITED = { title: texts.checking, text: texts.checkingText } as const;

function Checked({ orderId }: { readonly orderId: string }) {
  const [read] = useLazyGetListingPaymentStatusQuery();
  const check = usePolledStatus(orderId, read, POLLS);
  return (
    <UnpaidReturn
      orderId={orderId}
      check={check}
      paidPath={PATHS.listingPaid}
      awaited={AWAITED}
      detailsOf={orderOf}
      unknown={<UnknownOrder {...{ orderId, again: check.again }} reply={check.problem ?? {}} />}
      outcome={(status) => <ListingOutcome orderId={orderId} status={status} again={check.again} />}
    />
  );
}

/** /payment-failure (T-110 to T-112, R-003, R-005). */
export function ListingPaymentFailurePage() {
  return <PaymentReturn missing={<Failed />}>{(orderId) => <Checked key={orderId} orderId={orderId} />}</PaymentReturn>;
}
