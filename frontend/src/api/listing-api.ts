import { generatedApi } from "./generated/visitor";

export type {
  InitiateListingPaymentDto as PaidApplication,
  InitiateResponse as ListingPaymentStart,
  ListingPaymentStatusResponse as ListingPaymentStatusReply,
  RenewalResponse as RenewalOffer,
} from "./generated/visitor";

// Responses about an application have no cache tags: each call is made when it is needed.
export * from "./generated/visitor";

// The server knows a repeated form by its content: the same within a day is the same application or payment.
const repeated = { extraOptions: { repeats: "same" } } as const;
generatedApi.enhanceEndpoints({
  endpoints: {
    submitLead: repeated,
    submitService: repeated,
    submitNgo: repeated,
    initiatePayment: repeated,
    verifyListing: repeated,
    renewListing: repeated,
  },
});

// The generator does not export lazy hooks.
export const { useLazyGetListingPaymentStatusQuery } = generatedApi;
