import { afterAll, beforeAll, expect, it } from "@jest/globals";
import type { INestApplicationContext } from "@nestjs/common";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { SweepService } from "../../src/ops/sweep.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestVisitor } from "../bookings/mela.js";
import { PayingTest } from "../payments/paying.js";
import { sweepApp } from "./sweep-app.js";

let test: PayingTest;
let jobs: INestApplicationContext;
let admin: TestVisitor;
let worker: TestWorker;

beforeAll(async () => {
  worker = await TestWorker.start({});
  test = await PayingTest.start({ TEMPORAL_TASK_QUEUE: worker.taskQueue }, [AdminModule, OpsModule]);
  jobs = await sweepApp(test.mela);
  admin = await logIn(test.mela, "asha");
});
afterAll(async () => {
  await worker.close();
  await jobs.close();
  await test.close();
});

const entries = async (): Promise<Record<string, unknown>[]> =>
  (await admin.get(`${ADMIN}/issues`)).body["entries"] as Record<string, unknown>[];

/** Starts a workflow of an unknown type, whose workflow tasks all fail. */
async function failing(workflowId: string) {
  await worker.workflows.start("mistyped", { workflowId, taskQueue: worker.taskQueue });
  return worker.workflows.getHandle(workflowId);
}

/** Applies "restart the workflow" to the only issue, which closes it and restarts the workflow. */
async function restart(workflowId: string): Promise<void> {
  const [issue] = await entries();
  const path = `${ADMIN}/issues/${String(issue?.["id"])}/resolution`;
  let resolution: Record<string, unknown> = {};
  // Retried, because a busy machine may exceed the timeout of five seconds.
  await until("Temporal to respond", async () => {
    ({ body: resolution } = await admin.post(path, { action: "restart_workflow" }));
    return resolution["code"] !== "resolution_failed";
  });
  expect(resolution).toMatchObject({ resolved: true });
  expect(await entries()).toEqual([]);
  const [nudge] = await test.mela.query<{ payload: object }>(
    "SELECT payload FROM outbox WHERE topic = 'workflow' ORDER BY id DESC LIMIT 1",
  );
  expect(nudge?.payload).toMatchObject({ workflowId, evenIfCompleted: true });
}

it("the sweep raises an issue about a failing workflow, whose resolution restarts it", async () => {
  await test.mela.visitor().reserve("B12");
  const [booking] = await test.mela.query<{ id: string }>(
    `UPDATE bookings SET held_at = held_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes'
      WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B12') RETURNING id`,
  );
  const bookingId = booking?.id ?? "";
  const workflowId = `stall-booking/${bookingId}`;
  const run = await failing(workflowId);
  await until("its task to fail repeatedly", async () => {
    const { raw } = await run.describe();
    return (raw.pendingWorkflowTask?.attempt ?? 0) >= 3;
  });
  await until("the sweep to see it failing", async () => {
    await jobs.get(SweepService, { strict: false }).runOnce();
    return (await entries()).length > 0;
  });
  const [issue] = await entries();
  expect(issue).toMatchObject({ kind: "workflow_failing", stallId: "B12", bookingId });
  expect(issue?.["facts"]).toContainEqual({ label: "What fails", value: "workflow task" });
  // Retried, because a busy machine may exceed the timeout of a second and a half.
  await until("the status to show the failing workflow", async () => {
    const { body } = await admin.get(`${ADMIN}/operations`);
    return body["failingWorkflows"] === 1 && (body["parts"] as { temporal: string }).temporal === "up";
  });

  await restart(workflowId);
  expect((await run.describe()).status.name).toBe("TERMINATED");
});

it("the resolution of an overdue refund restarts its workflow, even if it has no run", async () => {
  const { orderId } = await test.paying("B13");
  await test.simulator.pay(orderId);
  await test.settle(orderId);
  await test.simulator.secondSuccess(orderId);
  await test.settle(orderId);
  const [refund] = await test.refundsOf(orderId);
  const refundId = refund?.id ?? "";
  const workflowId = `refund/${refundId}`;
  const refunds = test.get(RefundsService);

  await refunds.reportStuckRefund(refundId);
  await restart(workflowId);

  const run = await failing(workflowId);
  await refunds.reportStuckRefund(refundId);
  await restart(workflowId);
  expect((await run.describe()).status.name).toBe("TERMINATED");
});
