import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { listingWorkflowId } from "@sakhi/workflows/listings/listing.messages";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { LostBookingsService } from "../../src/recovery/lost-bookings.service.js";
import { LostListingsService } from "../../src/recovery/lost-listings.service.js";
import { isBooking, type Read } from "../../src/recovery/lost-steps.js";
import { Reading } from "../../src/recovery/reading.js";
import type { RecoveredItem } from "../../src/recovery/recovery.types.js";
import type { PayingTest } from "../payments/paying.js";

/** A step that only Temporal knows of: its kind, and its note. */
export type LostStep = readonly [what: string, note?: string];

const AT = "2026-11-20T10:00:00.000Z";
const SUBJECTS = {
  booking: { table: "booking_events", column: "booking_id", workflowId: stallBookingWorkflowId },
  application: { table: "listing_events", column: "application_id", workflowId: listingWorkflowId },
} as const;

/** The workflow of a booking or an application as Temporal has it: all that the database knows by now, and the lost steps. */
export async function workflowWith(
  { mela }: PayingTest,
  id: string,
  lost: readonly LostStep[],
  subject: keyof typeof SUBJECTS = "booking",
): Promise<Read> {
  const { table, column, workflowId } = SUBJECTS[subject];
  const known = await mela.query<{ what: string; by: HistoryEntry["by"]; note: string | null }>(
    `SELECT kind AS what, actor AS by, detail->>'note' AS note FROM ${table} WHERE ${column} = $1 ORDER BY id`,
    [id],
  );
  const entry = (what: string, by: HistoryEntry["by"], note?: string | null): HistoryEntry => ({
    ...{ what, by, at: AT },
    ...(typeof note === "string" ? { note } : {}),
  });
  return {
    workflowId: workflowId(id),
    ...{ runIds: [], status: "COMPLETED", startedAt: new Date(AT) },
    ...{ stage: undefined, stallId: undefined, orderId: undefined },
    entries: [
      ...known.map(({ what, by, note }) => entry(what, by, note)),
      ...lost.map(([what, note]) => entry(what, "operator", note)),
    ],
  };
}

/** Reads a workflow as the recovery does. */
export function recover(test: PayingTest, workflow: Read): Promise<RecoveredItem | undefined> {
  const reading = new Reading();
  return isBooking(workflow)
    ? test.get(LostBookingsService).known(workflow, reading, true)
    : test.get(LostListingsService).known(workflow, reading);
}
