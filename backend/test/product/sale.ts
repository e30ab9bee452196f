import { expect } from "@jest/globals";
import { expectSuccess, type Registered } from "@sakhi/testkit/http-visitor";
import type { CaughtMail } from "@sakhi/testkit/mailbox";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import type { BookingHistory } from "@sakhi/workflows/bookings/stall-booking.messages";
import { WorkflowNotFoundError } from "@temporalio/client";
import { readPdf } from "../invoices/pdf-text.js";

/** Status of an order's booking. */
interface BookingStatus {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly stallId: string;
}

/** A stall as a visitor's plan shows it. */
interface ShownStall {
  readonly stallId: string;
  readonly status: string;
}

/** The stalls of the plan, in its order. */
export async function planOf(product: TestProduct): Promise<readonly ShownStall[]> {
  return expectSuccess(await product.visitor().layout()).body as unknown as readonly ShownStall[];
}

/** Those that nobody has. */
export async function freeStalls(product: TestProduct): Promise<string[]> {
  return (await planOf(product)).filter(({ status }) => status === "Available").map(({ stallId }) => stallId);
}

/** The booking of an order. */
export async function bookingOf(product: TestProduct, orderId: string): Promise<BookingStatus> {
  const [booking] = await product.query<BookingStatus & { [column: string]: unknown }>(
    `SELECT id, state, release_reason AS reason, stall_id AS "stallId" FROM bookings JOIN stalls USING (stall_key) WHERE order_id = $1`,
    [orderId],
  );
  if (booking === undefined) throw new Error(`no booking of ${orderId}`);
  return booking;
}

/** The bookings of an order with several stalls, the first one first. */
export function bookingsOf(product: TestProduct, orderId: string): Promise<BookingStatus[]> {
  return product.query<BookingStatus & { [column: string]: unknown }>(
    `SELECT id, state, release_reason AS reason, stall_id AS "stallId" FROM bookings JOIN stalls USING (stall_key)
      WHERE order_id = $1 ORDER BY first_booking_id IS NOT NULL, held_at, id`,
    [orderId],
  );
}

/** Waits until an order's booking is in this state. */
export async function untilState(product: TestProduct, orderId: string, state: string): Promise<void> {
  await until(`${orderId} to be ${state}`, async () => (await bookingOf(product, orderId)).state === state);
}

/** A paid stall, with its confirmation in the payer's mailbox. */
export async function sellStall(product: TestProduct, stallId: string): Promise<Registered> {
  const order = await product.visitor().reserveAndInitiate(stallId);
  await product.payments.pay(order.orderId);
  await untilState(product, order.orderId, "sold");
  await product.mails.waitFor(order.email, 1);
  return order;
}

/**
 * Moves the deadline of an order's hold or payment to some seconds from now, whatever the test took so far, and nudges the
 * workflow to reset its timer.
 */
export async function endIn(
  product: TestProduct,
  orderId: string,
  { hold, payment }: { readonly hold?: number; readonly payment?: number },
): Promise<void> {
  const moved = await product.query<{ id: string }>(
    `UPDATE bookings SET
       hold_expires_at = coalesce(clock_timestamp() + make_interval(secs => $2), hold_expires_at),
       pay_until = coalesce(clock_timestamp() + make_interval(secs => $3), pay_until)
      WHERE order_id = $1 RETURNING id`,
    [orderId, hold, payment],
  );
  if (payment !== undefined) {
    // The provider's deadline is 30 s before ours.
    await product.query(
      `UPDATE orders SET provider_expires_at = clock_timestamp() + make_interval(secs => $2 - 30)
        WHERE order_id = $1`,
      [orderId, payment],
    );
    await product.payments.expire(orderId);
  }
  for (const { id } of moved) await product.nudge(stallBookingWorkflowId(id));
}

/** A booking's events in order, e.g. "sold by provider". */
export async function historyOf(product: TestProduct, bookingId: string): Promise<string[]> {
  const found = await product.query<{ line: string }>(
    "SELECT kind || ' by ' || actor AS line FROM booking_events WHERE booking_id = $1 ORDER BY id",
    [bookingId],
  );
  return found.map(({ line }) => line);
}

/**
 * Waits until a booking's workflow has processed all its events. Then it sleeps until the next deadline or nudge.
 */
export async function workflowKnowsAll(product: TestProduct, bookingId: string): Promise<void> {
  await until(`the workflow of ${bookingId} to know its history`, async () => {
    const happened = await historyOf(product, bookingId);
    try {
      const reported = await product.workflow(bookingId, (handle) => handle.query<BookingHistory>("history"));
      return reported.entries.length === happened.length;
    } catch {
      // Not started yet, or no worker to query.
      return false;
    }
  });
}

/** Subjects of the mails to an address besides keys, oldest first. */
export async function subjectsTo(product: TestProduct, email: string): Promise<string[]> {
  return (await product.mails.withoutKeys(email)).map(({ subject }) => subject).reverse();
}

/**
 * Waits until everything is processed, and expects the order's stall to be sold once: one invoice, one payment, and in the
 * visitor's mailbox one confirmation, with a PDF of that invoice, and one key. `copies`: most accepted copies of each of
 * these mails, all with the same Message-ID.
 */
export async function expectSoldOnce(
  product: TestProduct,
  { orderId, email }: { readonly orderId: string; readonly email: string },
  { copies = 1 }: { readonly copies?: number } = {},
): Promise<void> {
  await untilState(product, orderId, "sold");
  await product.whenQuiet();
  const bookings = await bookingsOf(product, orderId);
  for (const { id, state } of bookings) {
    expect(state).toBe("sold");
    expect((await historyOf(product, id)).filter((line) => line.startsWith("sold"))).toHaveLength(1);
  }
  const invoices = await product.query<{ number: string }>("SELECT number FROM invoices WHERE order_id = $1", [
    orderId,
  ]);
  expect(invoices).toHaveLength(1);
  const successes = await product.query("SELECT 1 FROM payments WHERE order_id = $1 AND outcome = 'success'", [
    orderId,
  ]);
  expect(successes).toHaveLength(1);
  expect(await product.query("SELECT 1 FROM refunds WHERE order_id = $1", [orderId])).toEqual([]);

  const mails = await product.mails.withoutKeys(email);
  let confirmed = 0;
  for (const { stallId } of bookings) {
    const confirmations = mails.filter(({ subject }) => subject.startsWith(`Stall ${stallId} is yours`));
    expectOneMail(product, confirmations, copies);
    confirmed += confirmations.length;
    const pdf = await product.mails.attachment(confirmations[0]!);
    expect(pdf.subarray(0, 4).toString("latin1")).toBe("%PDF");
    expect((await readPdf(pdf)).text).toContain(invoices[0]!.number);
  }
  expect(mails).toHaveLength(confirmed);
  // Each stall's booking has its own.
  const keys = await product.mails.keys(email);
  const ids = new Set(keys.map(({ messageId }) => messageId));
  expect(ids.size).toBe(bookings.length);
  for (const id of ids) {
    expectOneMail(
      product,
      keys.filter(({ messageId }) => messageId === id),
      copies,
    );
  }
}

/** Expects copies of one mail, no more than were accepted. */
function expectOneMail(product: TestProduct, mails: readonly CaughtMail[], copies: number): void {
  expect(mails.length).toBeGreaterThanOrEqual(1);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  expect(mails.length).toBeLessThanOrEqual(copies + failedSends(product, mails[0]!));
}

/**
 * Number of failed attempts to send a mail, from the log. On a machine that stalls, the server may have accepted the mail
 * although the attempt timed out.
 */
function failedSends(product: TestProduct, { messageId }: CaughtMail): number {
  const job = /mail-[0-9a-f-]{36}/.exec(messageId)?.[0];
  if (job === undefined) throw new Error(`no mail of ours: ${messageId}`);
  return product.logs().split(`mails ${job} attempt`).length - 1;
}

/** Waits until a booking's workflow has closed, and returns its result. */
export function closedAs(product: TestProduct, bookingId: string): Promise<unknown> {
  return resultOf(product, stallBookingWorkflowId(bookingId));
}

/** Waits until a workflow has closed, and returns its result. */
export function resultOf(product: TestProduct, workflowId: string): Promise<unknown> {
  return product.workflowOf(workflowId, async (handle) => {
    await until(`${workflowId} to close`, async () => {
      try {
        return (await handle.describe()).status.name === "COMPLETED";
      } catch (error) {
        // Not started yet.
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    });
    return (await handle.result()) as unknown;
  });
}
