import type { StallStatus, StallType } from "@sakhi/domain/stalls/stall.types";
import { baseApi } from "./base-api";

// These types mirror backend/src/**/*.response.ts until they are generated from the OpenAPI description.

/** One stall of the floor plan; x and y in feet from the left and the entrance wall, price in rupees. */
export interface LayoutStall {
  stallId: string;
  type: StallType;
  price: number;
  status: StallStatus;
  x: number;
  y: number;
  layoutVersion: number;
}

/** A stall that is reserved for the visitor; times are ISO 8601 in UTC. */
export interface Reservation {
  stallId: string;
  type: StallType;
  price: number;
  expiresAt: string;
  serverTime: string;
}

/** The visitor's stall, also while paying. */
export interface MyHold extends Reservation {
  state: "held" | "registered" | "paying";
  orderId?: string;
  payUntil?: string;
}

/** How a coupon was judged. */
export interface CouponAnswer {
  valid: boolean;
  discountPercentage: number;
  message: string;
}

/** What is sent to register for a stall (CreateProvisionalRegistrationDto). */
export interface ProvisionalRegistrationRequest {
  orderId: string;
  fullName: string;
  email: string;
  phoneNumber: string;
  businessName: string;
  gstNumber?: string;
  gstAddress?: string;
  pincode: string;
  stallId: string;
  stallType: StallType;
  appliedCouponCode?: string;
  paymentStatus: "payment_pending";
}

/** What a registration costs; all amounts in rupees. */
export interface ProvisionalRegistration {
  orderId: string;
  stallId: string;
  stallPrice: number;
  discountPercentage: number;
  discountAmount: number;
  finalAmount: number;
  expiresAt: string;
}

/** What is sent to start a payment (InitiateMelaPaymentDto); amount in rupees. */
export interface InitiateRequest {
  orderId: string;
  amount: number;
  customerName?: string;
  customerEmail?: string;
  customerPhone?: string;
  metadata: {
    type: "mela_stall";
    stallId: string;
    stallType: StallType;
    businessName?: string;
    gstNumber?: string;
    gstAddress?: string;
    pincode?: string;
  };
}

/** What opens the provider's hosted checkout. */
export interface InitiateAnswer {
  orderId: string;
  paymentSessionId: string;
  environment: "production" | "sandbox";
  checkoutScriptUrl?: string;
}

/** Where a Mela payment stands. The status is judged as text: see payment-status.ts of the feature. */
export interface MelaPaymentStatus {
  orderId: string;
  stallId: string;
  stallType: StallType;
  paymentStatus: string;
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getLayout: build.query<LayoutStall[], undefined>({
      query: () => "/api/v1/mela/layout",
      providesTags: ["Layout"],
    }),
    getMyHold: build.query<MyHold | null, undefined>({
      query: () => "/api/v1/mela/my-hold",
      providesTags: ["Hold"],
    }),
    reserveStall: build.mutation<Reservation, { stallId: string }>({
      query: (body) => ({ url: "/api/v1/mela/reserve", method: "POST", body }),
      invalidatesTags: ["Layout", "Hold"],
    }),
    releaseStall: build.mutation<{ released: boolean }, { stallId: string }>({
      query: (body) => ({ url: "/api/v1/mela/release", method: "POST", body }),
      invalidatesTags: ["Layout", "Hold"],
    }),
    validateCoupon: build.mutation<CouponAnswer, { code: string }>({
      query: (body) => ({ url: "/api/v1/mela/validate-coupon", method: "POST", body }),
    }),
    createProvisionalRegistration: build.mutation<ProvisionalRegistration, ProvisionalRegistrationRequest>({
      query: (body) => ({ url: "/api/v1/mela/create-provisional-registration", method: "POST", body }),
    }),
    initiatePayment: build.mutation<InitiateAnswer, InitiateRequest>({
      query: (body) => ({ url: "/api/v1/cashfree/initiate", method: "POST", body }),
    }),
    getMelaPaymentStatus: build.query<MelaPaymentStatus, string>({
      query: (orderId) => `/api/v1/mela/payment-status/${encodeURIComponent(orderId)}`,
      providesTags: ["PaymentStatus"],
    }),
  }),
});

export const melaApi = api;
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
} = api;
