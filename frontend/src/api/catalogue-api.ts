import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { totalOf } from "./base-api";
import type { ResponseMeta } from "./base-api";
import { isFailure } from "./failure";
import type { Failure } from "./failure";
import { generatedApi } from "./generated/catalogue";
import type {
  BrandResponse,
  FoundCategoryResponse,
  FoundEventResponse,
  HighlightsResponse,
  ListingResponse,
  LiveListingsApiArg,
  PastEventResponse,
  SearchResponse,
} from "./generated/catalogue";

export type { CategoryCountResponse as CategoryCount } from "./generated/catalogue";

type Optional<Type, Names extends keyof Type> = Omit<Type, Names> & {
  readonly [Name in Names]?: Type[Name] | null;
};

type Promised = "id" | "name" | "description" | "category";
/** A live listing. The specification promises four fields only: what else is absent is not shown. */
export type Listing = Pick<ListingResponse, Promised> &
  Partial<Optional<Omit<ListingResponse, Promised>, "brand" | "brandName">>;

/** A brand that was found. */
type FoundBrand = Optional<Omit<BrandResponse, "category">, "location"> & { readonly category: string | null };

/** What the search found, best first. Places, slugs and the close spelling are ours beside what is specified. */
export type SearchReply = Pick<SearchResponse, "services" | "ngos"> & {
  readonly events: readonly Optional<FoundEventResponse, "kind">[];
  readonly brands: readonly FoundBrand[];
  readonly products: readonly Listing[];
  readonly categories: readonly Optional<FoundCategoryResponse, "slug">[];
  readonly closeSpelling?: string | null;
};

/** An event of the past, as the home page shows it. */
export type PastEvent = Omit<PastEventResponse, "kind">;

/** What the home page shows of the catalogue. */
export interface Highlights extends Pick<HighlightsResponse, "spotlight"> {
  readonly featured: readonly Listing[];
  readonly bestsellers: readonly Listing[];
  readonly pastEvents: readonly PastEvent[];
}

/** Which live listings are asked for; every filter alone or with the others. */
export type ListingsFilter = Omit<LiveListingsApiArg, "cursor">;

/** One answer of the live listings: how many the filter matches in all, and where to go on, absent on the last page. */
interface ListingsPage {
  readonly listings: readonly Listing[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** The failure of a listings call, in the words of specification 1, section 8. */
const listingsFailure = (failure: unknown, module?: CatalogueModule): Failure => ({
  status: isFailure(failure) ? failure.status : 0,
  message: module === "services" ? "Failed to fetch services" : "Failed to fetch listings",
});

function pageOf(listings: Listing[], meta: ResponseMeta | undefined): ListingsPage {
  const nextCursor = meta?.headers?.get("x-next-cursor") ?? undefined;
  return { listings, total: totalOf(listings, meta), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** The catalogue's calls: generated, but for the endless list, which reads its next page out of a header. */
export const catalogueApi = generatedApi
  .enhanceEndpoints({
    endpoints: {
      listingCategories: { transformErrorResponse: (failure, _meta, module) => listingsFailure(failure, module) },
      highlights: { transformErrorResponse: (failure) => listingsFailure(failure) },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Live listings, page after page. */
      browseListings: build.infiniteQuery<ListingsPage, ListingsFilter, string>({
        infiniteQueryOptions: { initialPageParam: "", getNextPageParam: ({ nextCursor }) => nextCursor },
        query: ({ queryArg, pageParam }) => ({
          url: "/api/v1/listings/live",
          params: { ...queryArg, cursor: pageParam === "" ? undefined : pageParam },
        }),
        transformResponse: (listings: Listing[], meta) => pageOf(listings, meta),
        // Typed as the combined argument, but an error comes with the plain filter (RTK 2.14).
        transformErrorResponse: (failure, _meta, argument: ListingsFilter | { queryArg: ListingsFilter }) =>
          listingsFailure(failure, "queryArg" in argument ? argument.queryArg.module : argument.module),
      }),
    }),
  });

export const {
  useBrowseListingsInfiniteQuery,
  useListingCategoriesQuery,
  useHighlightsQuery,
  usePastEventsQuery,
  useBrandNamesQuery,
  useSearchQuery,
} = catalogueApi;
