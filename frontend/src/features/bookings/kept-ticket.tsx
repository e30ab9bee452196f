import type { ReactNode } from "react";
import type { MelaPaymentStatus } from "../../api/mela-api";
import { useKept, useOnceOnline } from "../../shared/kept/use-kept";
import { strings } from "./mela.strings";

interface KeptTicketProps {
  readonly orderId: string;
  /** Asks the server again. */
  readonly again: () => void;
  /** Shows it. @param note since when it is so */
  readonly ticket: (status: MelaPaymentStatus, note: string) => ReactNode;
  /** Shown where none is kept. */
  readonly children: ReactNode;
}

/** The ticket that this device has kept, while the server does not answer. */
export function KeptTicket({ orderId, again, ticket, children }: KeptTicketProps) {
  const last = useKept<MelaPaymentStatus>("ticket", orderId, "lost", strings.payment.thisTicket);
  useOnceOnline(last !== undefined, again);
  return last === undefined ? children : ticket(last.value, last.note);
}
