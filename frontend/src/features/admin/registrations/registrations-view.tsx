import { API_PATHS } from "@sakhi/domain/site/routes";
import { Box, Button, Flex, Skeleton, Text } from "@chakra-ui/react";
import { lazy, Suspense } from "react";
import { useGetSummaryQuery, useListRegistrationsQuery } from "../../../api/admin-api";
import { EmptyState } from "../../../ui/states";
import { BookingDialog } from "../booking/booking-dialog";
import { DownloadButton } from "../parts/download-button";
import { Loaded } from "../parts/loaded";
import { Paging } from "../parts/paging";
import { Panel } from "../parts/panel";
import { RefreshButton } from "../parts/refresh-button";
import type { Address } from "../parts/use-address";
import { useAddress } from "../parts/use-address";
import { isoDayOf } from "../parts/when";
import { Filters } from "./filters";
import { FILTERS, isFiltered, nextSort, queryOf, sizeOf, sortOf, sortText } from "./registrations-query";
import { RegistrationsTable } from "./registrations-table";
import { strings } from "./registrations.strings";
import { StatCards } from "./stat-cards";

const Charts = lazy(async () => ({ default: (await import("./charts")).Charts }));

/** As high as the charts, so that nothing below them moves when they come. */
const chartsToCome = (
  <Skeleton height={{ base: "39.75rem", md: "21.75rem" }} role="status" aria-label={strings.charts.loading} />
);

function Sales() {
  const { data, isError } = useGetSummaryQuery();
  if (data === undefined && isError) return null;
  return (
    <Box mb="5">
      {data === undefined ? (
        chartsToCome
      ) : (
        <Suspense fallback={chartsToCome}>
          <Charts summary={data} />
        </Suspense>
      )}
    </Box>
  );
}

/** All that the search and the filters find, without the table's paging. */
function csvAddress(address: Address): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(queryOf(address))) {
    if (name !== "limit" && name !== "offset") query.set(name, String(value));
  }
  return `${API_PATHS.registrationsCsv}?${query.toString()}`;
}

/** The default view: figures, charts and the table of registrations (T-219 to T-231). */
export function RegistrationsView() {
  const address = useAddress();
  const query = useListRegistrationsQuery(queryOf(address));
  const { data, isFetching } = query;
  const sort = sortOf(address);
  const filtered = isFiltered(address);
  const opened = address.get("booking");
  const holdsAll = data !== undefined && !filtered && data.total === data.registrations.length;
  const clear = () => address.put(Object.fromEntries([...FILTERS, "page"].map((name) => [name, ""])));

  return (
    <>
      <StatCards all={holdsAll ? data.registrations : undefined} />
      <Sales />
      <Panel
        title={strings.title}
        aside={
          <Flex gap="2" wrap="wrap" align="center">
            <Text textStyle="small" color="muted" me="1">
              {data === undefined ? "" : strings.paging.all(data.total)}
            </Text>
            <RefreshButton query={query} />
            <DownloadButton
              words={strings.export}
              pending={strings.exporting}
              file={() => ({
                address: csvAddress(address),
                name: `mela-registrations-${isoDayOf(Date.now())}.csv`,
              })}
              done={strings.exported}
              failed={strings.exportFailed}
            />
          </Flex>
        }
      >
        <Filters address={address} />
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {({ registrations, total }) => (
            <>
              {registrations.length === 0 ? (
                <EmptyState title={strings.empty} level="h3">
                  <Text color="muted">{filtered ? strings.emptyFiltered : strings.emptyText}</Text>
                  {filtered && (
                    <Button variant="outline" onClick={clear}>
                      {strings.clear}
                    </Button>
                  )}
                </EmptyState>
              ) : (
                <Box
                  opacity={isFetching ? 0.75 : 1}
                  transition="opacity 200ms"
                  _motionReduce={{ transition: "none" }}
                >
                  <RegistrationsTable
                    registrations={registrations}
                    sort={sort}
                    onSort={(name) => address.put({ sort: sortText(nextSort(sort, name)), page: "" })}
                    onOpen={({ id }) => address.put({ booking: id })}
                  />
                </Box>
              )}
              <Paging
                address={address}
                label={strings.paging.label}
                size={sizeOf(address)}
                total={total}
                shown={registrations.length}
              />
            </>
          )}
        </Loaded>
      </Panel>
      {opened !== "" && (
        <BookingDialog
          id={opened}
          registration={data?.registrations.find(({ id }) => id === opened)}
          onClose={() => address.put({ booking: "" })}
        />
      )}
    </>
  );
}
