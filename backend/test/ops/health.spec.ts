import "reflect-metadata";
import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { afterAll, expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { HealthModule } from "../../src/platform/health.module.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

@Module({})
class ProbeModule {}

/** Who may know which part is down. */
const OPERATOR = { authorization: "Bearer a-metrics-token-for-tests" };

/** Ports that nobody listens on. */
const NOWHERE = { TEMPORAL_ADDRESS: "127.0.0.1:1", REDIS_URL: "redis://127.0.0.1:1" };

const start = (settings: Record<string, string>): Promise<NestFastifyApplication> => {
  const config = testConfig({ DATABASE_URL: database.url, ...settings });
  const imports = [PlatformModule.with(config, database.source), HealthModule];
  return startTestApp({ module: ProbeModule, imports }, config);
};
const ask = async (app: NestFastifyApplication, url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};

const database = await createTestDatabase(5);
/** One process whose parts answer, and one that finds only its database. */
const whole = await start({ TEMPORAL_ADDRESS: process.env["TEMPORAL_ADDRESS"] ?? "", REDIS_URL: "" });
const alone = await start(NOWHERE);
afterAll(async () => {
  await Promise.all([whole.close(), alone.close()]);
  await database.close();
});

it("says that the process lives", async () => {
  expect(await ask(alone, "/healthz")).toEqual({ status: 200, body: { status: "ok" } });
});

it.each([
  ["with all its parts", () => whole, { temporal: "up", queue: "up" }],
  ["without Temporal and the queue, and says that they are down", () => alone, { temporal: "down", queue: "down" }],
])("is ready %s", async (_how, app, parts) => {
  let body: unknown;
  // A part has a second and a half to answer, which a busy machine may not keep.
  await until("it to be ready", async () => {
    const answer = await ask(app(), "/readyz", OPERATOR);
    ({ body } = answer);
    return answer.status === 200 && JSON.stringify(answer.body["parts"]) === JSON.stringify(parts);
  });
  expect(body).toEqual({ status: "ok", database: "up", parts });
});

it.each([[{}], [{ authorization: "Bearer another" }]])("says no more than that to the public: %j", async (headers) => {
  expect(await ask(alone, "/readyz", headers)).toEqual({ status: 200, body: { status: "ok" } });
});

it("is not ready without its database, and says so to operators only", async () => {
  await database.source.destroy();
  const down = { status: 503, body: { code: "service_unavailable", database: "down" } };
  expect(await ask(alone, "/readyz", OPERATOR)).toMatchObject(down);
  const untold = await ask(alone, "/readyz");
  expect(untold.status).toBe(503);
  expect(untold.body).not.toHaveProperty("database");
});
