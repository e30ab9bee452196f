import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import type { TestProduct, Verification } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { bookingOf, expectSoldOnce } from "./sale.js";

let product: TestProduct;
let sold: string;
let paying: string;

/** The broken and unchecked rules, with their rows. */
const found = ({ results }: Verification): string[] =>
  results
    .filter(({ outcome }) => outcome !== "holds")
    .flatMap(({ name, outcome, violations }) =>
      outcome === "broken" ? violations.map(({ id }) => `${name}: ${id}`) : [`${name}: ${outcome}`],
    );

/** `npm run verify` on a running product. */
export function verify(running: () => TestProduct): void {
  beforeAll(async () => {
    product = running();
    const order = await product.visitor().reserveAndInitiate("A7");
    sold = order.orderId;
    await product.payments.pay(sold);
    await expectSoldOnce(product, order);
    paying = (await product.visitor(1).reserveAndInitiate("A8")).orderId;
    await product.whenQuiet();
  });

  describe("npm run verify on a running product", () => {
    it("finds no violation, at Temporal and the provider included", async () => {
      await until("the runs of ended subjects to close", async () => {
        const { exitCode } = await product.verify("--grace", "0", "--only", "run-has-unfinished");
        return exitCode === 0;
      });
      expect(found(await product.verify("--grace", "0"))).toEqual([]);
    });

    it("reports a booking without a run, and a run without a booking", async () => {
      const { id } = await bookingOf(product, paying);
      const stray = stallBookingWorkflowId(randomUUID());
      // So that no run is started or closed meanwhile.
      await product.jobs.kill();
      await product.orchestrator.kill();
      await product.workflow(id, (handle) => handle.terminate("planted"));
      await product.workflowOf(stray, async (handle) => {
        await handle.client.signalWithStart("stallBooking", {
          workflowId: stray,
          taskQueue: product.taskQueue,
          args: [{ bookingId: stray }],
          signal: RECHECK,
        });
      });
      await until("the list of runs to be updated", async () => {
        const report = await product.verify("--grace", "0", "--only", "unfinished-has-run,run-has-unfinished");
        expect(report.exitCode).toBe(1);
        return found(report).length === 2;
      });
      const report = await product.verify("--grace", "0", "--only", "unfinished-has-run,run-has-unfinished");
      expect(found(report)).toEqual([
        `unfinished-has-run: ${stallBookingWorkflowId(id)}`,
        `run-has-unfinished: ${stray}`,
      ]);
    });

    it("reports an order with another amount at the provider", async () => {
      await product.query("ALTER TABLE payments DISABLE TRIGGER payments_are_kept");
      await product.query("UPDATE payments SET amount_paise = amount_paise + 1 WHERE order_id = $1", [sold]);
      const report = await product.verify("--grace", "0", "--only", "provider-ledger");
      expect([report.exitCode, found(report)]).toEqual([1, [`provider-ledger: ${sold}`]]);
      await product.query("UPDATE payments SET amount_paise = amount_paise - 1 WHERE order_id = $1", [sold]);
    });

    it("reports the rules that it could not check", async () => {
      await product.temporal!.kill();
      const report = await product.verify("--only", "unfinished-has-run,price-agrees");
      expect([report.exitCode, found(report)]).toEqual([2, ["unfinished-has-run: not_checked"]]);
    });
  });
}
