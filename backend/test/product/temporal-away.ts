import { beforeAll, expect, it } from "@jest/globals";
import { WorkflowNotFoundError } from "@temporalio/client";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import type { BookingHistory } from "@sakhi/workflows/bookings/stall-booking.messages";
import { until } from "@sakhi/testkit/until";
import { granted } from "@sakhi/testkit/http-visitor";
import type { HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProduct } from "@sakhi/testkit/product";
import { bookingOf, closedAs, expectSoldOnce, historyOf, subjectsTo, untilState, workflowKnowsAll } from "./sale.js";

let product: TestProduct;

async function bookingOn(stallId: string, visitor: HttpVisitor): Promise<string> {
  granted(await visitor.reserve(stallId));
  const [booking] = await product.query<{ id: string }>(
    "SELECT id FROM bookings WHERE stall_id = $1 AND state = 'held'",
    [stallId],
  );
  return booking!.id;
}

/** As if the hold's ten minutes were over in so many seconds. Temporal is away, so nobody needs to be notified. */
async function endHoldIn(bookingId: string, seconds: number): Promise<void> {
  await product.query(
    "UPDATE bookings SET hold_expires_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1",
    [bookingId, seconds],
  );
}

/** What a booking's workflow knows as its history: exactly the actions the database recorded. */
async function expectWholeHistory(bookingId: string): Promise<void> {
  const reported = await product.ask<BookingHistory>(stallBookingWorkflowId(bookingId), "history");
  expect(reported.entries.map(({ what, by }) => `${what} by ${by}`)).toEqual(await historyOf(product, bookingId));
}

/** How Temporal says that a booking's workflow stands; a call that gets no answer is made again. */
async function runs(bookingId: string): Promise<string> {
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

/** As far as it can be without Temporal: sold, mailed, and only the nudges left. */
async function expectSoldOnceButUntold(order: { orderId: string; email: string }): Promise<void> {
  await untilState(product, order.orderId, "sold");
  await until("the confirmation", async () => (await product.mails.to(order.email)).length === 1);
  await until("everything but the nudges to be passed on", async () => {
    const left = await product.query<{ topic: string }>("SELECT DISTINCT topic FROM outbox WHERE relayed_at IS NULL");
    return left.map(({ topic }) => topic).join() === "workflow";
  });
}

/** Bookings while Temporal is away, or has lost its data. */
export function temporalAway(running: () => TestProduct): void {
  beforeAll(() => {
    product = running();
  });

  it("books and sells, and frees expired holds at once, while Temporal and the orchestrator are away; then all workflows catch up", async () => {
    await product.orchestrator.kill();
    await product.temporal!.kill();

    const order = await product.visitor().reserveAndInitiate("A1");
    await product.payments.pay(order.orderId);
    await expectSoldOnceButUntold(order);

    const expiring = product.visitor(1);
    const registered = await expiring.reserveAndRegister("A2");
    const expired = (await bookingOf(product, registered.orderId)).id;
    const leaver = product.visitor();
    const left = await bookingOn("A3", leaver);
    // One that is left before the relay has tried to start its workflow would need none.
    await until("its start to be tried", async () => {
      const tried = await product.query("SELECT FROM outbox WHERE payload->>'workflowId' = $1 AND attempts > 0", [
        stallBookingWorkflowId(left),
      ]);
      return tried.length > 0;
    });
    granted(await leaver.release("A3"));
    await endHoldIn(expired, 0);
    // At once: the very first try.
    const next = product.visitor();
    const taken = await bookingOn("A2", next);
    const [previous] = await product.query("SELECT state, release_reason FROM bookings WHERE id = $1", [expired]);
    expect(previous).toEqual({ state: "released", release_reason: "hold_expired" });
    const untouched = await bookingOn("A4", product.visitor(1));
    await until("the mail about the lost hold", async () => (await subjectsTo(product, registered.email)).length > 0);
    expect(await subjectsTo(product, registered.email)).toEqual(["Your reservation of stall A2 has ended"]);

    // One runs out while nobody watches the clock, the other soon after that.
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

  it("starts the workflows of unfinished bookings again when jobs begins and Temporal has lost its data", async () => {
    const paying = await product.visitor().reserveAndInitiate("B1");
    const abandoned = await product.visitor(1).reserveAndInitiate("B2");
    const ids = [(await bookingOf(product, paying.orderId)).id, (await bookingOf(product, abandoned.orderId)).id];
    await product.whenQuiet();
    for (const id of ids) expect(await runs(id)).toBe("RUNNING");

    // Without jobs, which might be quicker than our look.
    await product.jobs.kill();
    await product.temporal!.kill();
    product.temporal!.wipe();
    await product.temporal!.start();
    for (const id of ids) expect(await runs(id)).toBe("UNKNOWN");
    await product.jobs.start();
    for (const id of ids) {
      await until(`the workflow of ${id} to be back`, async () => (await runs(id)) === "RUNNING");
      await workflowKnowsAll(product, id);
      await expectWholeHistory(id);
    }
    await product.payments.pay(paying.orderId);
    await expectSoldOnce(product, paying);
    expect(await closedAs(product, ids[0]!)).toMatchObject({ outcome: "sold", stallId: "B1" });
    await expectWholeHistory(ids[0]!);
  });

  it("starts the workflows again at once when Temporal loses its data under way, without the sweep", async () => {
    const sweeps = await product.pool.connect();
    try {
      // The sweep is left out: its own lock is taken.
      await until("the sweep's lock", async () => {
        const { rows } = await sweeps.query<{ taken: boolean }>("SELECT pg_try_advisory_lock(7305001) AS taken");
        return rows[0]?.taken;
      });
      const order = await product.visitor().reserveAndInitiate("B3");
      const { id } = await bookingOf(product, order.orderId);
      await product.whenQuiet();
      expect(await runs(id)).toBe("RUNNING");
      await product.temporal!.kill();
      product.temporal!.wipe();
      await product.temporal!.start();
      await until("the workflow to be back", async () => (await runs(id)) === "RUNNING");
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
