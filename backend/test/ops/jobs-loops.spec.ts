import { afterAll, beforeAll, it } from "@jest/globals";
import type { INestApplicationContext } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { until } from "@sakhi/testkit/until";
import { JobsModule } from "../../src/jobs.module.js";
import { PayingTest } from "../payments/paying.js";

let test: PayingTest;
let jobs: INestApplicationContext | undefined;
beforeAll(async () => {
  test = await PayingTest.start();
});
afterAll(async () => {
  await jobs?.close();
  await test.close();
});

it("the jobs process sweeps and handles webhooks by itself, as soon as it has started", async () => {
  await test.mela.visitor().reserve("B1");
  await test.mela.query("UPDATE bookings SET hold_expires_at = clock_timestamp() - interval '2 minutes'");
  await test.mela.query(
    "INSERT INTO webhook_inbox (event_key, type, body, sent_at) VALUES ('k', 'UNKNOWN', '{}', clock_timestamp())",
  );
  const { config, db } = test.mela;
  jobs = await NestFactory.createApplicationContext(JobsModule.with(config, db.source), { logger: false });
  const done = async (): Promise<boolean> => {
    const [waiting] = await test.mela.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM webhook_inbox WHERE handled_at IS NULL",
    );
    return (await test.mela.history("B1"))[0] === "released: hold_expired" && waiting?.n === 0;
  };
  await until("the overdue hold to be released and the webhook handled", done);
});
