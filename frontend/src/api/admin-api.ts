import type { DefinitionsFromApi, OverrideResultType } from "@reduxjs/toolkit/query/react";
import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch } from "react-redux";
import type { ResponseMeta } from "./base-api";
import { generatedApi } from "./generated/api";
import type {
  AdministratorCheckResponse as SessionResult,
  AuditEntryResponse as AuditEntry,
  RegistrationResponse,
} from "./generated/api";

export type {
  AccountStep,
  AdminBookingResponse as AdminBooking,
  AdministratorCheckResponse as SessionResult,
  AdministratorResponse as AdministratorAccount,
  AdminInvoiceResponse as AdminInvoice,
  AdminMailResponse as AdminMail,
  IssueResponse as NewIssue,
  IssuesResponse as Issues,
  AuditEntryResponse as AuditEntry,
  ListRegistrationsApiArg as RegistrationsQuery,
  OperationsResponse as OperationsFigures,
  OwnAccountResponse as OwnAccount,
  PlanStallResponse as PlanStall,
  PlanState,
  ResolutionResponse as Resolution,
  StallEventResponse as StallEvent,
  StallHistoryResponse as StallHistory,
  SummaryResponse as Summary,
  TimelineEntryResponse as TimelineEntry,
} from "./generated/api";

/** A row of the registrations. Its label is ours beside what is specified: a row without it is understood too. */
export type Registration = Omit<RegistrationResponse, "paymentLabel"> &
  Partial<Pick<RegistrationResponse, "paymentLabel">>;

/** What administrators read. An action names what it changes, and what is in view of that is fetched again. */
const READS = [
  "Registrations",
  "Figures",
  "AdminBooking",
  "Plan",
  "Attention",
  "Operations",
  "Audit",
] as const;
/** The same for what other views of the dashboard read. */
const OTHER_READS = ["AdminListings", "AdminCoupons", "AdminEnquiries", "Account", "Administrators"] as const;
const TAGS = ["Session", "Layout", ...READS, ...OTHER_READS] as const;
type Tag = (typeof TAGS)[number];

/** A part of the registrations, and how many there are in all. */
export interface RegistrationsPage {
  readonly registrations: readonly Registration[];
  readonly total: number;
}

/** A part of the audit log, newest first, and how long it is. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly total: number;
}

/** How long the whole list is; what was answered, where the server does not say. */
export function totalOf(rows: readonly unknown[], meta: ResponseMeta | undefined): number {
  const total = Number(meta?.headers?.get("x-total-count") ?? Number.NaN);
  return Number.isInteger(total) ? total : rows.length;
}

type Generated = DefinitionsFromApi<typeof generatedApi>;
type Definitions = Omit<Generated, "listRegistrations" | "listAudit"> & {
  readonly listRegistrations: OverrideResultType<Generated["listRegistrations"], RegistrationsPage>;
  readonly listAudit: OverrideResultType<Generated["listAudit"], AuditPage>;
};

/** After an action on a booking or a stall everything that counts or shows stalls is another. */
const stallAction = { invalidatesTags: ["Layout", ...READS] as const satisfies Tag[] };

/** After a change of one's own second factor or sessions. */
const accountChange = { invalidatesTags: ["Account", "Administrators", "Audit"] as const satisfies Tag[] };
/** After a change of somebody else's account. */
const administratorChange = { invalidatesTags: ["Administrators", "Audit"] as const satisfies Tag[] };

/** The administrator's calls, generated from the API's description; here stands what of the cache each one touches. */
export const adminApi = generatedApi.enhanceEndpoints<Tag, Definitions>({
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
    listRegistrations: {
      providesTags: ["Registrations"],
      transformResponse: (registrations: Registration[], meta): RegistrationsPage => ({
        registrations,
        total: totalOf(registrations, meta),
      }),
    },
    getStallAvailability: { providesTags: ["Figures"] },
    getSummary: { providesTags: ["Figures"] },
    getAdminBooking: { providesTags: ["AdminBooking"] },
    getPlan: { providesTags: ["Plan"] },
    getStallHistory: { providesTags: ["Plan"] },
    getIssues: { providesTags: ["Attention"] },
    getOperations: { providesTags: ["Operations"] },
    listAudit: {
      providesTags: ["Audit"],
      transformResponse: (entries: AuditEntry[], meta): AuditPage => ({
        entries,
        total: totalOf(entries, meta),
      }),
    },
    moveBooking: stallAction,
    cancelBooking: stallAction,
    extendHold: stallAction,
    releaseBooking: stallAction,
    blockStall: stallAction,
    unblockStall: stallAction,
    changeStallPrice: stallAction,
    sellStallOffline: stallAction,
    applyResolution: stallAction,
    resendMail: { invalidatesTags: ["AdminBooking", "Attention", "Audit"] },
  },
});

export const {
  useCheckAdministratorQuery,
  useLoginAdministratorMutation,
  useLogoutAdministratorMutation,
  useChangeAdministratorPasswordMutation,
  useGetOwnAccountQuery,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useRemoveSecondFactorMutation,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useListAdministratorsQuery,
  useDisableAdministratorMutation,
  useEnableAdministratorMutation,
  useRemoveAdministratorMutation,
  useListRegistrationsQuery,
  useGetStallAvailabilityQuery,
  useGetSummaryQuery,
  useGetAdminBookingQuery,
  useGetPlanQuery,
  useGetStallHistoryQuery,
  useLazyGetStallHistoryQuery,
  useGetIssuesQuery,
  useApplyResolutionMutation,
  useResendMailMutation,
  useGetOperationsQuery,
  useListAuditQuery,
  useMoveBookingMutation,
  useCancelBookingMutation,
  useExtendHoldMutation,
  useReleaseBookingMutation,
  useBlockStallMutation,
  useUnblockStallMutation,
  useChangeStallPriceMutation,
  useSellStallOfflineMutation,
} = adminApi;

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
