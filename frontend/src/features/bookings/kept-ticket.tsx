import messages from "@sakhi/domain/generated/messages/en/kept";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import type { MelaPaymentStatus } from "../../api/mela-api";
import { asItWas } from "../../shared/kept/as-it-was";
import { kept } from "../../shared/kept/kept-values";

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
  const [last] = useState(() => {
    const seen = kept<MelaPaymentStatus>("ticket", orderId);
    return seen && { status: seen.value, note: asItWas(messages.ticket, seen.at) };
  });
  const ask = useEffectEvent(again);
  useEffect(() => {
    const onOnline = () => ask();
    globalThis.addEventListener("online", onOnline);
    return () => globalThis.removeEventListener("online", onOnline);
  }, []);
  return last === undefined ? children : ticket(last.status, last.note);
}
