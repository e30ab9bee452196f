import messages from "@sakhi/domain/generated/messages/en/listings-failure";
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
  FoundNgoResponse,
  FoundServiceResponse,
  ListingResponse,
  LiveListingsApiArg,
  PastEventResponse,
} from "./generated/catalogue";

export type { CategoryCountResponse as CategoryCount } from "./generated/catalogue";

type Optional<Type, Names extends keyof Type> = Omit<Type, Names> & {
  readonly [Name in Names]?: Type[Name] | null;
};

type SpecifiedField = "id" | "name" | "description" | "category";
/** A live listing. Only the four specified fields are required; other fields are shown if present. */
export type Listing = Pick<ListingResponse, SpecifiedField> &
  Partial<Optional<Omit<ListingResponse, SpecifiedField>, "brand" | "brandName">>;

/** A brand in the search results. */
type FoundBrand = Optional<Omit<BrandResponse, "category">, "location" | BrandAdditions> & {
  readonly category: string | null;
};

/** Fields of a brand that are additions to the specification. */
type BrandAdditions = "picture" | "logoPicture" | "verified";

/** Search results, best first. Locations, slugs, pictures and the close spelling are additions to the specification. */
export type SearchReply = {
  readonly services: readonly Optional<FoundServiceResponse, "picture">[];
  readonly ngos: readonly Optional<FoundNgoResponse, "logoPicture">[];
  readonly events: readonly Optional<FoundEventResponse, "kind" | "event">[];
  readonly brands: readonly FoundBrand[];
  readonly products: readonly Listing[];
  readonly categories: readonly Optional<FoundCategoryResponse, "slug">[];
  readonly closeSpelling?: string | null;
};

/** A past event on the home page. */
export type PastEvent = Omit<PastEventResponse, "kind">;

/** A listing of the home page. */
type Highlight = Listing & Pick<ListingResponse, "brand">;

/** The catalogue's part of the home page. */
export interface Highlights {
  readonly spotlight: readonly Optional<BrandResponse, BrandAdditions>[];
  readonly featured: readonly Highlight[];
  readonly bestsellers: readonly Highlight[];
  readonly pastEvents: readonly PastEvent[];
}

/** Filters of the live listings; all optional and combinable. */
export type ListingsFilter = Omit<LiveListingsApiArg, "cursor">;

/** A page of live listings: `total` counts all matches; the last page has no `nextCursor`. */
interface ListingsPage {
  readonly listings: readonly Listing[];
  readonly total: number;
  readonly nextCursor?: string;
}

/** Error of a listings call, with the text of specification 1, section 8. */
const listingsFailure = (failure: unknown, module?: CatalogueModule): Failure => ({
  status: isFailure(failure) ? failure.status : 0,
  message: module === "services" ? messages.services : messages.listings,
});

function pageOf(listings: Listing[], meta: ResponseMeta | undefined): ListingsPage {
  const nextCursor = meta?.headers?.get("x-next-cursor") ?? undefined;
  return { listings, total: totalOf(listings, meta), ...(nextCursor === undefined ? {} : { nextCursor }) };
}

/** The catalogue's endpoints: generated, except the infinite list, whose next cursor is in a header. */
export const catalogueApi = generatedApi
  .enhanceEndpoints({
    endpoints: {
      listingCategories: { transformErrorResponse: (failure, _meta, module) => listingsFailure(failure, module) },
      highlights: { transformErrorResponse: (failure) => listingsFailure(failure) },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      /** Live listings, page by page. */
      browseListings: build.infiniteQuery<ListingsPage, ListingsFilter, string>({
        infiniteQueryOptions: { initialPageParam: "", getNextPageParam: ({ nextCursor }) => nextCursor },
        query: ({ queryArg, pageParam }) => ({
          url: "/api/v1/listings/live",
          params: { ...queryArg, cursor: pageParam === "" ? undefined : pageParam },
        }),
        transformResponse: (listings: Listing[], meta) => pageOf(listings, meta),
        // RTK 2.14 types it as the combined argument, but passes the plain filter on errors.
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
  useCountBrandViewMutation,
  useListBrandStallsQuery,
  useListBrandsAtQuery,
} = catalogueApi;
