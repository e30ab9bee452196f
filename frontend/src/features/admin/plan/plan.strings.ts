import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { PlanStall, PlanState } from "../../../api/admin-api";
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
    done: (stallId: string) => `${stallId} is blocked.`,
  },
  unblock: {
    open: "Unblock",
    title: (stallId: string) => `Unblock ${stallId}`,
    consequence: (stallId: string) => `${stallId} is free for everyone at once.`,
    confirm: "Unblock the stall",
    pending: "Unblocking...",
    done: (stallId: string) => `${stallId} is free.`,
  },
  price: {
    open: "Change price",
    title: (stallId: string) => `Change the price of ${stallId}`,
    price: "New price, in rupees",
    consequence: (stallId: string, before: number, after: number | undefined) =>
      `Anyone who reserves ${stallId} from now on pays ${
        after === undefined ? "the new price" : rupees(after)
      } instead of ${rupees(before)}. Bookings that exist keep their price.`,
    confirm: "Change the price",
    pending: "Changing...",
    done: (stallId: string, before: number, after: number) =>
      `${stallId} costs ${rupees(after)} now, not ${rupees(before)}.`,
  },
  sell: {
    open: "Sell offline",
    title: (stallId: string) => `Sell ${stallId} offline`,
    fields: {
      fullName: "Full name",
      email: "Email address",
      phoneNumber: "Phone number",
      businessName: "Business name",
      gstNumber: "GST number",
      gstAddress: "GST address",
      pincode: "Pincode",
      method: "Paid by",
      reference: "Receipt or reference number",
      amount: "Amount paid, in rupees",
    },
    amountHelp: (price: number) => `Leave empty for the full price, ${rupees(price)}.`,
    consequence: (stallId: string, amount: number) =>
      `${stallId} is sold for ${rupees(amount)}. An invoice is issued and mailed with the confirmation. You have the money already: nothing is charged.`,
    confirm: "Sell the stall",
    pending: "Selling...",
    done: (stallId: string, invoice: string) => `${stallId} is sold, invoice ${invoice}.`,
  },
} as const;
