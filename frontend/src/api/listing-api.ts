import { generatedApi } from "./generated/api";

export type {
  InitiateListingPaymentDto as PaidApplication,
  InitiateResponse as ListingPaymentStart,
  ListingPaymentStatusResponse as ListingPaymentStatusAnswer,
  RenewalResponse as RenewalOffer,
} from "./generated/api";

// What is answered about an application is nobody's cache: each call is asked for as it is needed.
export {
  useGetListingPaymentStatusQuery,
  useGetRenewalQuery,
  useInitiatePaymentMutation,
  useRenewListingMutation,
  useSubmitLeadMutation,
  useSubmitNgoMutation,
  useSubmitServiceMutation,
  useVerifyListingMutation,
  useVerifyPhoneMutation,
} from "./generated/api";

// The generator gives names to the hooks that ask at once only.
export const { useLazyGetListingPaymentStatusQuery } = generatedApi;
