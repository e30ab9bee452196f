import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { FORWARDING_MIN_REQUESTS, FORWARDING_MIN_VISITORS } from "@sakhi/domain/site/forwarding.rules";
import { IssuesModule } from "../../src/issues/issues.module.js";
import { ProxyWatch } from "../../src/ops/proxy-watch.js";
import type { Config } from "../../src/platform/config/config.js";
import type { TrustedProxies } from "../../src/platform/config/settings.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { startTestApp } from "../support/http-app.js";

@Module({ imports: [IssuesModule], providers: [ProxyWatch] })
class ProxyWatchModule {}

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(() => db.database.query("DELETE FROM issues"));
afterAll(() => db.close());

/** Runs with an api in production behind proxies that are set like this. */
async function behind(
  trustProxy: TrustedProxies,
  visit: (app: NestFastifyApplication, watch: ProxyWatch) => Promise<void>,
): Promise<void> {
  const config: Config = { ...testConfig({ DATABASE_URL: db.url }), production: true, trustProxy };
  const app = await startTestApp(
    { module: ProxyWatchModule, imports: [PlatformModule.with(config, db.source)] },
    config,
  );
  try {
    await visit(app, app.get(ProxyWatch, { strict: false }));
  } finally {
    await app.close();
  }
}

/** Sends enough requests to be judged. */
async function visits(
  app: NestFastifyApplication,
  forwarded: (visit: number) => string | undefined,
  url = "/",
): Promise<void> {
  for (let visit = 0; visit < FORWARDING_MIN_REQUESTS; visit++) {
    const header = forwarded(visit);
    const cookies = { sakhi_visitor: `v${visit % (2 * FORWARDING_MIN_VISITORS)}` };
    await app.inject({ url, cookies, ...(header === undefined ? {} : { headers: { "x-forwarded-for": header } }) });
  }
}

const issues = (): Promise<unknown[]> => db.database.query("SELECT kind, subject FROM issues");
const client = (visit: number): string => `198.51.100.${visit % 250}`;

it.each([
  ["one proxy, as set", 1, client, undefined],
  ["a proxy, and none is trusted", false, client, "not_used"],
  ["two proxies, and one is set", 1, (visit: number) => `${client(visit)}, 203.0.113.9`, "other_hops"],
  ["one proxy, and two are set", 2, client, "other_hops"],
  ["no proxy, and one is set", 1, () => undefined, "other_hops"],
  ["a proxy that hides everyone", 1, () => "198.51.100.7", "one_address"],
  ["trusted networks, which hide everyone", ["127.0.0.1"], () => "198.51.100.7", "one_address"],
] as const)("%s", async (_, trusted, forwarded, problem) => {
  await behind(trusted, async (app, watch) => {
    await visits(app, forwarded);
    expect(await watch.judge()).toBe(problem);
    expect(await issues()).toEqual(problem === undefined ? [] : [{ kind: "addresses_misread", subject: problem }]);
    // The next ten minutes are judged on their own.
    expect(await watch.judge()).toBeUndefined();
  });
});

it("does not count health checks and scrapes, which come without the proxy", async () => {
  await behind(1, async (app, watch) => {
    for (const url of ["/healthz", "/readyz", "/metrics"]) await visits(app, () => undefined, url);
    expect(await watch.judge()).toBeUndefined();
  });
});
