import { copyWithStructuralSharing } from "@reduxjs/toolkit/query";
import type { DefinitionsFromApi, OverrideResultType, TagTypesFromApi } from "@reduxjs/toolkit/query/react";
import type { ResponseMeta } from "./base-api";
import { inWords } from "./facts-in-words";
import { generatedApi } from "./generated/visitor";
import type { GetEventFactsApiResponse, LayoutStallResponse } from "./generated/visitor";
import { followLayout } from "./layout-stream";
import { changed, factsReceived } from "./site-state";

export * from "./generated/visitor";
export type {
  InitiateMelaPaymentDto as InitiateRequest,
  LayoutStallResponse as LayoutStall,
  MelaPaymentStatusResponse as MelaPaymentStatus,
  MyBookingEventResponse as MyBookingEvent,
  MyBookingResponse as MyBooking,
  MyHoldResponse as MyHold,
  ProvisionalRegistrationResponse as ProvisionalRegistration,
  StallOfferResponse as StallOffer,
  WaitingPlaceResponse as WaitingPlace,
} from "./generated/visitor";

/** The layout's version, from its ETag. */
function versionOf(headers: Headers | undefined): string | undefined {
  return /^(?:W\/)?"([\w-]+)"$/.exec(headers?.get("etag") ?? "")?.[1];
}

/** The stalls of an event's plan. */
export interface Plan {
  /** Slug of the event, as the server named it: the current one if the call named none. */
  readonly event: string | undefined;
  readonly stalls: LayoutStallResponse[];
}

type Generated = DefinitionsFromApi<typeof generatedApi>;
type Definitions = Omit<Generated, "getLayout"> & {
  readonly getLayout: OverrideResultType<Generated["getLayout"], Plan>;
};

/** The booking's endpoints, generated from the OpenAPI description, with their cache tags. */
export const melaApi = generatedApi.enhanceEndpoints<TagTypesFromApi<typeof generatedApi>, Definitions>({
  endpoints: {
    // Another request of the same kind replaces the open one.
    requestBookingChange: { extraOptions: { repeats: "same" } },
    withdrawBookingRequest: { extraOptions: { repeats: "same" } },
    getLayout: {
      providesTags: ["Layout"],
      transformResponse: (stalls: LayoutStallResponse[], meta: ResponseMeta | undefined, event): Plan => ({
        event: event ?? (decodeURIComponent(meta?.headers?.get("plan-event") ?? "") || undefined),
        stalls,
      }),
      // Server-sent events update the plan between the screens' polls, if the browser and the server support them.
      async onCacheEntryAdded(event, api) {
        if (!("EventSource" in globalThis)) return;
        try {
          const { data, meta } = await api.cacheDataLoaded;
          const end = followLayout(
            {
              event: () => api.getCacheEntry().data?.event,
              replace: (stalls) => {
                api.updateCachedData((plan) => ({
                  ...plan,
                  stalls: copyWithStructuralSharing(plan.stalls, [...stalls]),
                }));
                // After a failed poll, refetch now instead of showing the error until the next poll.
                if (api.getCacheEntry().isError)
                  void api.dispatch(
                    generatedApi.endpoints.getLayout.initiate(event, { forceRefetch: true, subscribe: false }),
                  );
              },
              live: (isPlanLive) => api.dispatch(changed({ isPlanLive })),
              change: (pushed) => {
                api.updateCachedData(({ stalls }) => {
                  for (const stall of pushed) {
                    const at = stalls.findIndex(({ stallId }) => stallId === stall.stallId);
                    if (at >= 0) stalls[at] = stall;
                  }
                });
              },
            },
            { stalls: data.stalls, version: versionOf(meta?.headers) },
          );
          await api.cacheEntryRemoved;
          end();
        } catch {
          // The page was left before the first plan arrived.
        }
      },
    },
    getEventFacts: {
      transformResponse: (facts: GetEventFactsApiResponse) => inWords(facts),
      async onQueryStarted(event, { dispatch, queryFulfilled }) {
        // Those of another event are not the page's.
        if (event !== undefined) return;
        await queryFulfilled.then(
          ({ data }) => dispatch(factsReceived(data)),
          () => undefined,
        );
      },
    },
    getMyMoves: { providesTags: ["Moves"] },
    // They answer with the moves as they are then; an error says that what was shown is old.
    askMyMove: { invalidatesTags: ["Layout", "Moves"] },
    withdrawMyMove: { invalidatesTags: ["Layout", "Moves"] },
    getMyHold: { providesTags: ["Hold"] },
    reserveStall: { invalidatesTags: ["Layout", "Hold"] },
    releaseStall: { invalidatesTags: ["Layout", "Hold"] },
    leaveWaitingList: { invalidatesTags: ["Layout"] },
    // Accepting an offer sells the stall.
    acceptStallOffer: { invalidatesTags: ["Layout", "PaymentStatus"] },
    getMelaPaymentStatus: { providesTags: ["PaymentStatus"] },
  },
});

// The generator does not export lazy hooks; the plan's has another result here.
export const { useGetLayoutQuery, useLazyGetMelaPaymentStatusQuery, useLazyGetMyBookingQuery } = melaApi;
