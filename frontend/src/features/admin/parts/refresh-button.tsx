import { Button } from "@chakra-ui/react";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { refreshAdministration, useAdminDispatch } from "../../../api/admin-api";
import { Announcement } from "../../../ui/page";
import { timeOf } from "./when";

const strings = {
  refresh: "Refresh",
  refreshing: "Refreshing...",
  refreshed: (time: string) => `Refreshed at ${time}.`,
} as const;

interface RefreshProps {
  /** The state of what is refreshed, as its query tells it. */
  readonly query: {
    readonly isFetching: boolean;
    readonly isError: boolean;
    readonly fulfilledTimeStamp?: number | undefined;
  };
}

/** Fetches everything in view anew, past the cache (T-228; readings, 4), and says so to those who listen. */
export function RefreshButton({ query: { isFetching, isError, fulfilledTimeStamp } }: RefreshProps) {
  const dispatch = useAdminDispatch();
  const [asked, setAsked] = useState(false);
  const announced = asked && !isFetching && !isError && fulfilledTimeStamp !== undefined;
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        disabled={isFetching}
        onClick={() => {
          setAsked(true);
          refreshAdministration(dispatch);
        }}
      >
        <RotateCw aria-hidden />
        {isFetching && asked ? strings.refreshing : strings.refresh}
      </Button>
      <Announcement>{announced ? strings.refreshed(timeOf(fulfilledTimeStamp)) : ""}</Announcement>
    </>
  );
}
