import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { eachField, labelOf } from "@sakhi/domain/fields/declared-fields";
import { isolated } from "@sakhi/domain/fields/isolation";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { PlanStall, PlanState, UnpaidHolds } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";

/** Texts of the operator's floor plan. */
export const strings = {
  title: "Floor plan",
  lead: "The current state of every stall. Open one for its history and actions.",
  loading: "Loading the floor plan",
  failed: "The floor plan could not be fetched.",
  label: (count: number) => `Floor plan with ${count} stalls. Move with the arrow keys, open with Enter.`,
  legend: "Legend",
  draw: "Draw this plan",
  goTo: "Go to stall",
  choose: "Choose...",
  states: {
    available: "Available",
    held: "Held",
    registered: "Registered",
    paying: "Paying",
    sold: "Sold",
    blocked: "Blocked",
  } satisfies Record<PlanState, string>,
  checks: {
    available: "green",
    held: "yellow, hatched",
    registered: "yellow",
    paying: "orange, dotted",
    sold: "red, crossed",
    blocked: "grey, striped",
  } satisfies Record<PlanState, string>,
  name: ({ stallId, type, price, state, holderName }: PlanStall) =>
    `Stall ${stallId}, ${stallTypeLabel(type)}, ${rupees(price)}, ${strings.states[state]}${
      holderName === undefined ? "" : `, ${holderName}`
    }`,
  until: (time: string) => `until ${time}`,
  stall: {
    title: (stallId: string) => `Stall ${stallId}`,
    now: "Now",
    facts: {
      event: "Event",
      state: "State",
      type: "Type",
      price: "Price",
      holder: "Holder",
      business: "Business",
      since: "Since",
      deadline: "Until",
      reason: "Kept because",
      network: "Network",
    },
    network: (count: number) =>
      count === 1 ? "No other unpaid stall from this address" : `${count} unpaid stalls from this address`,
    details: "Registration details",
    history: "What happened here",
    historyLoading: "Loading the history",
    historyFailed: "The history could not be fetched.",
    noHistory: "Nothing has happened on this stall yet.",
    earlier: "What happened earlier",
    temporal: "Its workflows in Temporal",
    open: "Details",
    openLabel: (time: string) => `Details of the booking of ${time}`,
    unknown: "There is no such stall.",
  },
  block: {
    open: "Block",
    title: (stallId: string) => `Block ${stallId}`,
    consequence: (stallId: string) =>
      `${stallId} is kept for you: visitors see it as reserved and can't book it until you unblock it.`,
    confirm: "Block the stall",
    pending: "Blocking...",
    done: (stallId: string, event: string) => `${stallId} at ${isolated(event)} is blocked.`,
  },
  unblock: {
    open: "Unblock",
    title: (stallId: string) => `Unblock ${stallId}`,
    consequence: (stallId: string) => `${stallId} is free for everyone at once.`,
    confirm: "Unblock the stall",
    pending: "Unblocking...",
    done: (stallId: string, event: string) => `${stallId} at ${isolated(event)} is free.`,
  },
  price: {
    open: "Change price",
    title: (stallId: string) => `Change the price of ${stallId}`,
    price: "New price, in rupees",
    consequence: (stallId: string, before: number, after: number | undefined) =>
      `Anyone who reserves ${stallId} from now on pays ${
        after === undefined ? "the new price" : rupees(after)
      } instead of ${rupees(before)}. Bookings that exist keep their price.`,
    apart: (stallId: string) =>
      `The dates of its type no longer change the price of ${stallId}, until it has its type's price of that day again.`,
    confirm: "Change the price",
    pending: "Changing...",
    done: (stallId: string, event: string, before: number, after: number) =>
      `${stallId} at ${isolated(event)} costs ${rupees(after)} now, not ${rupees(before)}.`,
  },
  sell: {
    open: "Sell offline",
    title: (stallId: string) => `Sell ${stallId} offline`,
    fields: {
      ...eachField(REGISTRATION_FIELDS, labelOf),
      method: "Paid by",
      reference: "Receipt or reference number",
      further: "Further stalls",
      amount: "Amount paid, in rupees",
    },
    furtherHelp:
      "Numbers of stalls that were paid for with it, e.g. B13 B14: one order, one invoice with a line for each.",
    amountHelp: (price: number) =>
      `For all stalls. Leave empty for the price of now, ${rupees(price)}; of several stalls, their sum.`,
    consequence: (stallId: string, amount: number) =>
      `${stallId} is sold for ${rupees(amount)}. An invoice is issued and mailed with the confirmation. You have the money already: nothing is charged.`,
    consequenceSeveral: (stallId: string, further: string, amount: number | undefined) =>
      `${stallId} with ${further} is sold for ${amount === undefined ? "what they cost now" : rupees(amount)}, all or none of them. One invoice with a line for each is issued, and each has its own confirmation. You have the money already: nothing is charged.`,
    confirm: "Sell the stall",
    pending: "Selling...",
    done: (stallId: string, event: string, invoice: string) =>
      `${stallId} at ${isolated(event)} is sold, invoice ${invoice}.`,
  },
} as const;

const stallsOf = (count: number): string => (count === 1 ? "1 stall" : `${count} stalls`);
const peopleOf = (count: number): string => (count === 1 ? "1 visitor" : `${count} visitors`);
const addressesOf = (count: number): string => (count === 1 ? "1 address" : `${count} addresses`);

/** Texts of the release of unpaid holds of an event. */
export const unpaidStrings = {
  open: "Release unpaid holds",
  title: (event: string): string => `Release unpaid holds: ${isolated(event)}`,
  lead: "For a crowd that keeps many stalls from several addresses and does not pay. Holds of people who book for themselves end after ten minutes anyway.",
  event: ({ freeStalls, heldUnpaid, soldLastHour, soldLastTenMinutes }: UnpaidHolds): string =>
    `${heldUnpaid} of ${stallsOf(freeStalls)} that are not sold are held or being paid; ${soldLastTenMinutes} sold in the last ten minutes, ${soldLastHour} in the last hour.`,
  loading: "Counting...",
  failed: "The holds could not be counted. Releasing ends those of the addresses that you chose.",
  which: "Whose holds",
  option: (count: number): string => `Addresses that keep more than ${stallsOf(count)}`,
  consequence: ({ stalls, visitors, addresses, registered, paying }: UnpaidHolds): string =>
    stalls.length === 0
      ? "No address keeps so many stalls now: nothing would end."
      : `The holds of ${stallsOf(stalls.length)} end: ${stalls.join(", ")}. They are those of ${peopleOf(visitors)} at ${addressesOf(addresses)}; ${registered} registered for, ${paying} being paid. Payments are ended first; if the money comes before, the stall is sold. Anyone who registered gets a mail. Nobody is blocked.`,
  confirm: "Release them",
  pending: "Releasing...",
} as const;
