import "reflect-metadata";
import { Module, type DynamicModule } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import request from "supertest";
import { HealthModule } from "../../src/platform/health.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";
import { until } from "@sakhi/testkit/until";

@Module({})
class ProbeModule {
  static with(database: TestDatabase, settings: Record<string, string>): DynamicModule {
    const config = testConfig({ DATABASE_URL: database.url, ...settings });
    return { module: ProbeModule, imports: [PlatformModule.with(config, database.source), HealthModule] };
  }
}

/** Who may know which part is down. */
const OPERATOR = { authorization: "Bearer a-metrics-token-for-tests" };

/** Ports that nobody listens on. */
const NOWHERE = { TEMPORAL_ADDRESS: "127.0.0.1:1", REDIS_URL: "redis://127.0.0.1:1" };

describe("health", () => {
  let database: TestDatabase;
  const apps: NestFastifyApplication[] = [];
  const start = async (settings: Record<string, string>) => {
    const config = testConfig({ DATABASE_URL: database.url, ...settings });
    const app = await startTestApp(ProbeModule.with(database, settings), config);
    apps.push(app);
    return request(app.getHttpServer());
  };

  beforeAll(async () => {
    database = await createTestDatabase(5);
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await database.close();
  });

  it("says that the process lives", async () => {
    await (await start({})).get("/healthz").expect(200, { status: "ok" });
  });

  it("is ready without Temporal and the queue, and says that they are down", async () => {
    const http = await start(NOWHERE);
    let reported: unknown;
    // A part has a second and a half to answer, which a busy machine may not keep.
    await until("it to be ready", async () => {
      const answer = await http.get("/readyz").set(OPERATOR);
      reported = answer.body as unknown;
      return answer.status === 200;
    });
    expect(reported).toEqual({ status: "ok", database: "up", parts: { temporal: "down", queue: "down" } });
  });

  it("says no more than that to the public", async () => {
    const http = await start(NOWHERE);
    await http.get("/readyz").expect(200, { status: "ok" });
    await http.get("/readyz").set("authorization", "Bearer another").expect(200, { status: "ok" });
  });

  it("says that they are up", async () => {
    const http = await start({ TEMPORAL_ADDRESS: process.env["TEMPORAL_ADDRESS"] ?? "", REDIS_URL: "" });
    // A part has a second and a half to answer, which a busy machine may not keep.
    await until("both to be up", async () => {
      const answer = await http.get("/readyz").set(OPERATOR);
      const { parts } = answer.body as { parts?: { temporal: string; queue: string } };
      return answer.status === 200 && parts?.temporal === "up" && parts.queue === "up";
    });
  });

  it("is not ready without its database", async () => {
    const lost = await createTestDatabase(2);
    const config = testConfig({ DATABASE_URL: lost.url, ...NOWHERE });
    const app = await startTestApp(ProbeModule.with(lost, NOWHERE), config);
    await lost.close();
    const answer = await request(app.getHttpServer()).get("/readyz").set(OPERATOR).expect(503);
    expect(answer.body).toMatchObject({ code: "service_unavailable", database: "down" });
    const untold = await request(app.getHttpServer()).get("/readyz").expect(503);
    expect(untold.body).not.toHaveProperty("database");
    await app.close();
  });
});
