import { APPLICATION_KINDS, APPLICATION_STATES } from "@sakhi/domain/listings/listing.states";
import type { ApplicationState } from "@sakhi/domain/listings/listing.states";
import type { ApplicationsQuery } from "../../../api/review-api";
import { pageOf } from "../parts/paging";
import type { Tone } from "../parts/panel";
import type { Address } from "../parts/use-address";

/** Rows of a page. */
export const PAGE_SIZE = 50;

/** The filters as they stand in the address. */
export const FILTERS = ["q", "state", "kind"] as const;

/** Whether anything is searched for or filtered. */
export function isFiltered({ get }: Address): boolean {
  return FILTERS.some((name) => get(name) !== "");
}

/** What is asked of the server for this address; a word it would refuse is left out. */
export function queryOf(address: Address): ApplicationsQuery {
  const { get } = address;
  const q = get("q").trim();
  const state = APPLICATION_STATES.find((known) => known === get("state"));
  const kind = APPLICATION_KINDS.find((known) => known === get("kind"));
  const page = pageOf(address);
  return {
    ...(q === "" ? {} : { q }),
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    limit: PAGE_SIZE,
    ...(page === 1 ? {} : { offset: (page - 1) * PAGE_SIZE }),
  };
}

/** How a state is meant. */
export const STATE_TONES: Readonly<Record<ApplicationState, Tone>> = {
  submitted: "plain",
  paying: "plain",
  lapsed: "plain",
  under_review: "waiting",
  live: "good",
  expired: "plain",
  rejected: "bad",
  withdrawn: "bad",
  joined: "good",
};
