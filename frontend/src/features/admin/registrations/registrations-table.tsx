import { chakra } from "@chakra-ui/react";
import {
  LISTING_OFFERS,
  PAYMENT_STATUSES,
  REGISTRATION_SORTS,
  type RegistrationSort,
} from "@sakhi/domain/admin/admin.choices";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { paymentModeName } from "@sakhi/domain/payments/payment-mode-name";
import { STALL_TYPE_PATTERN, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useMemo } from "react";
import { type Registration, type RegistrationsQuery, useListEventsQuery } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { formatPhone } from "../../../ui/phone";
import { type Address, pageQuery, allowedValue } from "../parts/address";
import { useEventSlug } from "../parts/chosen-event";
import { Filters } from "../parts/filters";
import { amountOf, dayOf, OFFER_LABELS, offerChip, PAYMENT_LABELS, paymentChip, timeOf } from "../parts/labels";
import { Chip } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { useStallTypeOptions } from "../parts/stall-type-options";
import { strings } from "./registrations.strings";

/** Sort order of the table. */
interface Sort {
  readonly name: RegistrationSort;
  readonly descending: boolean;
}

/** The default order. */
const NEWEST_FIRST: Sort = { name: "createdAt", descending: true };

/** Page sizes. The first is the server's default, large enough for most tables. */
const PAGE_SIZES = [500, 100, 25] as const;

/** Query parameters of the filters. */
export const FILTERS = ["q", "payment", "type", "offer", "from", "to"] as const;

/** Parses the sort parameter: `fullName`, or `-fullName` for descending. */
function sortOf({ get }: Address): Sort {
  const value = get("sort");
  const name = REGISTRATION_SORTS.find((known) => known === value.replace(/^-/, ""));
  return name === undefined ? NEWEST_FIRST : { name, descending: value.startsWith("-") };
}

/** Order after a click on a column: ascending first, but descending for dates and amounts. */
function nextSort(sort: Sort, name: RegistrationSort): Sort {
  if (sort.name === name) return { name, descending: !sort.descending };
  return { name, descending: name === "createdAt" || name === "netAmount" };
}

/** The sort parameter; empty for the default order. */
function sortText(sort: Sort): string {
  if (sort.name === NEWEST_FIRST.name && sort.descending) return "";
  return `${sort.descending ? "-" : ""}${sort.name}`;
}

/** The page size parameter, or the default. */
export function sizeOf({ get }: Address): number {
  const size = Number(get("size"));
  return PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0];
}

const dateIn = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** The API query for the URL's state; ignores values that the server would reject. */
export function queryOf(address: Address): RegistrationsQuery {
  const { get } = address;
  const sort = sortOf(address);
  const isDefault = sortText(sort) === "";
  const size = sizeOf(address);
  const { limit, offset } = pageQuery(address, size);
  const order = sort.descending ? "desc" : "asc";
  return {
    q: get("q").trim() || undefined,
    event: get("event") || undefined,
    paymentStatus: allowedValue(address, "payment", PAYMENT_STATUSES),
    stallType: STALL_TYPE_PATTERN.test(get("type")) ? get("type") : undefined,
    listingOffer: allowedValue(address, "offer", LISTING_OFFERS),
    from: dateIn(get("from")),
    to: dateIn(get("to")),
    sort: isDefault ? undefined : sort.name,
    order: isDefault ? undefined : order,
    // The server's default is omitted on the first page; later pages must state the size they count with.
    limit: size === PAGE_SIZES[0] && offset === undefined ? undefined : limit,
    offset,
  };
}

const orDash = (text: string | null | undefined) => text || strings.none;

/** The columns in order (T-222), with their sort keys. */
function columnsOf(
  sort: Sort,
  put: Address["put"],
  onOpen: (registration: Registration) => void,
  eventOf: ((registration: Registration) => string) | undefined,
): readonly Column<Registration>[] {
  const { columns } = strings;
  const order = sort.descending ? "descending" : "ascending";
  const by = (name: RegistrationSort): Column<Registration>["sort"] => ({
    order: sort.name === name ? order : "none",
    onSort: () => put({ sort: sortText(nextSort(sort, name)), page: "" }),
  });
  return [
    {
      label: columns.date,
      sort: by("createdAt"),
      cell: ({ createdAt }) => (
        <>
          <chakra.span whiteSpace="nowrap">{dayOf(createdAt)}</chakra.span>
          <span data-sub>{timeOf(createdAt)}</span>
        </>
      ),
    },
    {
      label: columns.name,
      sort: by("fullName"),
      wide: true,
      cell: (registration) => (
        <>
          <OpenButton label={strings.open(registration.fullName)} onOpen={() => onOpen(registration)}>
            {registration.fullName}
          </OpenButton>
          <span data-sub>{registration.orderId}</span>
        </>
      ),
    },
    {
      label: columns.contact,
      wide: true,
      cell: ({ email, phoneNumber }) => (
        <>
          <span>{email}</span>
          <chakra.span data-sub whiteSpace="nowrap">
            {formatPhone(phoneNumber)}
          </chakra.span>
        </>
      ),
    },
    {
      label: columns.business,
      sort: by("businessName"),
      wide: true,
      cell: ({ businessName, gstNumber }) => (
        <>
          <span>{businessName}</span>
          {gstNumber && <span data-sub>{gstNumber}</span>}
        </>
      ),
    },
    {
      label: columns.stall,
      sort: by("stallId"),
      cell: (registration) => (
        <>
          <strong>{registration.stallId}</strong>
          <span data-sub>{stallTypeLabel(registration.stallType)}</span>
          {eventOf !== undefined && <span data-sub>{eventOf(registration)}</span>}
        </>
      ),
    },
    {
      label: columns.amount,
      sort: by("netAmount"),
      number: true,
      cell: (registration) => rupees(amountOf(registration)),
    },
    {
      label: columns.payment,
      sort: by("paymentStatus"),
      cell: (registration) => {
        const { children, tone } = paymentChip(registration.paymentLabel ?? registration.paymentStatus);
        return (
          <Chip tone={tone}>
            <span>{children}</span>
            {registration.paymentMode && <span>{paymentModeName(registration.paymentMode)}</span>}
          </Chip>
        );
      },
    },
    { label: columns.listing, cell: ({ listingOfferStatus }) => <Chip {...offerChip(listingOfferStatus)} /> },
    { label: columns.transaction, wide: true, cell: ({ transactionId }) => orDash(transactionId) },
  ];
}

/** Table of registrations (T-222 to T-226). A click on a row, or Enter on its name, opens it. */
export function RegistrationsTable({
  address,
  registrations,
}: {
  readonly address: Address;
  readonly registrations: readonly Registration[];
}) {
  const { put } = address;
  const { name, descending } = sortOf(address);
  const isOfAll = useEventSlug() === ALL_EVENTS;
  const { data: events } = useListEventsQuery();
  // Memoized: a dialog must not wait for the render of five hundred rows.
  return useMemo(() => {
    const open = ({ id }: Registration) => put({ booking: id });
    const titles = new Map(events?.map(({ slug, title }) => [slug, title] as const));
    const eventOf = isOfAll ? ({ event }: Registration) => titles.get(event) ?? event : undefined;
    return (
      <RowsTable
        label={strings.table}
        columns={columnsOf({ name, descending }, put, open, eventOf)}
        rows={registrations}
        keyOf={({ id }) => id}
        onOpen={open}
      />
    );
  }, [put, name, descending, registrations, isOfAll, events]);
}

/** Search and filters of the table. */
export function RegistrationFilters({ address }: { readonly address: Address }) {
  const { filters } = strings;
  const size = sizeOf(address);
  const types = useStallTypeOptions(useEventSlug());
  const all = ["", filters.all] as const;
  return (
    <Filters
      address={address}
      texts={filters}
      days={[
        ["from", filters.from],
        ["to", filters.to],
      ]}
      choices={[
        { name: "payment", label: filters.payment, options: [all, ...Object.entries(PAYMENT_LABELS)] },
        { name: "type", label: filters.type, options: [all, ...types] },
        { name: "offer", label: filters.offer, options: [all, ...Object.entries(OFFER_LABELS)] },
        {
          name: "sort",
          label: filters.sort,
          value: sortText(sortOf(address)),
          options: Object.entries(strings.sorts),
          below: "lg",
        },
        {
          name: "size",
          label: filters.size,
          value: size === PAGE_SIZES[0] ? "" : String(size),
          options: PAGE_SIZES.map((known, index) => [index === 0 ? "" : String(known), String(known)] as const),
        },
      ]}
    />
  );
}
