import { PAYMENT_STATUS_PAUSE_MS, PAYMENT_STATUS_TRIES } from "@sakhi/domain/listings/listing.rules";
import { useCallback, useEffect, useState } from "react";
import { isRefused } from "../../api/failure";
import { type ListingPaymentStatusReply, useLazyGetListingPaymentStatusQuery } from "../../api/listing-api";

/** What the tries have brought so far. */
export interface Tries {
  readonly status: ListingPaymentStatusReply | undefined;
  /** The last try had no answer of the server at all, or one of its faults. */
  readonly unanswered: boolean;
  /** The server knows no order of this number. */
  readonly unknown: boolean;
  /** All tries are used up, or nothing more is to be learnt. */
  readonly over: boolean;
  /** Starts over. */
  readonly again: () => void;
}

const START = { status: undefined, unanswered: false, unknown: false, over: false } as const;

/** Asks how a payment stands 3 times, 1 second apart, and stops once it is paid (T-111, T-112; R-003). */
export function useTries(orderId: string): Tries {
  const [read] = useLazyGetListingPaymentStatusQuery();
  const [seen, setSeen] = useState<Omit<Tries, "again">>(START);
  const [round, setRound] = useState(0);

  useEffect(() => {
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async (tries: number) => {
      let status: ListingPaymentStatusReply | undefined;
      let unanswered = false;
      try {
        status = await read(orderId, false).unwrap();
      } catch (error) {
        unanswered = !isRefused(error);
      }
      if (stopped) return;
      const unknown = status === undefined && !unanswered;
      const over = (status !== undefined && isPaid(status.status)) || tries >= PAYMENT_STATUS_TRIES;
      setSeen((before) => ({ status: status ?? before.status, unanswered, unknown, over }));
      if (!over) timer = setTimeout(() => void check(tries + 1), PAYMENT_STATUS_PAUSE_MS);
    };
    void check(1);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [orderId, read, round]);

  const again = useCallback(() => {
    setSeen(START);
    setRound((before) => before + 1);
  }, []);
  return { ...seen, again };
}

/** Whether a listing's payment status says paid: both words of the specification (T-108). */
export function isPaid(status: string): boolean {
  return status === "payment_success" || status === "payment_successful";
}

/** Outcomes that no payment under way can turn into success: the money was taken, and what became of it is known. */
export function isOver(kind: NonNullable<ListingPaymentStatusReply["outcome"]>["kind"] | undefined): boolean {
  return (
    kind === "rejected" ||
    kind === "withdrawn" ||
    kind === "refund_pending" ||
    kind === "refunded" ||
    kind === "partly_refunded"
  );
}
