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

    const ask = (url: string, cookie?: string, method: "GET" | "PUT" | "POST" = "GET", more = {}) =>
      app.inject({
        method,
        url: `/admin/queues${url}`,
        headers: { ...(cookie === undefined ? {} : { cookie }), ...more },
      });

    it("sends anyone who is not logged in to the login", async () => {
      for (const url of ["", "/", "/queue/mails", "/static/images/logo.svg"]) {
        const answer = await ask(url);
        expect([answer.statusCode, answer.headers.location]).toEqual([303, "/paid-events/mela/admin-login"]);
      }
      for (const [url, method] of [
        ["/api/queues", "GET"],
        [`/api/queues/mails/${failed}/retry`, "PUT"],
      ] as const) {
        const answer = await ask(url, undefined, method);
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, "not_authenticated"]);
      }
    });

    it("does not know a session that has ended", async () => {
      const old = await logInTo(app, "gone", "operator");
      expect((await ask("/api/queues", old)).statusCode).toBe(200);
      await app.inject({ method: "POST", url: "/api/v1/mela/admin/logout", headers: { cookie: old } });
      expect((await ask("/api/queues", old)).statusCode).toBe(401);
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

    it("lets a viewer change nothing", async () => {
      const answer = await ask(`/api/queues/mails/${failed}/retry`, cookies.viewer, "PUT");
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "operators_only"]);
      const job = await ask(`/api/queues/mails/${failed}`, cookies.viewer);
      expect(job.body).toContain('"failed"');
    });

    it("refuses what another site's page sends with an operator's cookie, and reveals nothing about itself", async () => {
      const answer = await ask(`/api/queues/mails/${failed}/retry`, cookies.operator, "PUT", {
        origin: "https://elsewhere.example",
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "origin_refused"]);
    });

    it("lets an operator try a failed job again, and writes down who did", async () => {
      const answer = await ask(`/api/queues/mails/${failed}/retry`, cookies.operator, "PUT");
      expect(answer.statusCode).toBeLessThan(300);
      const job = await ask(`/api/queues/mails/${failed}`, cookies.viewer);
      expect(job.body).not.toContain('"failed"');
      const written = await db.database.query(
        `SELECT administrator, action, subject_type, subject_id FROM audit_log WHERE subject_type = 'queue'`,
      );
      expect(written).toEqual([
        {
          administrator: "operator",
          action: "queue_change_asked",
          subject_type: "queue",
          subject_id: `mails/${failed}/retry`,
        },
      ]);
    });
  });
}
