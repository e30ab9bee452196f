import { generatedApi } from "./generated/api";

export type {
  CouponResponse as CouponAnswer,
  CreateProvisionalRegistrationDto as ProvisionalRegistrationRequest,
  InitiateMelaPaymentDto as InitiateRequest,
  InitiateResponse as InitiateAnswer,
  LayoutStallResponse as LayoutStall,
  MelaPaymentStatusResponse as MelaPaymentStatus,
  MyHoldResponse as MyHold,
  ProvisionalRegistrationResponse as ProvisionalRegistration,
  ReservationResponse as Reservation,
} from "./generated/api";

/** The booking's calls, generated from the API's description; here stands what of the cache each one touches. */
export const melaApi = generatedApi.enhanceEndpoints({
  endpoints: {
    getLayout: { providesTags: ["Layout"] },
    getMyHold: { providesTags: ["Hold"] },
    reserveStall: { invalidatesTags: ["Layout", "Hold"] },
    releaseStall: { invalidatesTags: ["Layout", "Hold"] },
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
  useLazyGetMelaPaymentStatusQuery,
} = melaApi;
