import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { useGetMelaPaymentStatusQuery } from "../../api/mela-api";
import { UncheckedOrder } from "../../shared/order-outcome";
import { OutcomeAwaited } from "../../ui/outcome";
import { strings } from "./mela.strings";
import { MelaOutcome, PaymentFailed, UnknownMelaOrder } from "./outcome-screens";
import { verdictOf } from "./payment-status";
import { apiErrorOf } from "../../api/failure";
import { isRejected } from "../../api/polls";

function Checked({ orderId }: { readonly orderId: string }) {
  const { data, error, refetch, isFetching } = useGetMelaPaymentStatusQuery(orderId, {
    refetchOnMountOrArgChange: true,
  });
  const [rechecked, setRechecked] = useState(false);
  const again = () => {
    setRechecked(true);
    void refetch();
  };
  // The success page's cached response is shown at once, but not after "Check again", where only a new one counts.
  const known = data !== undefined && !rechecked;
  if (isFetching && !known) {
    return <OutcomeAwaited title={strings.payment.checking} text={strings.payment.verifyingText} />;
  }
  if (data === undefined || (rechecked && error !== undefined)) {
    return isRejected(error) ? (
      <UnknownMelaOrder {...{ orderId, again }} reply={apiErrorOf(error)} />
    ) : (
      <UncheckedOrder orderId={orderId} again={again} />
    );
  }
  return verdictOf(data.paymentStatus) === "successful" ? (
    <Navigate replace to={orderPath(PATHS.bookingPaid, orderId)} />
  ) : (
    <MelaOutcome status={data} again={again} />
  );
}

/**
 * /paid-events/mela/payment-failure. Sends no request without an order id. Renders by the outcome and not by the status
 * alone: a cancelled or refunded booking is not a failed payment.
 */
export function PaymentFailurePage() {
  const [params] = useSearchParams();
  const orderId = params.get("order_id");
  return orderId ? <Checked key={orderId} orderId={orderId} /> : <PaymentFailed />;
}
