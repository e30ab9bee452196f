import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module, type INestApplicationContext } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { TestWorker } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { RecoveryService } from "../../src/ops/recovery.service.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { RecoveryModule } from "../../src/ops/recovery.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import { MelaTest, type TestVisitor } from "../bookings/mela.js";

describe("a workflow whose code is broken", () => {
  let mela: MelaTest;
  let jobs: INestApplicationContext;
  let admin: TestVisitor;
  let worker: TestWorker;
  const entries = async (): Promise<Record<string, unknown>[]> =>
    (await admin.get(`${ADMIN}/issues`)).body["entries"] as Record<string, unknown>[];

  beforeAll(async () => {
    worker = await TestWorker.start({});
    mela = await MelaTest.start({ TEMPORAL_TASK_QUEUE: worker.taskQueue }, [AdminModule, OpsModule]);
    const { db, config } = mela;
    @Module({ imports: [PlatformModule.with(config, db.source), RecoveryModule] })
    class JobsTestModule {}
    jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
    admin = await logIn(mela, "asha");
  });
  afterAll(async () => {
    await worker.close();
    await jobs.close();
    await mela.close();
  });

  it("is put before the operator by the sweep, and restarted by a click", async () => {
    await mela.visitor().reserve("B12");
    const [booking] = await mela.query<{ id: string }>(
      `UPDATE bookings SET held_at = held_at - interval '2 minutes', updated_at = updated_at - interval '2 minutes'
        WHERE stall_id = 'B12' RETURNING id`,
    );
    const bookingId = booking?.id ?? "";
    const workflowId = `stall-booking/${bookingId}`;
    // Of a type that the code does not have: every workflow task of it fails.
    await worker.workflows.start("mistyped", { workflowId, taskQueue: worker.taskQueue });
    const run = worker.workflows.getHandle(workflowId);
    await until("its task to fail again and again", async () => {
      const { raw } = await run.describe();
      return (raw.pendingWorkflowTask?.attempt ?? 0) >= 3;
    });
    await until("the sweep to see it failing", async () => {
      await jobs.get(RecoveryService, { strict: false }).runOnce();
      return (await entries()).length > 0;
    });
    const [issue] = await entries();
    expect(issue).toMatchObject({ kind: "workflow_failing", stallId: "B12", bookingId });
    expect(issue?.["facts"]).toContainEqual({ label: "What fails", value: "workflow task" });
    // Temporal has a second and a half to answer, which a busy machine may not keep.
    await until("the operations to respond", async () => {
      const { body } = await admin.get(`${ADMIN}/operations`);
      return body["failingWorkflows"] === 1 && (body["parts"] as { temporal: string }).temporal === "up";
    });

    let resolution: Record<string, unknown> = {};
    // Temporal has five seconds for that; the test retries when it does not respond.
    await until("Temporal to answer", async () => {
      const path = `${ADMIN}/issues/${String(issue?.["id"])}/resolution`;
      ({ body: resolution } = await admin.post(path, { action: "restart_workflow" }));
      return resolution["code"] !== "resolution_failed";
    });
    expect(resolution).toMatchObject({ resolved: true });
    expect((await run.describe()).status.name).toBe("TERMINATED");
    const [nudge] = await mela.query<{ payload: object }>(
      "SELECT payload FROM outbox WHERE topic = 'workflow' ORDER BY id DESC LIMIT 1",
    );
    expect(nudge?.payload).toMatchObject({ workflowId, evenIfCompleted: true });
  });
});
