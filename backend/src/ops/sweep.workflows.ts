import { Injectable } from "@nestjs/common";
import { StallOffersUnattended } from "../bookings/offers/stall-offers-unattended.service.js";
import { BookingsUnattended } from "../bookings/history/booking-unattended.service.js";
import { ListingsUnattended } from "../listings/lifecycle/listings-unattended.service.js";
import { RefundsUnattended } from "../payments/refunds/refunds-unattended.service.js";
import { WorkflowPresence } from "../platform/temporal/workflow-presence.js";
import { SweepWorkflowTroubles } from "./sweep.workflow-troubles.js";

/** How many workflows of a kind one sweep looks for. */
const LIMIT = 500;

/** The sweep's look at Temporal: whatever is not finished must have its workflow. */
@Injectable()
export class SweepWorkflows {
  constructor(
    private readonly presence: WorkflowPresence,
    private readonly bookings: BookingsUnattended,
    private readonly listings: ListingsUnattended,
    private readonly refunds: RefundsUnattended,
    private readonly offers: StallOffersUnattended,
    private readonly troubles: SweepWorkflowTroubles,
  ) {}

  /**
   * Starts again what is missing, and puts before the operator what does not get on.
   *
   * @returns how many were missing
   */
  async look(): Promise<number> {
    const missing = await this.restartMissing();
    await this.troubles.tell();
    return missing;
  }

  /**
   * Starts again what is missing, also after Temporal lost its data. Knows of nothing missing while Temporal does
   * not answer.
   *
   * @returns how many were missing
   */
  private async restartMissing(): Promise<number> {
    const { presence, bookings, listings, refunds, offers } = this;
    const late = await bookings.lateWorkflows(LIMIT);
    return (
      (await restart(
        await bookings.workflows(LIMIT),
        (ids) => presence.missing(ids),
        (id) => bookings.restart(id),
      )) +
      // One that has ended has looked for the money for as long as it should, or found it.
      (await restart(
        late,
        (ids) => presence.unknown(ids),
        (order) => bookings.restartLate(order),
      )) +
      // One that has ended does not wait for the answer to an offer that is open.
      (await restart(
        await offers.workflows(LIMIT),
        (ids) => presence.missing(ids),
        (order) => offers.restart(order),
      )) +
      (await restart(
        await listings.workflows(LIMIT),
        (ids) => presence.missing(ids),
        (id) => listings.restart(id),
      )) +
      (await restart(
        await listings.lateWorkflows(LIMIT),
        (ids) => presence.unknown(ids),
        (orderId) => listings.restartLate(orderId),
      )) +
      (await restart(
        await refunds.workflows(LIMIT),
        (ids) => presence.missing(ids),
        (id) => refunds.restart(id),
      ))
    );
  }
}

async function restart<T>(
  expected: ReadonlyMap<string, T>,
  missingOf: (workflowIds: string[]) => Promise<string[]>,
  start: (subject: T) => Promise<void>,
): Promise<number> {
  if (expected.size === 0) return 0;
  const missing = await missingOf([...expected.keys()]);
  for (const workflowId of missing) {
    const subject = expected.get(workflowId);
    if (subject !== undefined) await start(subject);
  }
  return missing.length;
}
