import { generatedApi } from "./generated/visitor";
import type { ListingPaymentStatusResponse } from "./generated/visitor";

export type {
  InitiateListingPaymentDto as PaidApplication,
  InitiateResponse as ListingPaymentStart,
  RenewalResponse as RenewalOffer,
} from "./generated/visitor";

/** Status of a payment. The outcome is an addition to the specification, so it is optional. */
export type ListingPaymentStatusReply = Omit<ListingPaymentStatusResponse, "outcome"> &
  Partial<Pick<ListingPaymentStatusResponse, "outcome">>;

// Responses about an application have no cache tags: each call is made when it is needed.
export * from "./generated/visitor";

// The generator does not export lazy hooks.
export const { useLazyGetListingPaymentStatusQuery } = generatedApi;
