import { type Listing, type ListingsFilter, useBrowseListingsInfiniteQuery } from "../../api/catalogue-api";
import { isFailure } from "../../api/failure";

/** Live listings as a screen needs them: on their way, failed, or there, with a way to more. */
export interface Listings {
  readonly loading: boolean;
  /** The sentence to show; undefined unless the call failed. */
  readonly failure: string | undefined;
  readonly retry: () => void;
  readonly listings: readonly Listing[];
  /** How many there are in all. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly showMore: () => void;
}

/** What is said where a call's own failure says nothing. */
export const LISTINGS_FAILED = "Failed to fetch listings";

/** The sentence to show for a call that has failed and is not asked for again now. */
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

/** Asks for live listings; undefined asks nothing. */
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
