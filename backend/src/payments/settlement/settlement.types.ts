import type { SettlementFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import type { Tx } from "../../platform/database/database.js";

/** Who made us look. */
export type SettlementTrigger =
  "workflow" | "webhook" | "return_page" | "sweep" | "reserve" | "initiate" | "operator" | "offer";

/** How a look is taken. */
export interface SettlementOptions {
  readonly trigger: SettlementTrigger;
  /** The window is over: an order that is final and unpaid is closed with this look. */
  readonly close?: boolean;
  /** Its refunds at the provider are read too: one that we did not decide was made there. */
  readonly refunds?: boolean;
  /** The stall that the payer of late money has chosen now, where one was offered. */
  readonly chosenStallId?: string;
  /** Committed together with what follows, or with the finding that nothing does; not when nobody answered. */
  readonly within?: (tx: Tx) => Promise<void>;
}

/** What a look came to; more than the workflow is told. */
export interface SettlementCheck {
  readonly facts: SettlementFacts;
  /** The provider's word for the order, where it was found. */
  readonly providerStatus?: string;
}
