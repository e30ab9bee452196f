import { generatedApi } from "./generated/visitor";

export type {
  InitiateListingPaymentDto as PaidApplication,
  InitiateResponse as ListingPaymentStart,
  ListingPaymentStatusResponse as ListingPaymentStatusReply,
  RenewalResponse as RenewalOffer,
} from "./generated/visitor";

// Responses about an application have no cache tags: each call is made when it is needed.
export * from "./generated/visitor";

// The generator does not export lazy hooks.
export const { useLazyGetListingPaymentStatusQuery } = generatedApi;
