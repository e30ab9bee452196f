import { Injectable } from "@nestjs/common";
import { BookingsUnattended } from "../bookings/booking-unattended.service.js";
import { RefundsUnattended } from "../payments/refunds-unattended.service.js";
import { WorkflowPresence } from "../platform/temporal/workflow-presence.js";

/** How many workflows of a kind one sweep looks for. */
const LIMIT = 500;

/** The sweep's look at Temporal: whatever is not finished must have its workflow. */
@Injectable()
export class SweepWorkflows {
  constructor(
    private readonly presence: WorkflowPresence,
    private readonly bookings: BookingsUnattended,
    private readonly refunds: RefundsUnattended,
  ) {}

  /**
   * Starts again what is missing, also after Temporal lost its data. Knows of nothing missing while Temporal does
   * not answer.
   *
   * @returns how many were missing
   */
  async restartMissing(): Promise<number> {
    return (
      (await this.restart(await this.bookings.workflows(LIMIT), (id) => this.bookings.restart(id))) +
      (await this.restart(await this.bookings.lateWorkflows(LIMIT), (order) =>
        this.bookings.restartLate(order),
      )) +
      (await this.restart(await this.refunds.workflows(LIMIT), (id) => this.refunds.restart(id)))
    );
  }

  private async restart<T>(
    expected: ReadonlyMap<string, T>,
    start: (subject: T) => Promise<void>,
  ): Promise<number> {
    if (expected.size === 0) return 0;
    const missing = await this.presence.missing([...expected.keys()]);
    for (const workflowId of missing) {
      const subject = expected.get(workflowId);
      if (subject !== undefined) await start(subject);
    }
    return missing.length;
  }
}
