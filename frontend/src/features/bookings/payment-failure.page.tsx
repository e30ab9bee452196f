import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
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
  const [asked, setAsked] = useState(false);
  const again = () => {
    setAsked(true);
    void refetch();
  };
  // What the success page has learned is shown at once; who asks how it stands now is not shown it as the answer.
  const known = data !== undefined && !asked;
  if (isFetching && !known) {
    return <OutcomeAwaited title={strings.payment.checking} text={strings.payment.verifyingText} />;
  }
  if (data === undefined || (asked && error !== undefined)) {
    return isRefused(error) ? <UnknownOrder orderId={orderId} /> : <Unchecked orderId={orderId} again={again} />;
  }
  return verdictOf(data.paymentStatus) === "successful" ? (
    <Navigate replace to={orderPath(PATHS.bookingPaid, orderId)} />
  ) : (
    <MelaOutcome status={data} again={again} />
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
