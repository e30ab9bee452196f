import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module, type INestApplicationContext } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { AdminModule } from "../../src/admin/admin.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { RecoveryService } from "../../src/ops/recovery.service.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { RecoveryModule } from "../../src/ops/recovery.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import { MelaTest, type TestVisitor } from "../bookings/mela.js";
import { until } from "@sakhi/testkit/until";

const TASK_QUEUE = `broken-${randomUUID()}`;

describe("a workflow whose code is broken", () => {
  let mela: MelaTest;
  let jobs: INestApplicationContext;
  let admin: TestVisitor;
  let connection: NativeConnection;
  let worker: Worker;
  let running: Promise<void>;
  const entries = async (): Promise<Record<string, unknown>[]> =>
    (await admin.get(`${ADMIN}/issues`)).body["entries"] as Record<string, unknown>[];

  beforeAll(async () => {
    Runtime.install({
      logger: new DefaultLogger("ERROR"),
      shutdownSignals: [],
      telemetryOptions: {
        logging: { filter: makeTelemetryFilterString({ core: "ERROR", other: "ERROR" }), forward: {} },
      },
    });
    mela = await MelaTest.start({ TEMPORAL_TASK_QUEUE: TASK_QUEUE }, [AdminModule, OpsModule]);
    const { db, config } = mela;
    @Module({ imports: [PlatformModule.with(config, db.source), RecoveryModule] })
    class JobsTestModule {}
    jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
    admin = await logIn(mela, "asha");
    connection = await NativeConnection.connect({ address: config.temporal.address });
    worker = await Worker.create({
      connection,
      namespace: config.temporal.namespace,
      taskQueue: TASK_QUEUE,
      workflowsPath: fileURLToPath(new URL("../platform/broken-workflows.ts", import.meta.url)),
    });
    running = worker.run();
  });
  afterAll(async () => {
    worker.shutdown();
    await running;
    await connection.close();
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
    const temporal = jobs.get(TemporalConnection, { strict: false });
    const start = (): Promise<unknown> =>
      temporal.client.workflow.start("stallBooking", { workflowId, taskQueue: TASK_QUEUE, args: [{ bookingId }] });
    await start();
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
    const run = await temporal.client.workflow.getHandle(workflowId).describe();
    expect(run.status.name).toBe("TERMINATED");
    const [nudge] = await mela.query<{ payload: object }>(
      "SELECT payload FROM outbox WHERE topic = 'workflow' ORDER BY id DESC LIMIT 1",
    );
    expect(nudge?.payload).toMatchObject({ workflowId, evenIfCompleted: true });
  });
});
