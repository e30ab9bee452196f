import { useEventPaths } from "../../api/event-facts";
import { useGetMelaPaymentStatusQuery } from "../../api/mela-api";
import { EventInAddress } from "../../shared/event-in-address";
import { PaymentReturn, UnpaidReturn } from "../../shared/payments/payment-return";
import { useReadStatus } from "../../shared/payments/status-check";
import { EventOfBooking } from "./event-of-booking";
import { strings } from "./mela.strings";
import { MelaOutcome, PaymentFailed, UnknownMelaOrder } from "./outcome-screens";

const AWAITED = { title: strings.payment.checking, text: strings.payment.verifyingText } as const;

function Checked({ orderId }: { readonly orderId: string }) {
  // The success page's cached response is shown at once.
  const query = useGetMelaPaymentStatusQuery(orderId, { refetchOnMountOrArgChange: true });
  const { bookingPaid } = useEventPaths();
  const check = useReadStatus(query, ({ paymentStatus }) => paymentStatus);
  return (
    <UnpaidReturn
      orderId={orderId}
      check={check}
      paidPath={bookingPaid}
      awaited={AWAITED}
      unknown={<UnknownMelaOrder {...{ orderId, again: check.again }} reply={check.problem ?? {}} />}
      outcome={(status) => (
        <EventOfBooking event={status.event}>
          <MelaOutcome status={status} again={check.again} />
        </EventOfBooking>
      )}
    />
  );
}

/** /paid-events/mela/payment-failure. */
export function PaymentFailurePage() {
  return (
    <EventInAddress>
      <PaymentReturn missing={<PaymentFailed />}>
        {(orderId) => <Checked key={orderId} orderId={orderId} />}
      </PaymentReturn>
    </EventInAddress>
  );
}
