import { type Listing, type ListingsFilter, useBrowseListingsInfiniteQuery } from "../../api/catalogue-api";
import { isFailure } from "../../api/failure";
import { strings } from "./catalogue.strings";

/** State of a list of live listings. */
export interface Listings {
  readonly loading: boolean;
  /** Error message to show; undefined unless the call failed. */
  readonly failure: string | undefined;
  readonly retry: () => void;
  readonly listings: readonly Listing[];
  /** Number of matches on all pages. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly showMore: () => void;
}

/** Fallback error message. */
export const LISTINGS_FAILED = strings.listingsFailed;

/** Error message of a failed call; undefined while it is being retried. */
export function failureOf({
  error,
  isFetching,
}: {
  readonly error?: unknown;
  readonly isFetching: boolean;
}): string | undefined {
  if (error === undefined || isFetching) return undefined;
  return isFailure(error) ? error.message : LISTINGS_FAILED;
}

/** Fetches live listings; skipped without a filter. */
export function useListings(filter: ListingsFilter | undefined): Listings {
  const query = useBrowseListingsInfiniteQuery(filter ?? {}, { skip: filter === undefined });
  const { currentData, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const pages = currentData?.pages ?? [];
  const failure = failureOf(query);
  return {
    loading: filter !== undefined && currentData === undefined && failure === undefined,
    failure,
    retry: () => {
      if (isFetchNextPageError) void fetchNextPage();
      else void refetch();
    },
    listings: pages.flatMap(({ listings }) => listings),
    total: pages[0]?.total ?? 0,
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    showMore: () => {
      void fetchNextPage();
    },
  };
}
