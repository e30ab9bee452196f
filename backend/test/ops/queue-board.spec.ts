import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { until } from "@sakhi/testkit/until";
import { Queue, Worker } from "bullmq";
import { chooseQueueStore } from "../../src/platform/queue/queues.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { logInTo, startOperations } from "./operations-app.js";

const redisUrl = process.env["TEST_REDIS_URL"] ?? process.env["REDIS_URL"];

function ownRedis(url: string): string {
  const own = new URL(url);
  // A separate database of the test run's Redis, isolated from other queues.
  own.pathname = "/10";
  return own.href;
}

const STORES = [
  { store: "PostgreSQL", redis: "", available: true },
  { store: "Redis", redis: redisUrl === undefined ? "" : ownRedis(redisUrl), available: redisUrl !== undefined },
];

for (const { store, redis, available } of STORES) {
  (available ? describe : describe.skip)(`the queue dashboard on ${store}`, () => {
    let db: TestDatabase;
    let app: NestFastifyApplication;
    let cookies: { readonly viewer: string; readonly operator: string };
    let failed: string;

    beforeAll(async () => {
      db = await createTestDatabase();
      const config = testConfig({ DATABASE_URL: db.url, REDIS_URL: redis });
      app = await startOperations(db, config);
      cookies = { viewer: await logInTo(app, "viewer", "viewer"), operator: await logInTo(app, "operator", "owner") };
      failed = await failedMail(chooseQueueStore(config));
    });
    afterAll(async () => {
      await app.close();
      await db.close();
    });

    /** Creates a permanently failed mail job. @returns its id */
    async function failedMail(at: ReturnType<typeof chooseQueueStore>): Promise<string> {
      const queue = new Queue("mails", at);
      const job = await queue.add("mails", { mailId: "m1" }, { attempts: 1 });
      const worker = new Worker("mails", () => Promise.reject(new Error("SMTP is unreachable")), at);
      worker.on("error", () => undefined);
      await until("the job to fail", async () => (await job.getState()) === "failed");
      await worker.close();
      await queue.close();
      return job.id ?? "";
    }

    const request = (url: string, cookie?: string, method: "GET" | "PUT" | "POST" | "PATCH" = "GET", more = {}) =>
      app.inject({
        method,
        url: `/admin/queues${url}`,
        headers: { ...(cookie === undefined ? {} : { cookie }), ...more },
      });

    const apiError = (response: Awaited<ReturnType<typeof request>>) => [
      response.statusCode,
      response.json<{ code: string }>().code,
    ];
    const retry = (cookie?: string, more = {}) => request(`/api/queues/mails/${failed}/retry`, cookie, "PUT", more);

    it("redirects to the login without a session, and rejects API calls", async () => {
      for (const url of ["", "/", "/queue/mails", "/static/images/logo.svg", "/nothing"]) {
        const response = await request(url);
        expect([response.statusCode, response.headers.location]).toEqual([303, "/paid-events/mela/admin-login"]);
      }
      const old = await logInTo(app, "gone", "owner");
      expect((await request("/api/queues", old)).statusCode).toBe(200);
      await app.inject({ method: "POST", url: "/api/v1/mela/admin/logout", headers: { cookie: old } });
      for (const response of [await request("/api/queues"), await request("/api/queues", old), await retry()]) {
        expect(apiError(response)).toEqual([401, "not_authenticated"]);
      }
    });

    it("shows a viewer the page, its assets and the jobs", async () => {
      const page = await request("/", cookies.viewer);
      // The page has a <base> element, which is allowed on no other page.
      expect(page.headers["content-security-policy"]).toContain("base-uri 'self'");
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain("Sakhi Bazaar queues");
      expect(page.headers["cache-control"]).toBe("no-store");
      const [script] = /static\/js\/main\.[^"]+/.exec(page.body) ?? [];
      expect((await request(`/${script}`, cookies.viewer)).statusCode).toBe(200);
      expect(apiError(await request("/nothing", cookies.viewer))).toEqual([404, "not_found"]);
      const queues = await request("/api/queues?activeQueue=mails&page=1&jobsPerPage=10", cookies.viewer);
      expect(queues.body).toContain("SMTP is unreachable");
      expect(queues.body).toContain('"invoices"');
    });

    it("rejects changes by viewers and from other origins", async () => {
      expect(apiError(await retry(cookies.viewer))).toEqual([403, "operators_only"]);
      const elsewhere = { origin: "https://elsewhere.example" };
      expect(apiError(await retry(cookies.operator, elsewhere))).toEqual([403, "origin_refused"]);
      expect((await request(`/api/queues/mails/${failed}`, cookies.viewer)).body).toContain('"failed"');
    });

    it.each([
      ["POST", "mails/add"],
      ["PUT", "pause"],
      ["PUT", "mails/pause"],
      ["PUT", "mails/empty"],
      ["PUT", "mails/obliterate"],
      ["PUT", "mails/clean/failed"],
      // Reads as the retry of a job named "clean", but the library cleans.
      ["PUT", "mails/clean/retry"],
      ["PUT", "mails/concurrency"],
      ["PUT", "mails/rate-limit"],
      ["PATCH", "mails/JOB/update-data"],
      ["PATCH", "mails/JOB/delay"],
    ] as const)("rejects %s %s even by an operator, without an audit entry", async (method, change) => {
      const url = `/api/queues/${change.replace("JOB", failed)}`;
      expect(apiError(await request(url, cookies.operator, method))).toEqual([405, "method_not_allowed"]);
      expect(await db.database.query("SELECT action FROM audit_log WHERE subject_type = 'queue'")).toEqual([]);
    });

    it("lets an operator retry a failed job, and records it in the audit log", async () => {
      expect((await retry(cookies.operator)).statusCode).toBeLessThan(300);
      expect((await request(`/api/queues/mails/${failed}`, cookies.viewer)).body).not.toContain('"failed"');
      const recorded = await db.database.query(
        `SELECT administrator, action, subject_id FROM audit_log WHERE subject_type = 'queue'`,
      );
      const line = { administrator: "operator", action: "queue_change_asked", subject_id: `mails/${failed}/retry` };
      expect(recorded).toEqual([line]);
    });
  });
}
