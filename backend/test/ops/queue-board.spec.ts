import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { Queue, Worker } from "bullmq";
import { chooseQueueStore } from "../../src/platform/queue/queues.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { logInTo, startOperations } from "./operations-app.js";
import { until } from "@sakhi/testkit/until";

const redisUrl = process.env["TEST_REDIS_URL"] ?? process.env["REDIS_URL"];

function ownRedis(url: string): string {
  const own = new URL(url);
  // A database of its own on the test run's Redis, so that queues of others are not met.
  own.pathname = "/10";
  return own.href;
}

const STORES = [
  { store: "PostgreSQL", redis: "", available: true },
  { store: "Redis", redis: redisUrl === undefined ? "" : ownRedis(redisUrl), available: redisUrl !== undefined },
];

for (const { store, redis, available } of STORES) {
  (available ? describe : describe.skip)(`the queues' dashboard on ${store}`, () => {
    let db: TestDatabase;
    let app: NestFastifyApplication;
    let cookies: { readonly viewer: string; readonly operator: string };
    let failed: string;

    beforeAll(async () => {
      db = await createTestDatabase();
      const config = testConfig({ DATABASE_URL: db.url, REDIS_URL: redis });
      app = await startOperations(db, config);
      cookies = {
        viewer: await logInTo(app, "viewer", "viewer"),
        operator: await logInTo(app, "operator", "operator"),
      };
      failed = await failedMail(chooseQueueStore(config));
    });
    afterAll(async () => {
      await app.close();
      await db.close();
    });

    /** A mail's job that failed for good. @returns its id */
    async function failedMail(at: ReturnType<typeof chooseQueueStore>): Promise<string> {
      const queue = new Queue("mails", at);
      const job = await queue.add("mails", { mailId: "m1" }, { attempts: 1 });
      const worker = new Worker("mails", () => Promise.reject(new Error("SMTP is away")), at);
      worker.on("error", () => undefined);
      await until("the job to fail", async () => (await job.getState()) === "failed");
      await worker.close();
      await queue.close();
      return job.id ?? "";
    }

    const ask = (url: string, cookie?: string, method: "GET" | "PUT" | "POST" | "PATCH" = "GET", more = {}) =>
      app.inject({
        method,
        url: `/admin/queues${url}`,
        headers: { ...(cookie === undefined ? {} : { cookie }), ...more },
      });

    const apiError = (answer: Awaited<ReturnType<typeof ask>>) => [
      answer.statusCode,
      answer.json<{ code: string }>().code,
    ];
    const retry = (cookie?: string, more = {}) => ask(`/api/queues/mails/${failed}/retry`, cookie, "PUT", more);

    it("sends anyone who is not logged in, or no more, to the login", async () => {
      for (const url of ["", "/", "/queue/mails", "/static/images/logo.svg"]) {
        const answer = await ask(url);
        expect([answer.statusCode, answer.headers.location]).toEqual([303, "/paid-events/mela/admin-login"]);
      }
      const old = await logInTo(app, "gone", "operator");
      expect((await ask("/api/queues", old)).statusCode).toBe(200);
      await app.inject({ method: "POST", url: "/api/v1/mela/admin/logout", headers: { cookie: old } });
      for (const answer of [await ask("/api/queues"), await ask("/api/queues", old), await retry()]) {
        expect(apiError(answer)).toEqual([401, "not_authenticated"]);
      }
    });

    it("shows a viewer the page, its parts and the jobs", async () => {
      const page = await ask("/", cookies.viewer);
      // It names its base, which no other page may.
      expect(page.headers["content-security-policy"]).toContain("base-uri 'self'");
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain("Sakhi Bazaar queues");
      expect(page.headers["cache-control"]).toBe("no-store");
      const [script] = /static\/js\/main\.[^"]+/.exec(page.body) ?? [];
      expect((await ask(`/${script}`, cookies.viewer)).statusCode).toBe(200);
      const queues = await ask("/api/queues?activeQueue=mails&page=1&jobsPerPage=10", cookies.viewer);
      expect(queues.body).toContain("SMTP is away");
      expect(queues.body).toContain('"invoices"');
    });

    it("lets nobody but an operator on our own pages change anything", async () => {
      expect(apiError(await retry(cookies.viewer))).toEqual([403, "operators_only"]);
      const elsewhere = { origin: "https://elsewhere.example" };
      expect(apiError(await retry(cookies.operator, elsewhere))).toEqual([403, "origin_refused"]);
      expect((await ask(`/api/queues/mails/${failed}`, cookies.viewer)).body).toContain('"failed"');
    });

    it.each([
      ["POST", "mails/add"],
      ["PUT", "pause"],
      ["PUT", "mails/pause"],
      ["PUT", "mails/empty"],
      ["PUT", "mails/obliterate"],
      ["PUT", "mails/clean/failed"],
      ["PUT", "mails/concurrency"],
      ["PUT", "mails/rate-limit"],
      ["PATCH", "mails/JOB/update-data"],
      ["PATCH", "mails/JOB/delay"],
    ] as const)("lets nobody %s %s: it adds no job, changes none and stops no queue", async (method, change) => {
      const url = `/api/queues/${change.replace("JOB", failed)}`;
      expect(apiError(await ask(url, cookies.operator, method))).toEqual([405, "method_not_allowed"]);
      expect(await db.database.query("SELECT action FROM audit_log WHERE subject_type = 'queue'")).toEqual([]);
    });

    it("lets an operator try a failed job again, and writes down who did", async () => {
      expect((await retry(cookies.operator)).statusCode).toBeLessThan(300);
      expect((await ask(`/api/queues/mails/${failed}`, cookies.viewer)).body).not.toContain('"failed"');
      const written = await db.database.query(
        `SELECT administrator, action, subject_id FROM audit_log WHERE subject_type = 'queue'`,
      );
      const line = { administrator: "operator", action: "queue_change_asked", subject_id: `mails/${failed}/retry` };
      expect(written).toEqual([line]);
    });
  });
}
