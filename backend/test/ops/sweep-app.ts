import { jest } from "@jest/globals";
import { type INestApplicationContext, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { SweepModule } from "../../src/ops/sweep.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import type { MelaTest } from "../bookings/mela.js";

/** The sweep of the jobs process on a test's database. @param isMissing fakes which workflows Temporal lacks */
export async function sweepApp(
  { db, config }: Pick<MelaTest, "db" | "config">,
  isMissing?: (workflowId: string) => boolean,
): Promise<INestApplicationContext> {
  @Module({ imports: [PlatformModule.with(config, db.source), SweepModule] })
  class JobsTestModule {}
  const jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
  if (isMissing === undefined) return jobs;
  const runs = jobs.get(WorkflowRuns, { strict: false });
  for (const check of ["missing", "unknown"] as const) {
    jest
      .spyOn(runs, check)
      .mockImplementation((ids) => Promise.resolve({ found: ids.filter(isMissing), unanswered: 0 }));
  }
  return jobs;
}
