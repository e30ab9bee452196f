import type { ListingPaymentStatusReply } from "../../../api/listing-api";

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
