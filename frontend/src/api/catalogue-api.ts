import type { BrandName } from "@sakhi/domain/catalogue/suggestions";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ResponseMeta } from "./base-api";
import { baseApi } from "./base-api";
import { isFailure } from "./failure";
import type { Failure } from "./failure";

/** A live listing (specification 1, section 3). What a search result lacks is absent. */
export interface Listing {
  id: string;
  name: string;
  description: string;
  category: string;
  brand?: string | null;
  brandName?: string | null;
  /** Null where the brand gave none: shown as "India". */
  location?: string | null;
  image?: string | null;
  productImages?: { imageUrl: string }[];
  websiteUrl?: string | null;
  partnerName?: string | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
  eventName?: string | null;
  linkedinUrl?: string | null;
  facebookUrl?: string | null;
  instagramUrl?: string | null;
  whatsappUrl?: string | null;
  module?: CatalogueModule;
  brandLogo?: string | null;
  brandDescription?: string;
}

/** Which live listings are asked for; every filter alone or with the others. */
export interface ListingsFilter {
  module?: CatalogueModule;
  category?: string;
  brandName?: string;
  eventName?: string;
  /** Listings of one answer at most. */
  limit?: number;
}

/** One answer of the live listings. */
export interface ListingsPage {
  listings: Listing[];
  /** How many the filter matches in all; the number answered where the server does not say. */
  total: number;
  /** Where to go on; absent on the last page. */
  nextCursor?: string;
}

/** A category with at least one live listing. */
export interface CategoryCount {
  module: CatalogueModule;
  name: string;
  slug: string;
  count: number;
}

/** A brand as cards and search results show it. */
export interface Brand {
  name: string;
  module: CatalogueModule;
  category: string | null;
  logo: string | null;
  description: string;
  location?: string | null;
}

/** What the search found, best first (specification 1, section 3). */
export interface SearchReply {
  brands: Brand[];
  products: Listing[];
  services: { name: string; brandName: string; category: string; image: string | null }[];
  categories: { name: string; module: CatalogueModule; count: number; slug?: string }[];
  ngos: { name: string; brand: string; logo: string | null; description: string }[];
  events: { id: string; title: string; awardedBy: string; date: string }[];
  /** The close spelling that was searched for instead, when nothing matched what was typed. */
  closeSpelling?: string | null;
}

/** An event of the past, as the home page shows it. */
export interface PastEvent {
  id: string;
  title: string;
  date: string;
  time: string | null;
  venue: string | null;
  description: string;
  image: string | null;
}

/** What the home page shows of the catalogue. */
export interface Highlights {
  featured: Listing[];
  spotlight: Brand[];
  bestsellers: Listing[];
  pastEvents: PastEvent[];
}

/** The failure of a listings call, in the words of specification 1, section 8. */
const listingsFailure = (failure: unknown, module?: CatalogueModule): Failure => ({
  status: isFailure(failure) ? failure.status : 0,
  message: module === "services" ? "Failed to fetch services" : "Failed to fetch listings",
});

/** An address with the parameters that have a value. */
function withQuery(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

function pageOf(listings: Listing[], meta: ResponseMeta | undefined): ListingsPage {
  const headers = meta?.headers;
  const total = Number(headers?.get("x-total-count") ?? Number.NaN);
  const nextCursor = headers?.get("x-next-cursor") ?? undefined;
  return {
    listings,
    total: Number.isInteger(total) ? total : listings.length,
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Live listings, page after page. */
    liveListings: build.infiniteQuery<ListingsPage, ListingsFilter, string>({
      infiniteQueryOptions: { initialPageParam: "", getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ queryArg: { module, category, brandName, eventName, limit }, pageParam: cursor }) =>
        withQuery("/api/v1/listings/live", { module, category, brandName, eventName, limit, cursor }),
      transformResponse: (listings: Listing[], meta) => pageOf(listings, meta),
      // Typed as the combined argument, but an error comes with the plain filter (RTK 2.14).
      transformErrorResponse: (failure, _meta, argument: ListingsFilter | { queryArg: ListingsFilter }) =>
        listingsFailure(failure, "queryArg" in argument ? argument.queryArg.module : argument.module),
    }),
    listingCategories: build.query<CategoryCount[], CatalogueModule>({
      query: (module) => withQuery("/api/v1/listings/categories", { module }),
      transformErrorResponse: (failure, _meta, module) => listingsFailure(failure, module),
    }),
    highlights: build.query<Highlights, undefined>({
      query: () => "/api/v1/listings/highlights",
      transformErrorResponse: (failure) => listingsFailure(failure),
    }),
    brandNames: build.query<BrandName[], undefined>({ query: () => "/api/public/brand-names" }),
    search: build.query<SearchReply, string>({ query: (q) => withQuery("/api/v1/search", { q }) }),
  }),
});

export const catalogueApi = api;
export const {
  useLiveListingsInfiniteQuery,
  useListingCategoriesQuery,
  useHighlightsQuery,
  useBrandNamesQuery,
  useSearchQuery,
} = api;
