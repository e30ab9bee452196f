import { Skeleton, Text } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Hidden } from "../../../ui/page";
import { FailureState } from "../../../ui/states";

const strings = {
  stale: "Could not refresh",
  staleText: "What stands below is from before. Please try again.",
} as const;

interface LoadedProps<Data> {
  readonly query: {
    readonly data?: Data | undefined;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What is said while it comes, and when it does not. */
  readonly loading: string;
  readonly failed: string;
  readonly children: (data: Data) => ReactNode;
}

/** What a query answered; until then a place-holder, and where it failed a sentence and a way to try again. */
export function Loaded<Data>({ query, loading, failed, children }: LoadedProps<Data>) {
  const { data, isError, isFetching, refetch } = query;
  if (data === undefined) {
    if (isError) return <FailureState message={failed} busy={isFetching} onRetry={() => void refetch()} />;
    return (
      <>
        <Hidden>
          <span role="status">{loading}</span>
        </Hidden>
        <Skeleton height="20rem" />
      </>
    );
  }
  return (
    <>
      {isError && (
        <Text role="alert" mb="3" px="4" py="2.5" bg="marigold.soft" borderRadius="card">
          <strong>{strings.stale}.</strong> {strings.staleText}
        </Text>
      )}
      {children(data)}
    </>
  );
}
