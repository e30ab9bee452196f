import { Box, chakra, Input } from "@chakra-ui/react";
import {
  LISTING_OFFERS,
  PAYMENT_STATUSES,
  REGISTRATION_SORTS,
  type RegistrationSort,
} from "@sakhi/domain/admin/registrations";
import { STALL_TYPES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { useId } from "react";
import type { Registration, RegistrationsQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { rupees } from "../../../ui/money";
import {
  amountOf,
  dayOf,
  OFFER_LABELS,
  offerLabel,
  PAYMENT_LABELS,
  paymentLabel,
  shownPhone,
  timeOf,
  typeLabel,
} from "../parts/labels";
import { type Address, type Head, pageOf, RowsTable, SearchField, useSearchText } from "../parts/list-page";
import { Chip } from "../parts/panel";
import { strings } from "./registrations.strings";

/** What the server can sort registrations by; also the names in the address. */
export type SortName = RegistrationSort;

/** An order of the table. */
export interface Sort {
  readonly name: SortName;
  readonly descending: boolean;
}

/** The newest first, as nobody asked otherwise. */
export const NEWEST_FIRST: Sort = { name: "createdAt", descending: true };

/** How many rows a page can have. The largest is what the server answers when nobody says: all there are, mostly. */
export const PAGE_SIZES = [500, 100, 25] as const;

/** The filters as they stand in the address. */
export const FILTERS = ["q", "payment", "type", "offer", "from", "to"] as const;

/** The order in the address: `fullName`, or `-fullName` for descending. */
export function sortOf({ get }: Address): Sort {
  const value = get("sort");
  const name = REGISTRATION_SORTS.find((known) => known === value.replace(/^-/, ""));
  return name === undefined ? NEWEST_FIRST : { name, descending: value.startsWith("-") };
}

/** What a click on a column makes of the order: up, then down; dates and amounts the other way round. */
export function nextSort(sort: Sort, name: SortName): Sort {
  if (sort.name === name) return { name, descending: !sort.descending };
  return { name, descending: name === "createdAt" || name === "netAmount" };
}

/** The order as it stands in the address; the usual one does not. */
export function sortText(sort: Sort): string {
  if (sort.name === NEWEST_FIRST.name && sort.descending) return "";
  return `${sort.descending ? "-" : ""}${sort.name}`;
}

/** Every order there is, as it stands in the address; the usual one first. */
export const SORT_TEXTS = [
  "",
  "createdAt",
  "fullName",
  "-fullName",
  "businessName",
  "-businessName",
  "stallId",
  "-stallId",
  "-netAmount",
  "netAmount",
  "paymentStatus",
  "-paymentStatus",
] as const;

/** Rows of a page, out of the address. */
export function sizeOf({ get }: Address): number {
  const size = Number(get("size"));
  return PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0];
}

/** Whether anything is searched for or filtered. */
export function isFiltered({ get }: Address): boolean {
  return FILTERS.some((name) => get(name) !== "");
}

const oneOf = <Word extends string>(words: readonly Word[], text: string): Word | undefined =>
  words.find((word) => word === text);

const dateIn = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** What is asked of the server for this address; a word it would refuse is left out. */
export function queryOf(address: Address): RegistrationsQuery {
  const { get } = address;
  const q = get("q").trim();
  const paymentStatus = oneOf(PAYMENT_STATUSES, get("payment"));
  const stallType = oneOf(STALL_TYPES, get("type"));
  const listingOffer = oneOf(LISTING_OFFERS, get("offer"));
  const [from, to] = [dateIn(get("from")), dateIn(get("to"))];
  const sort = sortOf(address);
  const size = sizeOf(address);
  const page = pageOf(address);
  return {
    ...(q === "" ? {} : { q }),
    ...(paymentStatus === undefined ? {} : { paymentStatus }),
    ...(stallType === undefined ? {} : { stallType }),
    ...(listingOffer === undefined ? {} : { listingOffer }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(sortText(sort) === "" ? {} : { sort: sort.name, order: sort.descending ? "desc" : "asc" }),
    ...(size === PAGE_SIZES[0] ? {} : { limit: size }),
    ...(page === 1 ? {} : { offset: (page - 1) * size }),
    // The server's own default; said, because a later page must count with the same size.
    ...(page > 1 && size === PAGE_SIZES[0] ? { limit: size } : {}),
  };
}

/** The columns in their order (T-222), and by what the server sorts them, if it does. */
const COLUMNS: readonly (readonly [name: keyof typeof strings.columns, sort?: SortName])[] = [
  ["date", "createdAt"],
  ["name", "fullName"],
  ["contact"],
  ["business", "businessName"],
  ["stall", "stallId"],
  ["amount", "netAmount"],
  ["payment", "paymentStatus"],
  ["listing"],
  ["transaction"],
];

interface TableProps {
  readonly registrations: readonly Registration[];
  readonly sort: Sort;
  readonly onSort: (name: SortName) => void;
  readonly onOpen: (registration: Registration) => void;
}

/** A text in a cell, or a dash. */
const orDash = (text: string | null | undefined) =>
  text === null || text === undefined || text === "" ? strings.none : text;

function Row({ registration, onOpen }: { readonly registration: Registration } & Pick<TableProps, "onOpen">) {
  const { columns } = strings;
  const payment = paymentLabel(registration.paymentLabel ?? registration.paymentStatus);
  const offer = offerLabel(registration.listingOfferStatus);
  const { paymentMode } = registration;
  return (
    <tr role="row" data-registration={registration.orderId} onClick={() => onOpen(registration)}>
      <td role="cell" data-label={columns.date}>
        <chakra.span whiteSpace="nowrap">{dayOf(registration.createdAt)}</chakra.span>
        <span data-sub>{timeOf(registration.createdAt)}</span>
      </td>
      <td role="cell" data-label={columns.name} data-wide>
        <button
          type="button"
          data-open
          aria-haspopup="dialog"
          aria-label={strings.open(registration.fullName)}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(registration);
          }}
        >
          {registration.fullName}
        </button>
        <span data-sub>{registration.orderId}</span>
      </td>
      <td role="cell" data-label={columns.contact} data-wide>
        <span>{registration.email}</span>
        <chakra.span data-sub whiteSpace="nowrap">
          {shownPhone(registration.phoneNumber)}
        </chakra.span>
      </td>
      <td role="cell" data-label={columns.business} data-wide>
        {registration.businessName}
        {orDash(registration.gstNumber) !== strings.none && <span data-sub>{registration.gstNumber}</span>}
      </td>
      <td role="cell" data-label={columns.stall}>
        <strong>{registration.stallId}</strong>
        <span data-sub>{typeLabel(registration.stallType)}</span>
      </td>
      <td role="cell" data-label={columns.amount} data-number>
        {rupees(amountOf(registration))}
      </td>
      <td role="cell" data-label={columns.payment}>
        <Chip tone={payment.tone}>
          <span>{payment.words}</span>
          {typeof paymentMode === "string" && paymentMode !== "" && <span>{paymentMode.toUpperCase()}</span>}
        </Chip>
      </td>
      <td role="cell" data-label={columns.listing}>
        <Chip tone={offer.tone}>{offer.words}</Chip>
      </td>
      <td role="cell" data-label={columns.transaction} data-wide>
        {orDash(registration.transactionId)}
      </td>
    </tr>
  );
}

/** All registrations that were asked for (T-222 to T-226). A click on a row, or Enter on its name, opens it. */
export function RegistrationsTable({ registrations, sort, onSort, onOpen }: TableProps) {
  const heads = COLUMNS.map(([column, by]): Head => {
    const words = strings.columns[column];
    const number = column === "amount";
    if (by === undefined) return { words, number };
    const order = sort.name !== by ? "none" : sort.descending ? "descending" : "ascending";
    return { words, number, sort: { order, onSort: () => onSort(by) } };
  });
  return (
    <RowsTable label={strings.table} scroll={strings.scroll} heads={heads}>
      {registrations.map((registration) => (
        <Row key={registration.id} registration={registration} onOpen={onOpen} />
      ))}
    </RowsTable>
  );
}

function DateField({
  label,
  name,
  address,
}: {
  readonly label: string;
  readonly name: "from" | "to";
  readonly address: Address;
}) {
  const id = useId();
  return (
    <Box minWidth="0">
      <chakra.label htmlFor={id} textStyle="label" color="muted">
        {label}
      </chakra.label>
      <Input
        id={id}
        type="date"
        minHeight="tap"
        fontSize="1rem"
        py="1"
        value={address.get(name)}
        onChange={(event) => address.put({ [name]: event.currentTarget.value, page: "" })}
      />
    </Box>
  );
}

/** Search and filters; they stand in the address and the server does them. */
export function Filters({ address }: { readonly address: Address }) {
  const { get, put } = address;
  const { filters } = strings;
  const search = useSearchText(address);
  const choose = (name: string) => (value: string) => put({ [name]: value, page: "" });
  const all = ["", filters.all] as const;
  return (
    <chakra.form
      role="search"
      aria-label={filters.title}
      onSubmit={(event) => {
        event.preventDefault();
        search.send();
      }}
    >
      <Box
        display={{ base: "grid", md: "flex" }}
        gridTemplateColumns="repeat(2, minmax(0, 1fr))"
        gap="3"
        flexWrap="wrap"
        alignItems="end"
        mb="4"
      >
        <SearchField search={search} label={filters.search} hint={filters.searchHint} />
        <Choice
          label={filters.payment}
          value={get("payment")}
          onChange={choose("payment")}
          options={[all, ...Object.entries(PAYMENT_LABELS)]}
        />
        <Choice
          label={filters.type}
          value={get("type")}
          onChange={choose("type")}
          options={[all, ...STALL_TYPES.map((name) => [name, stallTypeLabel(name)] as const)]}
        />
        <Choice
          label={filters.offer}
          value={get("offer")}
          onChange={choose("offer")}
          options={[all, ...Object.entries(OFFER_LABELS)]}
        />
        <DateField label={filters.from} name="from" address={address} />
        <DateField label={filters.to} name="to" address={address} />
        <Choice
          label={filters.sort}
          value={sortText(sortOf(address))}
          onChange={choose("sort")}
          options={SORT_TEXTS.map((sort) => [sort, strings.sorts[sort]] as const)}
          below="lg"
        />
        <Choice
          label={filters.size}
          value={String(sizeOf(address))}
          onChange={(size) => put({ size: size === String(PAGE_SIZES[0]) ? "" : size, page: "" })}
          options={PAGE_SIZES.map((size) => [String(size), String(size)] as const)}
        />
      </Box>
    </chakra.form>
  );
}
