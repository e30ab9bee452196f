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

/** Asks for live listings; undefined asks nothing. */
export function useListings(filter: ListingsFilter | undefined): Listings {
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useBrowseListingsInfiniteQuery(filter ?? {}, { skip: filter === undefined });
  const pages = currentData?.pages ?? [];
  const failed = error !== undefined && !isFetching;
  return {
    loading: filter !== undefined && currentData === undefined && !failed,
    failure: failed ? (isFailure(error) ? error.message : "Failed to fetch listings") : undefined,
    retry: () => {
      if (pages.length > 0) void fetchNextPage();
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
