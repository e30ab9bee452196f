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
  BrandRowResponse as BrandRow,
  DisputeResponse as Dispute,
  GstDocumentResponse as GstDocument,
  PayoutLineResponse as PayoutLine,
  PayoutResponse as Payout,
  RegistrationResponse,
  WebhookDeliveryResponse as WebhookDelivery,
} from "./generated/administrator";

export * from "./generated/administrator";
export type {
  AdminBookingResponse as AdminBooking,
  AdminEnquiryResponse as Enquiry,
  AdministratorCheckResponse as AdministratorCheck,
  AdministratorResponse as AdministratorAccount,
  InvitationResponse as OpenInvitation,
  AdminInvoiceResponse as AdminInvoice,
  AdminMailResponse as AdminMail,
  ApplicationDetailsResponse as ApplicationDetails,
  ApplicationSummaryResponse as ApplicationRow,
  AuditEntryResponse as AuditEntry,
  BrandRowResponse as BrandRow,
  ChoosableResponse as Choosable,
  BookingPapersResponse as BookingPapers,
  DesignedPlanResponse as DesignedPlan,
  EventFileResponse as EventFile,
  EventQuestionResponse as EventQuestion,
  PaperResponse as Paper,
  BankLineResponse as BankLine,
  DisputeDetailsResponse as DisputeDetails,
  DisputeResponse as Dispute,
  PayoutAccountResponse as PayoutAccount,
  PayoutLineResponse as PayoutLine,
  PayoutResponse as Payout,
  PayoutSummaryResponse as PayoutSummary,
  GstDocumentResponse as GstDocument,
  GstMonthResponse as GstMonth,
  GstPackResponse as GstPack,
  GstTableResponse as GstTable,
  HighlightListResponse as HighlightList,
  ManagedBrandResponse as ManagedBrand,
  ManagedProductResponse as ManagedProduct,
  PictureResponse as Picture,
  ShowcaseEventResponse as ShowcaseEvent,
  IssueResponse as NewIssue,
  MessagePreviewResponse as MessagePreview,
  MessageResponse as HolderMessage,
  IssuesResponse as Issues,
  ListEnquiriesApiArg as EnquiriesQuery,
  ListRegistrationsApiArg as RegistrationsQuery,
  ManagedCouponResponse as Coupon,
  ManagedEventResponse as ManagedEvent,
  ManagedFactsResponse as ManagedFacts,
  OperationsResponse as OperationsFigures,
  OwnAccountResponse as OwnAccount,
  OwnMailsResponse as OwnMails,
  PersonRecordResponse as PersonRecord,
  PersonRecordsResponse as PersonRecords,
  PlanStallResponse as PlanStall,
  RecoveryResponse as Recovery,
  RecoveryStatusResponse as RecoveryStatus,
  ResolutionResponse as Resolution,
  StallEventResponse as StallEvent,
  StallHistoryResponse as StallHistory,
  SummaryResponse as Summary,
  TimelineEntryResponse as TimelineEntry,
  UnpaidHoldsResponse as UnpaidHolds,
  AccessTokenResponse as AccessToken,
  WebhookDeliveryResponse as WebhookDelivery,
  WebhookEndpointResponse as WebhookEndpoint,
  WhatsappMessageResponse as WhatsappMessage,
} from "./generated/administrator";

/** A row of the registrations. The label is an addition to the specification, so it is optional. */
export type Registration = Omit<RegistrationResponse, "paymentLabel"> &
  Partial<Pick<RegistrationResponse, "paymentLabel">>;

/** Cache tags. A mutation invalidates the tags of what it changes, and queries in use are refetched. */
const READS = ["Registrations", "Figures", "AdminBooking", "Plan", "Attention", "Operations", "Audit"] as const;
/** Cache tags of the dashboard's other views. */
const OTHER_READS = [
  "AdminListings",
  "AdminBrands",
  "AdminSite",
  "AdminCoupons",
  "EventFacts",
  "Events",
  "DesignedPlan",
  "Papers",
  "Messages",
  "AdminEnquiries",
  "Arrivals",
  "WalkIns",
  "Gst",
  "Payouts",
  "Disputes",
  "Waiting",
  "Webhooks",
  "Tokens",
  "Account",
  "OwnMails",
  "Administrators",
] as const;
const TAGS = ["Session", "Layout", ...READS, ...OTHER_READS] as const;
type Tag = (typeof TAGS)[number];

/** A page of a list, and the number of rows on all pages. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** Row types of the paged lists. */
interface PagedLists {
  readonly listRegistrations: Registration;
  readonly listAudit: AuditEntry;
  readonly listApplications: ApplicationRow;
  readonly listBrands: BrandRow;
  readonly listEnquiries: Enquiry;
  readonly listGstDocuments: GstDocument;
  readonly listWebhookDeliveries: WebhookDelivery;
  readonly listDisputes: Dispute;
  readonly listPayouts: Payout;
  readonly listPayoutLines: PayoutLine;
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

/** Sent again with its key if the answer is lost; the server does it once (OperatorTransaction). */
const KEYED = { extraOptions: { repeats: "keyed" } } as const;

const invalidates = (...tags: Tag[]) => ({ invalidatesTags: tags });
/** Actions on a booking or stall change everything that counts or shows stalls. */
const stallAction = { ...invalidates("Layout", ...READS), ...KEYED };
/** Changes of the caller's own second factor or sessions. */
const accountChange = invalidates("Account", "Administrators", "Audit");
/** Changes of another administrator's account. */
const administratorChange = invalidates("Administrators", "Audit");
// A rejected call invalidates the tags too: it means that the view is stale.
const decision = invalidates("AdminListings", "AdminBrands", "AdminSite", "Figures", "Attention", "Audit");
/** Changes of a brand or product change the home page's choices too. */
const brandChange = { ...invalidates("AdminBrands", "AdminSite", "AdminListings", "Audit"), ...KEYED };
const siteChange = { ...invalidates("AdminSite", "Audit"), ...KEYED };
const couponChange = invalidates("AdminCoupons", "Audit");

const factsChange = invalidates("EventFacts", "Events", "Audit");
/** Changes of an event's status or prices also change its plan. */
const eventChange = {
  ...invalidates("EventFacts", "Events", "Layout", "Plan", "Figures", "Messages", "Audit"),
  ...KEYED,
};
/** Changes of what is asked also change what bookings lack. */
const questionChange = { ...invalidates("Papers", "Audit"), ...KEYED };
/** Cancelling an event, and its refunds, change its bookings too. */
const cancellationChange = { ...invalidates("EventFacts", "Events", "Layout", ...READS), ...KEYED };
/** A message about missing papers shows in the papers, too. */
const messageChange = { ...invalidates("Messages", "Papers", "Audit"), ...KEYED };
const webhookChange = { ...invalidates("Webhooks", "Attention", "Audit"), ...KEYED };
const enquiryChange = invalidates("AdminEnquiries", "Audit");

/** The administrator's endpoints, generated from the OpenAPI description, with their cache tags. */
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
    getOwnMails: { providesTags: ["OwnMails"] },
    previewOwnDigest: { providesTags: ["OwnMails"] },
    saveOwnMails: { ...invalidates("OwnMails", "Audit"), ...KEYED },
    askOwnMailAddress: { ...invalidates("OwnMails", "Audit"), ...KEYED },
    removeOwnMailAddress: { ...invalidates("OwnMails", "Audit"), ...KEYED },
    sendOwnDigest: { ...invalidates("Audit"), ...KEYED },
    listAdministrators: { providesTags: ["Administrators"] },
    listInvitations: { providesTags: ["Administrators"] },
    inviteAdministrator: administratorChange,
    sendPasswordLink: administratorChange,
    withdrawInvitation: administratorChange,
    changeAdministratorAccess: administratorChange,
    leaveTeam: {},
    disableAdministrator: administratorChange,
    enableAdministrator: administratorChange,
    removeAdministrator: administratorChange,
    listRegistrations: paged<Registration>("Registrations"),
    getStallAvailability: { providesTags: ["Figures"] },
    getSummary: { providesTags: ["Figures"] },
    getMoney: { providesTags: ["Figures", "Waiting"] },
    getAdminBooking: { providesTags: ["AdminBooking"] },
    getPlan: { providesTags: ["Plan"] },
    getStallHistory: { providesTags: ["Plan"] },
    getIssues: { providesTags: ["Attention"] },
    getWaiting: { providesTags: ["Waiting", "Attention", "AdminListings", "AdminEnquiries"] },
    getWhatsappFigures: { providesTags: ["Attention"] },
    getOperations: { providesTags: ["Operations"] },
    getRecovery: { providesTags: ["Operations"] },
    openSales: invalidates("Operations", "Attention", "Audit"),
    listAudit: paged<AuditEntry>("Audit"),
    listAuditPeople: { providesTags: ["Audit"] },
    moveBooking: stallAction,
    askStallMove: stallAction,
    withdrawStallMove: stallAction,
    listStallMoves: { providesTags: ["AdminBooking"] },
    quoteStallMove: { providesTags: ["AdminBooking", "Plan"] },
    getStallsPerOrder: { providesTags: ["Events"] },
    changeStallsPerOrder: { ...invalidates("Events", "Audit"), ...KEYED },
    getMoveSettings: { providesTags: ["Events"] },
    changeMoveSettings: { ...invalidates("Events", "Audit"), ...KEYED },
    cancelBooking: stallAction,
    refundBooking: stallAction,
    correctRegistration: stallAction,
    extendHold: stallAction,
    changeBookingLanguage: { ...invalidates("AdminBooking", "Audit"), ...KEYED },
    changeApplicationLanguage: { ...invalidates("AdminListings", "Audit"), ...KEYED },
    releaseBooking: stallAction,
    releaseNetwork: stallAction,
    getUnpaidHolds: { providesTags: ["Plan"] },
    releaseUnpaidHolds: stallAction,
    blockStall: stallAction,
    unblockStall: stallAction,
    changeStallPrice: stallAction,
    sellStallOffline: stallAction,
    // Not keyed: an issue is resolved once.
    applyResolution: invalidates("Layout", ...READS),
    resendMail: { ...invalidates("AdminBooking", "Attention", "Audit"), ...KEYED },
    listApplications: paged<ApplicationRow>("AdminListings"),
    getApplication: { providesTags: ["AdminListings"] },
    approveApplication: decision,
    rejectApplication: decision,
    withdrawApplication: decision,
    correctApplication: decision,
    askForPage: invalidates("AdminListings", "Audit"),
    listBrandChanges: { providesTags: ["AdminListings"] },
    acceptBrandChange: invalidates("AdminListings", "AdminBrands", "Audit"),
    returnBrandChange: invalidates("AdminListings", "Audit"),
    markBrandCorrectionSeen: invalidates("AdminListings", "Audit"),
    listBrands: paged<BrandRow>("AdminBrands"),
    getBrand: { providesTags: ["AdminBrands"] },
    previewMerge: { providesTags: ["AdminBrands"] },
    correctBrand: brandChange,
    hideBrand: brandChange,
    restoreBrand: brandChange,
    verifyBrand: brandChange,
    unverifyBrand: brandChange,
    mergeBrand: brandChange,
    addProduct: brandChange,
    orderProducts: brandChange,
    correctProduct: brandChange,
    hideProduct: brandChange,
    restoreProduct: brandChange,
    placeProductPictures: brandChange,
    placeLogo: brandChange,
    placeCover: brandChange,
    removeBrandPicture: brandChange,
    getHomePage: { providesTags: ["AdminSite"] },
    findChoices: { providesTags: ["AdminSite"] },
    chooseHighlights: siteChange,
    listShowcaseEvents: { providesTags: ["AdminSite"] },
    addShowcaseEvent: siteChange,
    changeShowcaseEvent: siteChange,
    removeShowcaseEvent: siteChange,
    restoreShowcaseEvent: siteChange,
    listEvents: { providesTags: ["Events"] },
    createEvent: eventChange,
    publishEvent: eventChange,
    archiveEvent: eventChange,
    removeEvent: eventChange,
    changeTypePrice: eventChange,
    changePriceDates: eventChange,
    rescheduleEvent: eventChange,
    getCancellation: { providesTags: ["Events"] },
    cancelEvent: cancellationChange,
    pauseCancellation: cancellationChange,
    resumeCancellation: cancellationChange,
    listQuestions: { providesTags: ["Papers"] },
    listPapers: { providesTags: ["Papers"] },
    listGstMonths: { providesTags: ["Gst"] },
    getGstPack: { providesTags: ["Gst"] },
    listGstDocuments: paged<GstDocument>("Gst"),
    listDisputes: paged<Dispute>("Disputes"),
    getDispute: { providesTags: ["Disputes"] },
    markEvidenceSent: { ...invalidates("Disputes", "Attention", "Audit"), ...KEYED },
    checkDispute: invalidates("Disputes", "Attention", "Audit", "AdminBooking"),
    getPayoutSummary: { providesTags: ["Payouts"] },
    listPayouts: paged<Payout>("Payouts"),
    listPayoutLines: paged<PayoutLine>("Payouts"),
    readPayouts: invalidates("Payouts", "Attention", "Audit"),
    readPayoutFile: invalidates("Payouts", "Attention", "Audit"),
    readBankStatement: invalidates("Payouts", "Attention", "Audit"),
    closeGstMonth: { ...invalidates("Gst", "Audit"), ...KEYED },
    reopenGstMonth: { ...invalidates("Gst", "Audit"), ...KEYED },
    getWalkIns: { providesTags: ["WalkIns"] },
    getWalkIn: { providesTags: ["WalkIns"] },
    startWalkIn: { ...invalidates("WalkIns", "Layout", ...READS), ...KEYED },
    payWalkIn: invalidates("WalkIns"),
    cancelWalkIn: { ...invalidates("WalkIns", "Layout", ...READS), ...KEYED },
    getArrivals: { providesTags: ["Arrivals"] },
    getArrivalFigures: { providesTags: ["Arrivals"] },
    getBookingPapers: { providesTags: ["Papers", "AdminBooking"] },
    addQuestion: questionChange,
    changeQuestion: questionChange,
    removeQuestion: questionChange,
    listMessages: { providesTags: ["Messages"] },
    listHolders: { providesTags: ["Papers", "Registrations"] },
    listRecipients: { providesTags: ["Messages"] },
    writeMessage: messageChange,
    changeMessage: messageChange,
    stepMessage: messageChange,
    listEventFiles: { providesTags: ["Messages"] },
    eventFileTicket: invalidates(),
    removeEventFile: { ...invalidates("Messages", "Audit"), ...KEYED },
    getWaitingList: { providesTags: ["Waiting"] },
    changeWaitingSettings: { ...invalidates("Waiting", "Audit"), ...KEYED },
    stepWaitingPlace: { ...stallAction, invalidatesTags: ["Waiting", "Layout", ...READS] },
    listAccessTokens: { providesTags: ["Tokens"] },
    makeAccessToken: invalidates("Tokens", "Audit"),
    revokeAccessToken: invalidates("Tokens", "Audit"),
    listWebhookEndpoints: { providesTags: ["Webhooks"] },
    listWebhookDeliveries: paged<WebhookDelivery>("Webhooks"),
    addWebhookEndpoint: webhookChange,
    changeWebhookEndpoint: webhookChange,
    deleteWebhookEndpoint: webhookChange,
    enableWebhookEndpoint: webhookChange,
    rotateWebhookSecret: webhookChange,
    pingWebhookEndpoint: webhookChange,
    sendWebhookAgain: webhookChange,
    sendFailedWebhooksAgain: webhookChange,
    getDesignedPlan: { providesTags: ["DesignedPlan"] },
    listPlanPublications: { providesTags: ["DesignedPlan"] },
    getPlanPublication: { providesTags: ["DesignedPlan"] },
    // The designer keeps what it saved: a refetch would only repeat it.
    savePlanDraft: invalidates(),
    publishPlan: { ...invalidates("EventFacts", "Events", "Layout", "Plan", "Figures", "Audit"), ...KEYED },
    addStallType: { ...invalidates("Events", "Audit"), ...KEYED },
    changeStallType: { ...invalidates("Events", "Papers", "Layout", "Plan", "DesignedPlan", "Audit"), ...KEYED },
    removeStallType: { ...invalidates("Events", "Audit"), ...KEYED },
    getManagedFacts: { providesTags: ["EventFacts"] },
    changeEvent: factsChange,
    changeArrival: { ...factsChange, ...KEYED },
    changeTranslation: { ...factsChange, ...KEYED },
    notifyHolders: factsChange,
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
    stopEnquiry: enquiryChange,
  },
});

export const {
  useListPlanPublicationsQuery,
  useLazyPreviewOwnDigestQuery,
  useLazyGetPlanPublicationQuery,
  useLazyGetGateListQuery,
  useLazyGetGateNowQuery,
  useListRegistrationsQuery,
  useListAuditQuery,
  useListApplicationsQuery,
  useListBrandsQuery,
  useListEnquiriesQuery,
  useListDisputesQuery,
  useListGstDocumentsQuery,
  useListWebhookDeliveriesQuery,
  useListPayoutLinesQuery,
  useListPayoutsQuery,
} = adminApi;

type Dispatch = ThunkDispatch<Parameters<typeof adminApi.util.selectInvalidatedBy>[0], unknown, UnknownAction>;

/** The store's dispatch, typed for the functions below. */
export const useAdminDispatch = useDispatch.withTypes<Dispatch>();

/** Caches the session returned by login or logout, which is newer than any earlier check. */
export function cacheSession(dispatch: Dispatch, session: SessionResult): void {
  void dispatch(adminApi.util.upsertQueryData("checkAdministrator", undefined, session) as never);
}

/** False if the browser did not keep the cookie of the session that has just started. */
export async function isSessionKept(dispatch: Dispatch): Promise<boolean> {
  const check = adminApi.endpoints.checkAdministrator.initiate(undefined, { forceRefetch: true, subscribe: false });
  const { data } = await dispatch<Promise<{ readonly data?: SessionResult }>>(check as never);
  // Without an answer, the next call shows it.
  return data?.authenticated !== false;
}

/** Rechecks the session after a call outside the store returned 401. */
export function invalidateSession(dispatch: Dispatch): void {
  dispatch(adminApi.util.invalidateTags(["Session"]));
}

/** Refetches all queries in use ("Refresh", T-228) and evicts the others, once no call is pending. */
export function refetchAdministration(dispatch: Dispatch): void {
  dispatch(adminApi.util.invalidateTags([...READS, ...OTHER_READS]));
}

/** Evicts the administrators' data once the session has ended (ASVS 14.3.1), without waiting for pending calls. */
export function evictAdministration(dispatch: Dispatch): void {
  dispatch((_, getState) => {
    for (const { queryCacheKey } of adminApi.util.selectInvalidatedBy(getState(), [...READS, ...OTHER_READS]))
      dispatch(adminApi.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }));
  });
  // Evicts the response of a first call that is still pending when it arrives.
  refetchAdministration(dispatch);
}
