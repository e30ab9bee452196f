import { Box, Button, chakra, Flex, Skeleton } from "@chakra-ui/react";
import { skipToken } from "@reduxjs/toolkit/query";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { API_PATHS } from "@sakhi/domain/site/routes";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { Mail } from "lucide-react";
import { Suspense, useState } from "react";
import {
  type Registration,
  useGetStallAvailabilityQuery,
  useGetSummaryQuery,
  useListRegistrationsQuery,
} from "../../../api/admin-api";
import { card } from "../../../ui/card";
import { lazyPart } from "../../../ui/lazy-part";
import { rupees } from "../../../ui/money";
import { BookingDialog } from "../booking/booking-dialog";
import { WriteMessage } from "../messages/message-dialogs";
import { type Address, useAddress } from "../parts/address";
import { useChosenEvent, useEventSlug } from "../parts/chosen-event";
import { TableButtons } from "../parts/download";
import { amountOf } from "../parts/labels";
import { ListPanel } from "../parts/list-page";
import { useSession } from "../parts/session";
import { AccountingFiles } from "./accounting-files";
import { FILTERS, queryOf, RegistrationFilters, RegistrationsTable, sizeOf } from "./registrations-table";
import { strings } from "./registrations.strings";

/** The four figures computed from registrations. Revenue in rupees. */
interface Figures {
  readonly totalRegistrations: number;
  readonly paidBookings: number;
  readonly totalRevenue: number;
  readonly freeListingsClaimed: number;
}

/** Computes the figures from all registrations, by the server's rule. */
function countFigures(registrations: readonly Registration[]): Figures {
  const paid = registrations.filter(({ paymentStatus }) => paymentStatus === "payment_successful");
  return {
    totalRegistrations: registrations.length,
    paidBookings: paid.length,
    totalRevenue: paid.reduce((sum, registration) => sum + amountOf(registration), 0),
    freeListingsClaimed: registrations.filter(({ listingOfferStatus }) => listingOfferStatus === "accepted_free")
      .length,
  };
}

/** Refetches on focus instead of polling, which would keep an unused session alive. */
const REFETCH_ON_FOCUS = { refetchOnFocus: true, refetchOnReconnect: true } as const;

const number = new Intl.NumberFormat("en-IN");

function StatCard({
  name,
  value,
  of,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly of?: string | undefined;
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
            <span>{value}</span>
            {of !== undefined && (
              <chakra.span color="muted" fontSize="0.65em" fontWeight="600">
                {`/${of}`}
              </chakra.span>
            )}
          </>
        )}
      </chakra.dd>
    </Box>
  );
}

/**
 * The six figures (T-220, T-221). If the summary fails, they are computed from the table, provided it holds everything.
 *
 * @param all all registrations, if the table shows all of them
 */
function StatCards({ all }: { readonly all: readonly Registration[] | undefined }) {
  const { cards } = strings;
  const event = useEventSlug();
  const isOfAll = event === ALL_EVENTS;
  const stalls = useGetStallAvailabilityQuery(isOfAll ? skipToken : event, REFETCH_ON_FOCUS);
  const summary = useGetSummaryQuery(event, REFETCH_ON_FOCUS);
  const counted = summary.isError && all !== undefined ? countFigures(all) : undefined;
  const figures: Figures | undefined = summary.currentData ?? counted;
  const unread = stalls.isError ? cards.unknown : undefined;
  const free = (available: number | undefined, of: number | undefined) => ({
    value: available === undefined ? unread : number.format(available),
    of: of === undefined ? undefined : number.format(of),
  });
  const figure = (value: string | undefined) => value ?? (summary.isError ? cards.unknown : undefined);
  const count = (name: Exclude<keyof Figures, "totalRevenue">) =>
    figure(figures === undefined ? undefined : number.format(figures[name]));
  const { premiumAvailable, totalPremium, generalAvailable, totalGeneral, others = [] } = stalls.currentData ?? {};
  return (
    <chakra.section aria-label={cards.title} mb="5">
      <chakra.dl
        display="grid"
        gridTemplateColumns={{ base: "1fr 1fr", md: "repeat(3, 1fr)", xl: "repeat(6, 1fr)" }}
        gap={{ base: "2.5", md: "4" }}
      >
        {!isOfAll && (
          <>
            <StatCard name={cards.premium} {...free(premiumAvailable, totalPremium)} />
            <StatCard name={cards.standard} {...free(generalAvailable, totalGeneral)} />
          </>
        )}
        {others.map(({ stallType, available, total }) => (
          <StatCard
            key={stallType}
            name={cards.ofType({ type: stallTypeLabel(stallType) })}
            {...free(available, total)}
          />
        ))}
        <StatCard name={cards.total} value={count("totalRegistrations")} />
        <StatCard name={cards.paid} value={count("paidBookings")} />
        <StatCard name={cards.revenue} value={figure(figures && rupees(figures.totalRevenue))} />
        <StatCard name={cards.claimed} value={count("freeListingsClaimed")} />
      </chakra.dl>
    </chakra.section>
  );
}

const Charts = lazyPart(async () => (await import("./charts")).Charts);

/** As high as the charts, to avoid a layout shift. */
const chartsPlaceholder = (
  <Skeleton height={{ base: "39.75rem", md: "21.75rem" }} role="status" aria-label={strings.charts.loading} />
);

function Sales() {
  const { currentData: data, isError } = useGetSummaryQuery(useEventSlug());
  if (data === undefined && isError) return null;
  return (
    <Box mb="5">
      {data === undefined ? (
        chartsPlaceholder
      ) : (
        <Suspense fallback={chartsPlaceholder}>
          <Charts summary={data} />
        </Suspense>
      )}
    </Box>
  );
}

/** Address of the file with all rows that match the search and filters. */
function fileAddress(address: Address, format: "csv" | "xlsx"): string {
  const query = new URLSearchParams();
  const { limit: _limit, offset: _offset, ...filters } = queryOf(address);
  for (const [name, value] of Object.entries(filters) as [string, string | undefined][]) {
    if (value !== undefined) query.set(name, value);
  }
  const path = API_PATHS.registrationsCsv.replace(/csv$/, format);
  return `${path}?${query.toString()}`;
}

/** Writes to those of the shown list who hold a sold stall; the dialog has them ticked. */
function WriteToThese({ registrations }: { readonly registrations: readonly Registration[] }) {
  const { canEdit } = useSession();
  const event = useChosenEvent();
  const [open, setOpen] = useState(false);
  const ids = registrations.filter(({ paymentStatus }) => paymentStatus === "payment_successful").map(({ id }) => id);
  if (!canEdit || event === undefined || event.status === "cancelled" || ids.length === 0) return null;
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Mail aria-hidden />
        <span>{strings.write({ count: ids.length })}</span>
      </Button>
      {open && (
        <WriteMessage event={event} start={{ audience: "chosen", bookingIds: ids }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The default view: figures, charts and the table of registrations (T-219 to T-231). */
export function RegistrationsView() {
  const address = useAddress();
  const query = useListRegistrationsQuery(queryOf(address), REFETCH_ON_FOCUS);
  const { data } = query;
  const opened = address.get("booking");
  const { from, to } = queryOf(address);
  const filtered = FILTERS.some((name) => address.get(name) !== "");
  const holdsAll = data !== undefined && !filtered && data.total === data.rows.length;
  return (
    <>
      <StatCards all={holdsAll ? data.rows : undefined} />
      <Sales />
      <ListPanel
        address={address}
        query={query}
        texts={strings}
        size={sizeOf(address)}
        filters={FILTERS}
        above={<RegistrationFilters address={address} />}
        aside={
          <Flex gap="2" wrap="wrap">
            <TableButtons
              text={strings.export}
              pending={strings.exporting}
              file={(format) => ({ address: fileAddress(address, format), name: `mela-registrations.${format}` })}
              done={strings.exported}
              failed={strings.exportFailed}
            />
            <AccountingFiles initial={{ from, to }} />
            <WriteToThese registrations={data?.rows ?? []} />
          </Flex>
        }
      >
        {(registrations) => <RegistrationsTable address={address} registrations={registrations} />}
      </ListPanel>
      {opened !== "" && (
        <BookingDialog
          id={opened}
          registration={data?.rows.find(({ id }) => id === opened)}
          onClose={() => address.put({ booking: "" })}
        />
      )}
    </>
  );
}
