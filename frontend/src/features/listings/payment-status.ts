import { PAYMENT_STATUS_PAUSE_MS, PAYMENT_STATUS_TRIES } from "@sakhi/domain/listings/listing.rules";
import { useCallback } from "react";
import { isRefused, usePolls } from "../../api/polls";
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

const START: Omit<Tries, "again"> = { status: undefined, unanswered: false, unknown: false, over: false };

/** Asks how a payment stands 3 times, 1 second apart, and stops once it is paid (T-111, T-112; R-003). */
export function useTries(orderId: string): Tries {
  const [read] = useLazyGetListingPaymentStatusQuery();
  const ask = useCallback(
    async (tries: number) => {
      const { data, error, isError } = await read(orderId, false);
      // A failed call comes with the data of the one before.
      const status = isError ? undefined : data;
      const unanswered = status === undefined && !isRefused(error);
      const over = (status !== undefined && isPaid(status.status)) || tries >= PAYMENT_STATUS_TRIES;
      // What was learnt stays when a later try has no answer.
      return { ...(status && { status }), unanswered, unknown: status === undefined && !unanswered, over };
    },
    [orderId, read],
  );
  return usePolls(START, PAYMENT_STATUS_PAUSE_MS, ask);
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
