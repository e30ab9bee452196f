import "reflect-metadata";
import { afterAll, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { until } from "@sakhi/testkit/until";
import { HealthModule } from "../../src/platform/health.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { VERSION } from "../../src/platform/version.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

@Module({})
class ProbeModule {}

/** Credentials with which a response names the parts. */
const OPERATOR = { authorization: "Bearer a-metrics-token-for-tests" };

/** Ports without a listener. */
const UNREACHABLE = { TEMPORAL_ADDRESS: "127.0.0.1:1", REDIS_URL: "redis://127.0.0.1:1" };

const start = (settings: Record<string, string>): Promise<NestFastifyApplication> => {
  const config = testConfig({ DATABASE_URL: database.url, ...settings });
  const imports = [PlatformModule.with(config, database.source), HealthModule];
  return startTestApp({ module: ProbeModule, imports }, config);
};
const getJson = async (app: NestFastifyApplication, url: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url, headers });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
};

const database = await createTestDatabase(5);
/** A process whose parts are all up, and one with its database only. */
const complete = await start({ TEMPORAL_ADDRESS: process.env["TEMPORAL_ADDRESS"] ?? "", REDIS_URL: "" });
const degraded = await start(UNREACHABLE);
afterAll(async () => {
  await Promise.all([complete.close(), degraded.close()]);
  await database.close();
});

it("GET /healthz reports that the process is alive", async () => {
  expect(await getJson(degraded, "/healthz")).toEqual({ status: 200, body: { status: "ok", version: VERSION } });
});

it.each([
  ["ready with all parts up", () => complete, { temporal: "up", queue: "up" }],
  ["ready without Temporal and the queue, and names them as down", () => degraded, { temporal: "down", queue: "down" }],
])("GET /readyz reports %s", async (_case, app, parts) => {
  let body: unknown;
  // Retried, because a busy machine may exceed the timeout of a second and a half.
  await until("it to be ready", async () => {
    const response = await getJson(app(), "/readyz", OPERATOR);
    ({ body } = response);
    return response.status === 200 && JSON.stringify(response.body["parts"]) === JSON.stringify(parts);
  });
  expect(body).toEqual({ status: "ok", database: "up", disk: "up", parts });
});

it.each([[{}], [{ authorization: "Bearer another" }]])("GET /readyz names no parts to %j", async (headers) => {
  expect(await getJson(degraded, "/readyz", headers)).toEqual({ status: 200, body: { status: "ok" } });
});

it("GET /readyz reports a missing database, naming it to operators only", async () => {
  await database.source.destroy();
  const down = { status: 503, body: { code: "service_unavailable", database: "down" } };
  expect(await getJson(degraded, "/readyz", OPERATOR)).toMatchObject(down);
  const anonymous = await getJson(degraded, "/readyz");
  expect(anonymous.status).toBe(503);
  expect(anonymous.body).not.toHaveProperty("database");
});
