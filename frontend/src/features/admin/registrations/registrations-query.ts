import { LISTING_OFFERS, PAYMENT_STATUSES, REGISTRATION_SORTS } from "@sakhi/domain/admin/registrations";
import type { RegistrationSort } from "@sakhi/domain/admin/registrations";
import { STALL_TYPES } from "@sakhi/domain/stalls/stall.types";
import type { RegistrationsQuery } from "../../../api/admin-api";
import { pageOf } from "../parts/paging";
import type { Address } from "../parts/use-address";

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
