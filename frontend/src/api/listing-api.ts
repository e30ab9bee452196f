import type { ListingApplicationDto } from "@sakhi/domain/listings/listing-application.dto";
import type { SubmissionType } from "@sakhi/domain/listings/listing-application.choices";
import { generatedApi } from "./generated/api";

/** An application as it is sent: plain, phone numbers with +91. */
export type ApplicationBody = Omit<ListingApplicationDto, never>;
export type SubmittedApplication = ApplicationBody & { readonly submissionType: SubmissionType };

/** What a started listing payment answers; `mock` pays nothing and has no session. */
export interface ListingPaymentStart {
  readonly orderId: string;
  readonly paymentSessionId: string;
  readonly environment: "production" | "sandbox" | "mock";
  readonly checkoutScriptUrl?: string;
}
export interface ListingPaymentStatusAnswer {
  readonly status: string;
  readonly orderId: string;
  readonly brandName: string;
  readonly fullName: string;
  readonly submissionType: string;
}
export interface RenewalOffer {
  readonly brandName: string;
  readonly fullName: string;
  readonly liveUntil: string;
  /** Rupees. */
  readonly amount: number;
  readonly state: string;
}

export const listingApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    initiateListingPayment: build.mutation<ListingPaymentStart, SubmittedApplication>({
      query: (body) => ({ url: "/api/v1/cashfree/initiate", method: "POST", body }),
    }),
    submitLead: build.mutation<{ message: string }, SubmittedApplication>({
      query: (body) => ({ url: "/api/v1/brand/submit-lead", method: "POST", body }),
    }),
    submitService: build.mutation<{ message: string }, SubmittedApplication>({
      query: (body) => ({ url: "/api/v1/brand/submit-service", method: "POST", body }),
    }),
    submitNgo: build.mutation<{ message: string }, SubmittedApplication>({
      query: (body) => ({ url: "/api/v1/brand/submit-ngo", method: "POST", body }),
    }),
    verifyPhone: build.mutation<{ verified: boolean; message: string }, { phoneNumber: string }>({
      query: (body) => ({ url: "/api/v1/mela/verify-phone", method: "POST", body }),
    }),
    verifyListing: build.mutation<
      { message: string },
      { email: string; phoneNumber: string; listingData: SubmittedApplication }
    >({
      query: (body) => ({ url: "/api/v1/mela/verify-listing", method: "POST", body }),
    }),
    getListingPaymentStatus: build.query<ListingPaymentStatusAnswer, string>({
      query: (orderId) => ({ url: "/api/v1/brand/payment-status", params: { order_id: orderId } }),
    }),
    getRenewal: build.query<RenewalOffer, string>({
      query: (token) => ({ url: "/api/v1/brand/renewal", params: { token } }),
    }),
    renewListing: build.mutation<ListingPaymentStart, { token: string }>({
      query: (body) => ({ url: "/api/v1/brand/renew", method: "POST", body }),
    }),
  }),
});

export const {
  useInitiateListingPaymentMutation,
  useSubmitLeadMutation,
  useSubmitServiceMutation,
  useSubmitNgoMutation,
  useVerifyPhoneMutation,
  useVerifyListingMutation,
  useGetListingPaymentStatusQuery,
  useLazyGetListingPaymentStatusQuery,
  useGetRenewalQuery,
  useRenewListingMutation,
} = listingApi;
