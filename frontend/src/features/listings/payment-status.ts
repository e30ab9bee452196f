import { PAYMENT_STATUS_PAUSE_MS, PAYMENT_STATUS_TRIES } from "@sakhi/domain/listings/listing.rules";
import { useCallback } from "react";
import { apiErrorOf } from "../../api/failure";
import { isRejected, usePolling } from "../../api/polls";
import { type ListingPaymentStatusReply, useLazyGetListingPaymentStatusQuery } from "../../api/listing-api";

/** The polled payment status. */
export interface PaymentStatus {
  readonly status: ListingPaymentStatusReply | undefined;
  /** The last poll failed: no response, or a server error. */
  readonly unavailable: boolean;
  /** The server's refusal: it has no order with this number. */
  readonly unknown: ReturnType<typeof apiErrorOf> | undefined;
  /** All polls are used up, or the payment is decided. */
  readonly over: boolean;
  /** Restarts the polling. */
  readonly again: () => void;
}

const START: Omit<PaymentStatus, "again"> = { status: undefined, unavailable: false, unknown: undefined, over: false };

/** Polls a payment's status 3 times, 1 second apart, and stops once it is paid (T-111, T-112; R-003). */
export function usePaymentStatus(orderId: string): PaymentStatus {
  const [read] = useLazyGetListingPaymentStatusQuery();
  const poll = useCallback(
    async (tries: number) => {
      const { data, error, isError } = await read(orderId, false);
      // RTK Query returns the previous data along with an error.
      const status = isError ? undefined : data;
      const unavailable = status === undefined && !isRejected(error);
      const over = (status !== undefined && isPaid(status.status)) || tries >= PAYMENT_STATUS_TRIES;
      // A failed poll keeps the previous status.
      return {
        ...(status && { status }),
        unavailable,
        unknown: status === undefined && !unavailable ? apiErrorOf(error) : undefined,
        over,
      };
    },
    [orderId, read],
  );
  return usePolling(START, PAYMENT_STATUS_PAUSE_MS, poll);
}

/** True if a listing's payment status means paid; the specification has two values for it (T-108). */
export function isPaid(status: string): boolean {
  return status === "payment_success" || status === "payment_successful";
}

type Kind = ListingPaymentStatusReply["outcome"]["kind"];
const FINAL: readonly Kind[] = ["rejected", "withdrawn", "refund_pending", "refunded", "partly_refunded"];

/** True for outcomes that a pending payment can't turn into success: the money was taken and has been dealt with. */
export const isFinal = (kind: Kind): boolean => FINAL.includes(kind);
