import type { DefinitionsFromApi, OverrideResultType } from "@reduxjs/toolkit/query/react";
import { adminApi, totalOf } from "./admin-api";
import type {
  AdminEnquiryResponse as Enquiry,
  ApplicationSummaryResponse as ApplicationRow,
} from "./generated/api";

export type {
  AdminEnquiryResponse as Enquiry,
  ApplicationDetailsResponse as ApplicationDetails,
  ApplicationSummaryResponse as ApplicationRow,
  ListApplicationsApiArg as ApplicationsQuery,
  ListEnquiriesApiArg as EnquiriesQuery,
  ManagedCouponResponse as Coupon,
} from "./generated/api";

/** A part of the applications, and how many there are in all. */
export interface ApplicationsPage {
  readonly applications: readonly ApplicationRow[];
  readonly total: number;
}

/** A part of the enquiries, and how many there are in all. */
export interface EnquiriesPage {
  readonly enquiries: readonly Enquiry[];
  readonly total: number;
}

type Known = DefinitionsFromApi<typeof adminApi>;
type Definitions = Omit<Known, "listApplications" | "listEnquiries"> & {
  readonly listApplications: OverrideResultType<Known["listApplications"], ApplicationsPage>;
  readonly listEnquiries: OverrideResultType<Known["listEnquiries"], EnquiriesPage>;
};

// A refused decision, too, shows that what is in view is not how things stand any more.
const decision = {
  invalidatesTags: ["AdminListings", "Figures", "Attention", "Audit"] as const satisfies string[],
};
const couponChange = { invalidatesTags: ["AdminCoupons", "Audit"] as const satisfies string[] };
const enquiryChange = { invalidatesTags: ["AdminEnquiries", "Audit"] as const satisfies string[] };

/** The administrator's calls about applications, enquiries and coupons, with what of the cache each one touches. */
export const reviewApi = adminApi.enhanceEndpoints<never, Definitions>({
  endpoints: {
    listApplications: {
      providesTags: ["AdminListings"],
      transformResponse: (applications: ApplicationRow[], meta): ApplicationsPage => ({
        applications,
        total: totalOf(applications, meta),
      }),
    },
    getApplication: { providesTags: ["AdminListings"] },
    approveApplication: decision,
    rejectApplication: decision,
    withdrawApplication: decision,
    getCoupons: { providesTags: ["AdminCoupons"] },
    createCoupon: couponChange,
    changeCoupon: couponChange,
    listEnquiries: {
      providesTags: ["AdminEnquiries"],
      transformResponse: (enquiries: Enquiry[], meta): EnquiriesPage => ({
        enquiries,
        total: totalOf(enquiries, meta),
      }),
    },
    markEnquiryAnswered: enquiryChange,
    letEnquiryThrough: enquiryChange,
  },
});

export const {
  useListApplicationsQuery,
  useGetApplicationQuery,
  useApproveApplicationMutation,
  useRejectApplicationMutation,
  useWithdrawApplicationMutation,
  useGetCouponsQuery,
  useCreateCouponMutation,
  useChangeCouponMutation,
  useListEnquiriesQuery,
  useMarkEnquiryAnsweredMutation,
  useLetEnquiryThroughMutation,
} = reviewApi;
