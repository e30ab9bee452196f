import { Box, chakra, Skeleton } from "@chakra-ui/react";
import { formatRupees } from "@sakhi/domain/money/money";
import type { Registration } from "../../../api/admin-api";
import { useGetStallAvailabilityQuery, useGetSummaryQuery } from "../../../api/admin-api";
import { amountOf } from "../parts/registration-labels";
import { strings } from "./registrations.strings";
import { card } from "../../../ui/card";

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
