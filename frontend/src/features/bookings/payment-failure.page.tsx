import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Navigate, useSearchParams } from "react-router-dom";
import { useGetMelaPaymentStatusQuery } from "../../api/mela-api";
import { OutcomeAwaited } from "../../ui/outcome";
import { strings } from "./mela.strings";
import { MelaOutcome, PaymentFailed, Unchecked, UnknownOrder } from "./outcome-screens";
import { verdictOf } from "./payment-status";
import { isRefused } from "../../api/polls";

function Checked({ orderId }: { readonly orderId: string }) {
  const { data, error, refetch, isFetching } = useGetMelaPaymentStatusQuery(orderId, {
    refetchOnMountOrArgChange: true,
  });
  // Not what was answered before: she has asked how it stands now.
  if (isFetching) return <OutcomeAwaited title={strings.payment.checking} text={strings.payment.verifyingText} />;
  if (data === undefined || error !== undefined) {
    return isRefused(error) ? (
      <UnknownOrder orderId={orderId} />
    ) : (
      <Unchecked orderId={orderId} again={() => void refetch()} />
    );
  }
  return verdictOf(data.paymentStatus) === "successful" ? (
    <Navigate replace to={orderPath(PATHS.bookingPaid, orderId)} />
  ) : (
    <MelaOutcome status={data} again={() => void refetch()} />
  );
}

/**
 * /paid-events/mela/payment-failure; without an order id nothing is asked. What is shown depends on the
 * outcome and not on the status alone: a cancelled or refunded booking is no failed payment.
 */
export function PaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  return orderId ? <Checked key={orderId} orderId={orderId} /> : <PaymentFailed />;
}
