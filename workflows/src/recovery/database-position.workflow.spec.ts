import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "@jest/globals";
import { TestWorker } from "@sakhi/testkit/temporal";
import { recordHistory } from "../../test/histories.js";
import {
  DATABASE_POSITION,
  databasePositionWorkflowId,
  keepsPosition,
  POSITION_MEMO,
} from "./database-position.messages.js";
import type { databasePosition } from "./database-position.workflow.js";

const worker = await TestWorker.open({});
afterAll(() => worker.close());

it("keeps a position in the memo of its newest run, which is read without a worker", async () => {
  const workflowId = databasePositionWorkflowId(randomUUID());
  expect(keepsPosition(workflowId)).toBe(true);
  const publish = (at: number) =>
    worker.workflows.start<typeof databasePosition>(DATABASE_POSITION, {
      workflowId,
      taskQueue: worker.taskQueue,
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
      workflowIdConflictPolicy: "TERMINATE_EXISTING",
      memo: { [POSITION_MEMO]: { at } },
    });
  const newest = async () => (await worker.workflows.getHandle(workflowId).describe()).memo?.[POSITION_MEMO];
  const first = await publish(1);
  expect(await newest()).toEqual({ at: 1 });
  const second = await publish(2);
  expect(await newest()).toEqual({ at: 2 });
  await expect(first.result()).rejects.toThrow();
  await worker.resume();
  await second.result();
  expect(await newest()).toEqual({ at: 2 });
  await recordHistory("database-position", second);
});
