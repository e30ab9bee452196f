import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import type { DefinitionsFromApi, OverrideResultType } from "@reduxjs/toolkit/query/react";
import { useDispatch } from "react-redux";
import type { ResponseMeta } from "./base-api";
import { totalOf } from "./base-api";
import { generatedApi } from "./generated/administrator";
import type {
  AdminEnquiryResponse as Enquiry,
  AdministratorCheckResponse as SessionResult,
  ApplicationSummaryResponse as ApplicationRow,
  AuditEntryResponse as AuditEntry,
  RegistrationResponse,
} from "./generated/administrator";

export * from "./generated/administrator";
export type {
  AdminBookingResponse as AdminBooking,
  AdminEnquiryResponse as Enquiry,
  AdministratorResponse as AdministratorAccount,
  AdminInvoiceResponse as AdminInvoice,
  AdminMailResponse as AdminMail,
  ApplicationDetailsResponse as ApplicationDetails,
  ApplicationSummaryResponse as ApplicationRow,
  AuditEntryResponse as AuditEntry,
  IssueResponse as NewIssue,
  IssuesResponse as Issues,
  ListEnquiriesApiArg as EnquiriesQuery,
  ListRegistrationsApiArg as RegistrationsQuery,
  ManagedCouponResponse as Coupon,
  ManagedFactsResponse as ManagedFacts,
  OperationsResponse as OperationsFigures,
  OwnAccountResponse as OwnAccount,
  PersonRecordResponse as PersonRecord,
  PersonRecordsResponse as PersonRecords,
  PlanStallResponse as PlanStall,
  ResolutionResponse as Resolution,
  StallEventResponse as StallEvent,
  StallHistoryResponse as StallHistory,
  SummaryResponse as Summary,
  TimelineEntryResponse as TimelineEntry,
} from "./generated/administrator";

/** A row of the registrations. Its label is ours beside what is specified: a row without it is understood too. */
export type Registration = Omit<RegistrationResponse, "paymentLabel"> &
  Partial<Pick<RegistrationResponse, "paymentLabel">>;

/** What administrators read. An action names what it changes, and what is in view of that is fetched again. */
const READS = ["Registrations", "Figures", "AdminBooking", "Plan", "Attention", "Operations", "Audit"] as const;
/** The same for what other views of the dashboard read. */
const OTHER_READS = [
  "AdminListings",
  "AdminCoupons",
  "EventFacts",
  "AdminEnquiries",
  "Account",
  "Administrators",
] as const;
const TAGS = ["Session", "Layout", ...READS, ...OTHER_READS] as const;
type Tag = (typeof TAGS)[number];

/** A page of a list, and how many rows there are in all. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The lists that come by pages, and what each is a list of. */
interface PagedLists {
  readonly listRegistrations: Registration;
  readonly listAudit: AuditEntry;
  readonly listApplications: ApplicationRow;
  readonly listEnquiries: Enquiry;
}

type Generated = DefinitionsFromApi<typeof generatedApi>;
type Definitions = Omit<Generated, keyof PagedLists> & {
  readonly [Name in keyof PagedLists]: OverrideResultType<Generated[Name], Page<PagedLists[Name]>>;
};

function paged<Row>(tag: Tag) {
  return {
    providesTags: [tag],
    transformResponse: (rows: Row[], meta: ResponseMeta | undefined): Page<Row> => ({
      rows,
      total: totalOf(rows, meta),
    }),
  };
}

const touches = (...tags: Tag[]) => ({ invalidatesTags: tags });
/** After an action on a booking or a stall everything that counts or shows stalls is another. */
const stallAction = touches("Layout", ...READS);
/** After a change of one's own second factor or sessions. */
const accountChange = touches("Account", "Administrators", "Audit");
/** After a change of somebody else's account. */
const administratorChange = touches("Administrators", "Audit");
// A refused decision, too, shows that what is in view is not how things stand any more.
const decision = touches("AdminListings", "Figures", "Attention", "Audit");
const couponChange = touches("AdminCoupons", "Audit");
/** A refused change, too, shows that somebody else was faster. */
const factsChange = touches("EventFacts", "Audit");
const enquiryChange = touches("AdminEnquiries", "Audit");

/** The administrator's calls, generated from the API's description; here stands what of the cache each one touches. */
const adminApi = generatedApi.enhanceEndpoints<Tag, Definitions>({
  addTagTypes: TAGS,
  endpoints: {
    checkAdministrator: { providesTags: ["Session"] },
    getOwnAccount: { providesTags: ["Account"] },
    confirmSecondFactor: accountChange,
    renewRecoveryCodes: accountChange,
    removeSecondFactor: accountChange,
    endSession: accountChange,
    endOtherSessions: accountChange,
    listAdministrators: { providesTags: ["Administrators"] },
    disableAdministrator: administratorChange,
    enableAdministrator: administratorChange,
    removeAdministrator: administratorChange,
    listRegistrations: paged<Registration>("Registrations"),
    getStallAvailability: { providesTags: ["Figures"] },
    getSummary: { providesTags: ["Figures"] },
    getAdminBooking: { providesTags: ["AdminBooking"] },
    getPlan: { providesTags: ["Plan"] },
    getStallHistory: { providesTags: ["Plan"] },
    getIssues: { providesTags: ["Attention"] },
    getOperations: { providesTags: ["Operations"] },
    listAudit: paged<AuditEntry>("Audit"),
    moveBooking: stallAction,
    cancelBooking: stallAction,
    correctRegistration: stallAction,
    extendHold: stallAction,
    releaseBooking: stallAction,
    blockStall: stallAction,
    unblockStall: stallAction,
    changeStallPrice: stallAction,
    sellStallOffline: stallAction,
    applyResolution: stallAction,
    resendMail: touches("AdminBooking", "Attention", "Audit"),
    listApplications: paged<ApplicationRow>("AdminListings"),
    getApplication: { providesTags: ["AdminListings"] },
    approveApplication: decision,
    rejectApplication: decision,
    withdrawApplication: decision,
    correctApplication: decision,
    getManagedFacts: { providesTags: ["EventFacts"] },
    changeEvent: factsChange,
    changeOrganisation: factsChange,
    addEdition: factsChange,
    changeEdition: factsChange,
    removeEdition: factsChange,
    getCoupons: { providesTags: ["AdminCoupons"] },
    createCoupon: couponChange,
    changeCoupon: couponChange,
    listEnquiries: paged<Enquiry>("AdminEnquiries"),
    markEnquiryAnswered: enquiryChange,
    letEnquiryThrough: enquiryChange,
  },
});

export const { useListRegistrationsQuery, useListAuditQuery, useListApplicationsQuery, useListEnquiriesQuery } =
  adminApi;

type Dispatch = ThunkDispatch<object, unknown, UnknownAction>;

/** The store's dispatch, for what is noted below. */
export const useAdminDispatch = useDispatch.withTypes<Dispatch>();

/** Puts who is logged in now into the cache: what login and logout answer is newer than what was asked before. */
export function noteSession(dispatch: Dispatch, session: SessionResult): void {
  void dispatch(adminApi.util.upsertQueryData("checkAdministrator", undefined, session) as never);
}

/** A call outside of the store was answered 401: who is logged in is asked again. */
export function noteSessionEnd(dispatch: Dispatch): void {
  dispatch(adminApi.util.invalidateTags(["Session"]));
}

/** Fetches everything that is in view again ("Refresh", T-228), and forgets what is not. */
export function refreshAdministration(dispatch: Dispatch): void {
  dispatch(adminApi.util.invalidateTags([...READS, ...OTHER_READS]));
}
