import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import { generatedApi } from "./generated/visitor";
import type {
  EventFactsResponse,
  MelaPaymentStatusResponse,
  MyHoldResponse,
  ReservationResponse,
  StallOfferResponse,
} from "./generated/visitor";
import { followLayout } from "./layout-stream";
import { learnFacts } from "../ui/mela";
import { withServerTime } from "./server-clock";

export * from "./generated/visitor";
export type {
  InitiateMelaPaymentDto as InitiateRequest,
  LayoutStallResponse as LayoutStall,
  MyBookingEventResponse as MyBookingEvent,
  MyBookingResponse as MyBooking,
  MyHoldResponse as MyHold,
  ProvisionalRegistrationResponse as ProvisionalRegistration,
  StallOfferResponse as StallOffer,
} from "./generated/visitor";

/** Where a payment stands. The outcome is ours beside what is specified: an answer without it is understood too. */
export type MelaPaymentStatus = Omit<MelaPaymentStatusResponse, "outcome"> &
  Partial<Pick<MelaPaymentStatusResponse, "outcome">>;

/** The version in a layout's ETag. */
function versionOf(headers: Headers | undefined): string | undefined {
  return /^(?:W\/)?"([\w-]+)"$/.exec(headers?.get("etag") ?? "")?.[1];
}

/** The booking's calls, generated from the API's description; here stands what of the cache each one touches. */
export const melaApi = generatedApi.enhanceEndpoints({
  endpoints: {
    getLayout: {
      providesTags: ["Layout"],
      // Changes come by themselves where the browser and the server can, between the polls of the screens.
      async onCacheEntryAdded(_none, api) {
        if (!("EventSource" in globalThis)) return;
        try {
          const { data, meta } = await api.cacheDataLoaded;
          const end = followLayout(
            {
              replace: (stalls) => {
                api.updateCachedData((before) => copyWithStructuralSharing(before, [...stalls]));
                // A poll had failed: the page need not wait for the next one to say that it is over.
                if (api.getCacheEntry().isError)
                  void api.dispatch(
                    generatedApi.endpoints.getLayout.initiate(undefined, { forceRefetch: true, subscribe: false }),
                  );
              },
              change: (changed) => {
                api.updateCachedData((stalls) => {
                  for (const stall of changed) {
                    const at = stalls.findIndex(({ stallId }) => stallId === stall.stallId);
                    if (at >= 0) stalls[at] = stall;
                  }
                });
              },
            },
            data,
            versionOf(meta?.headers),
          );
          await api.cacheEntryRemoved;
          end();
        } catch {
          // The page was left before the first plan was here.
        }
      },
    },
    getEventFacts: {
      transformResponse: (facts: EventFactsResponse) => {
        learnFacts(facts);
        return withServerTime(facts);
      },
    },
    getMyHold: { providesTags: ["Hold"], transformResponse: withServerTime<MyHoldResponse | null> },
    reserveStall: { invalidatesTags: ["Layout", "Hold"], transformResponse: withServerTime<ReservationResponse> },
    releaseStall: { invalidatesTags: ["Layout", "Hold"] },
    // A stall is somebody's by it.
    acceptStallOffer: {
      invalidatesTags: ["Layout", "PaymentStatus"],
      transformResponse: withServerTime<StallOfferResponse>,
    },
    viewStallOffer: { transformResponse: withServerTime<StallOfferResponse> },
    declineStallOffer: { transformResponse: withServerTime<StallOfferResponse> },
    getMelaPaymentStatus: { providesTags: ["PaymentStatus"] },
  },
});

// The generator gives names to the hooks that ask at once only.
export const { useLazyGetMelaPaymentStatusQuery, useLazyGetMyBookingQuery } = melaApi;
