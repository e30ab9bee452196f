import type { ReactNode } from "react";
import type { MelaPaymentStatus } from "../../api/mela-api";
import { useKept, useOnceOnline } from "../../shared/kept/use-kept";
import { EventOfBooking } from "./event-of-booking";
import { strings } from "./mela.strings";
import { PaidBooking } from "./payment-success.page";

interface KeptTicketProps {
  readonly orderId: string;
  /** Asks the server again. */
  readonly again: () => void;
  /** Shown where no ticket is kept. */
  readonly children: ReactNode;
}

/** The ticket that this device has kept, while the server does not answer. */
export function KeptTicket({ orderId, again, children }: KeptTicketProps) {
  const last = useKept<MelaPaymentStatus>("ticket", orderId, "lost", strings.payment.thisTicket);
  useOnceOnline(last !== undefined, again);
  if (last === undefined) return children;
  return (
    <EventOfBooking event={last.value.event}>
      <PaidBooking status={last.value} note={last.note} />
    </EventOfBooking>
  );
}
