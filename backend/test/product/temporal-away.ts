import { beforeAll, expect, it } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import type { BookingHistory } from "@sakhi/workflows/bookings/stall-booking.messages";
import { WorkflowNotFoundError } from "@temporalio/client";
import { bookingOf, closedAs, expectSoldOnce, historyOf, subjectsTo, untilState, workflowKnowsAll } from "./sale.js";

let product: TestProduct;

async function bookingOn(stallId: string, visitor: HttpVisitor): Promise<string> {
  expectSuccess(await visitor.reserve(stallId));
  const [booking] = await product.query<{ id: string }>(
    "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = $1) AND state = 'held'",
    [stallId],
  );
  return booking!.id;
}

/** Moves the hold's deadline to `seconds` from now. Without a nudge, since Temporal is down. */
async function endHoldIn(bookingId: string, seconds: number): Promise<void> {
  await product.query(
    "UPDATE bookings SET hold_expires_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1",
    [bookingId, seconds],
  );
}

/** Expects the workflow's history to equal the events in the database. */
async function expectWholeHistory(bookingId: string): Promise<void> {
  const reported = await product.queryWorkflow<BookingHistory>(stallBookingWorkflowId(bookingId), "history");
  expect(reported.entries.map(({ what, by }) => `${what} by ${by}`)).toEqual(await historyOf(product, bookingId));
}

/** Status of a booking's workflow in Temporal; retries while Temporal is unreachable. */
async function runStatus(bookingId: string): Promise<string> {
  let status = "";
  await until("Temporal to report", async () => {
    try {
      status = await product.workflow(bookingId, async (handle) => (await handle.describe()).status.name);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) return false;
      status = "UNKNOWN";
    }
    return true;
  });
  return status;
}

/** Waits for the parts of a sale that do not need Temporal: sold, mailed, and only nudges left in the outbox. */
async function untilSoldWithoutTemporal(order: { orderId: string; email: string }): Promise<void> {
  await untilState(product, order.orderId, "sold");
  await product.mails.waitFor(order.email, 1);
  await until("everything but the nudges to be relayed", async () => {
    const left = await product.query<{ topic: string }>("SELECT DISTINCT topic FROM outbox WHERE relayed_at IS NULL");
    return left.map(({ topic }) => topic).join() === "workflow";
  });
}

/** Bookings while Temporal is unreachable, or after it has lost its data. */
export function temporalAway(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
  });

  it("sells stalls and releases expired holds while Temporal and the orchestrator are down; then all workflows catch up", async () => {
    await product.orchestrator.kill();
    await product.temporal!.kill();

    const order = await product.visitor().reserveAndInitiate("A1");
    await product.payments.pay(order.orderId);
    await untilSoldWithoutTemporal(order);

    const expiring = product.visitor(1);
    const registered = await expiring.reserveAndRegister("A2");
    const expired = (await bookingOf(product, registered.orderId)).id;
    const leaver = product.visitor();
    const left = await bookingOn("A3", leaver);
    // Left before the first attempt to start its workflow, it would need none.
    await until("the attempt to start its workflow", async () => {
      const tried = await product.query("SELECT FROM outbox WHERE payload->>'workflowId' = $1 AND attempts > 0", [
        stallBookingWorkflowId(left),
      ]);
      return tried.length > 0;
    });
    expectSuccess(await leaver.release("A3"));
    await endHoldIn(expired, 0);
    // The first attempt succeeds.
    const next = product.visitor();
    const taken = await bookingOn("A2", next);
    const [previous] = await product.query("SELECT state, release_reason FROM bookings WHERE id = $1", [expired]);
    expect(previous).toEqual({ state: "released", release_reason: "hold_expired" });
    const untouched = await bookingOn("A4", product.visitor(1));
    await until("the mail about the lost hold", async () => (await subjectsTo(product, registered.email)).length > 0);
    expect(await subjectsTo(product, registered.email)).toEqual([
      expect.stringMatching(/^Your reservation of stall A2 has ended \(Mela \d{4}\)$/),
    ]);

    // One hold expires while no worker runs, the other soon after the restart.
    await endHoldIn(taken, 0);
    await product.temporal!.start();
    await endHoldIn(untouched, 3);
    product.orchestrator.launch();
    const sold = (await bookingOf(product, order.orderId)).id;
    expect(await closedAs(product, sold)).toEqual({ outcome: "sold", stallId: "A1", orderId: order.orderId });
    const released = { outcome: "released", reason: "hold_expired" };
    expect(await closedAs(product, expired)).toEqual({ ...released, stallId: "A2", orderId: registered.orderId });
    expect(await closedAs(product, left)).toEqual({ outcome: "released", reason: "left", stallId: "A3" });
    expect(await closedAs(product, taken)).toEqual({ ...released, stallId: "A2" });
    expect(await closedAs(product, untouched)).toEqual({ ...released, stallId: "A4" });
    for (const booking of [sold, expired, left, taken, untouched]) await expectWholeHistory(booking);
    await expectSoldOnce(product, order);
  });

  it("restarts the workflows of unfinished bookings when jobs starts after Temporal has lost its data", async () => {
    const paying = await product.visitor().reserveAndInitiate("B1");
    const abandoned = await product.visitor(1).reserveAndInitiate("B2");
    const ids = [(await bookingOf(product, paying.orderId)).id, (await bookingOf(product, abandoned.orderId)).id];
    await product.whenQuiet();
    for (const id of ids) expect(await runStatus(id)).toBe("RUNNING");

    // Without jobs, which would restart the workflows before the check.
    await product.jobs.kill();
    await product.temporal!.kill();
    product.temporal!.wipe();
    await product.temporal!.start();
    for (const id of ids) expect(await runStatus(id)).toBe("UNKNOWN");
    await product.jobs.start();
    for (const id of ids) {
      await until(`the workflow of ${id} to be back`, async () => (await runStatus(id)) === "RUNNING");
      await workflowKnowsAll(product, id);
      await expectWholeHistory(id);
    }
    await product.payments.pay(paying.orderId);
    await expectSoldOnce(product, paying);
    expect(await closedAs(product, ids[0]!)).toMatchObject({ outcome: "sold", stallId: "B1" });
    await expectWholeHistory(ids[0]!);
  });

  it("restarts the workflows without the sweep when Temporal loses its data at run time", async () => {
    const sweeps = await product.pool.connect();
    try {
      // Blocks the sweep by holding its lock.
      await until("the sweep's lock", async () => {
        const { rows } = await sweeps.query<{ taken: boolean }>("SELECT pg_try_advisory_lock(7305001) AS taken");
        return rows[0]?.taken;
      });
      const order = await product.visitor().reserveAndInitiate("B3");
      const { id } = await bookingOf(product, order.orderId);
      await product.whenQuiet();
      expect(await runStatus(id)).toBe("RUNNING");
      await product.temporal!.kill();
      product.temporal!.wipe();
      await product.temporal!.start();
      await until("the workflow to be back", async () => (await runStatus(id)) === "RUNNING");
      await product.payments.pay(order.orderId);
      await expectSoldOnce(product, order);
      expect(await closedAs(product, id)).toMatchObject({ outcome: "sold", stallId: "B3" });
      await expectWholeHistory(id);
    } finally {
      await sweeps.query("SELECT pg_advisory_unlock_all()");
      sweeps.release();
    }
  });
}
