import { Box, Button, chakra, Flex, Skeleton, Text } from "@chakra-ui/react";
import { formatRupees } from "@sakhi/domain/money/money";
import { API_PATHS } from "@sakhi/domain/site/routes";
import { lazy, Suspense } from "react";
import {
  type Registration,
  useGetStallAvailabilityQuery,
  useGetSummaryQuery,
  useListRegistrationsQuery,
} from "../../../api/admin-api";
import { card } from "../../../ui/card";
import { EmptyState } from "../../../ui/states";
import { BookingDialog } from "../booking/booking-dialog";
import { DownloadButton } from "../parts/download";
import { amountOf, isoDayOf } from "../parts/labels";
import { type Address, Paging, useAddress } from "../parts/list-page";
import { Loaded, Panel, RefreshButton } from "../parts/panel";
import {
  Filters,
  FILTERS,
  isFiltered,
  nextSort,
  queryOf,
  RegistrationsTable,
  sizeOf,
  sortOf,
  sortText,
} from "./registrations-table";
import { strings } from "./registrations.strings";

/** The four figures that are counted from the registrations. Revenue in rupees. */
interface FiguresService {
  readonly totalRegistrations: number;
  readonly paidBookings: number;
  readonly totalRevenue: number;
  readonly freeListingsClaimed: number;
}

/** Counts the figures from a table that holds all registrations: the same rule as the server's. */
export function countFigures(registrations: readonly Registration[]): FiguresService {
  const paid = registrations.filter(({ paymentStatus }) => paymentStatus === "payment_successful");
  return {
    totalRegistrations: registrations.length,
    paidBookings: paid.length,
    totalRevenue: paid.reduce((sum, registration) => sum + amountOf(registration), 0),
    freeListingsClaimed: registrations.filter(
      ({ listingOfferStatus }) => listingOfferStatus === "accepted_free",
    ).length,
  };
}

const number = new Intl.NumberFormat("en-IN");

function Card({
  name,
  value,
  of,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly of?: string;
}) {
  return (
    <Box
      {...card}
      p={{ base: "3", md: "4" }}
      display="flex"
      flexDirection="column"
      justifyContent="space-between"
      gap="2"
      minWidth="0"
    >
      <chakra.dt textStyle="label" color="muted" fontWeight="600">
        {name}
      </chakra.dt>
      <chakra.dd
        m="0"
        fontFamily="heading"
        fontWeight="700"
        fontSize={{ base: "1.5rem", md: "1.75rem" }}
        lineHeight="1.1"
        fontVariantNumeric="tabular-nums lining-nums"
        color="indigo.text"
      >
        {value === undefined ? (
          <Skeleton height="1.75rem" width="5rem" />
        ) : (
          <>
            {value}
            {of !== undefined && (
              <chakra.span color="muted" fontSize="0.65em" fontWeight="600">
                /{of}
              </chakra.span>
            )}
          </>
        )}
      </chakra.dd>
    </Box>
  );
}

/**
 * The six figures (T-220, T-221). Where the summary can't be had, they are counted from the table if that holds
 * everything.
 *
 * @param all all registrations, where the table shows them all
 */
export function StatCards({ all }: { readonly all: readonly Registration[] | undefined }) {
  const { cards } = strings;
  const stalls = useGetStallAvailabilityQuery();
  const summary = useGetSummaryQuery();
  const counted = summary.isError && all !== undefined ? countFigures(all) : undefined;
  const figures: FiguresService | undefined = summary.data ?? counted;
  const unknown = (failed: boolean) => (failed ? cards.unknown : undefined);
  const stallsUnknown = unknown(stalls.isError);
  const figuresUnknown = unknown(summary.isError);
  return (
    <chakra.section aria-label={cards.title} mb="5">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "1fr 1fr", md: "repeat(3, 1fr)", xl: "repeat(6, 1fr)" }}
        gap={{ base: "2.5", md: "4" }}
      >
        <Card
          name={cards.premium}
          value={stalls.data === undefined ? stallsUnknown : number.format(stalls.data.premiumAvailable)}
          {...(stalls.data === undefined ? {} : { of: number.format(stalls.data.totalPremium) })}
        />
        <Card
          name={cards.standard}
          value={stalls.data === undefined ? stallsUnknown : number.format(stalls.data.generalAvailable)}
          {...(stalls.data === undefined ? {} : { of: number.format(stalls.data.totalGeneral) })}
        />
        <Card
          name={cards.total}
          value={figures === undefined ? figuresUnknown : number.format(figures.totalRegistrations)}
        />
        <Card
          name={cards.paid}
          value={figures === undefined ? figuresUnknown : number.format(figures.paidBookings)}
        />
        <Card
          name={cards.revenue}
          value={figures === undefined ? figuresUnknown : `₹${formatRupees(figures.totalRevenue)}`}
        />
        <Card
          name={cards.claimed}
          value={figures === undefined ? figuresUnknown : number.format(figures.freeListingsClaimed)}
        />
      </chakra.dl>
    </chakra.section>
  );
}

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
