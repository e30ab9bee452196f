import { generatedApi } from "./generated/api";
import type { MelaPaymentStatusResponse } from "./generated/api";

export type {
  CouponResponse as CouponResponse,
  CreateProvisionalRegistrationDto as ProvisionalRegistrationRequest,
  InitiateMelaPaymentDto as InitiateRequest,
  InitiateResponse as InitiateResponse,
  LayoutStallResponse as LayoutStall,
  MyHoldResponse as MyHold,
  ProvisionalRegistrationResponse as ProvisionalRegistration,
  ReservationResponse as Reservation,
  StallOfferResponse as StallOffer,
} from "./generated/api";

/** Where a payment stands. The outcome is ours beside what is specified: an answer without it is understood too. */
export type MelaPaymentStatus = Omit<MelaPaymentStatusResponse, "outcome"> &
  Partial<Pick<MelaPaymentStatusResponse, "outcome">>;

/** The booking's calls, generated from the API's description; here stands what of the cache each one touches. */
export const melaApi = generatedApi.enhanceEndpoints({
  endpoints: {
    getLayout: { providesTags: ["Layout"] },
    getMyHold: { providesTags: ["Hold"] },
    reserveStall: { invalidatesTags: ["Layout", "Hold"] },
    releaseStall: { invalidatesTags: ["Layout", "Hold"] },
    // A stall is somebody's by it.
    acceptStallOffer: { invalidatesTags: ["Layout", "PaymentStatus"] },
    getMelaPaymentStatus: { providesTags: ["PaymentStatus"] },
  },
});

export const {
  useGetLayoutQuery,
  useGetMyHoldQuery,
  useReserveStallMutation,
  useReleaseStallMutation,
  useValidateCouponMutation,
  useCreateProvisionalRegistrationMutation,
  useInitiatePaymentMutation,
  useGetMelaPaymentStatusQuery,
  useViewStallOfferMutation,
  useAcceptStallOfferMutation,
  useDeclineStallOfferMutation,
  useLazyGetMelaPaymentStatusQuery,
} = melaApi;
