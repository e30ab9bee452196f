import { generatedApi } from "./generated/visitor";
import type { ListingPaymentStatusResponse } from "./generated/visitor";

export type {
  InitiateListingPaymentDto as PaidApplication,
  InitiateResponse as ListingPaymentStart,
  RenewalResponse as RenewalOffer,
} from "./generated/visitor";

/** Where a payment stands. The outcome is ours beside what is specified: an answer without it is understood too. */
export type ListingPaymentStatusReply = Omit<ListingPaymentStatusResponse, "outcome"> &
  Partial<Pick<ListingPaymentStatusResponse, "outcome">>;

// What is answered about an application is nobody's cache: each call is asked for as it is needed.
export * from "./generated/visitor";

// The generator gives names to the hooks that ask at once only.
export const { useLazyGetListingPaymentStatusQuery } = generatedApi;
