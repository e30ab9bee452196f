import "reflect-metadata";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { type INestApplicationContext, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { CAN_LIMIT_FILES, withFileLimit } from "@sakhi/testkit/full-disk";
import { until } from "@sakhi/testkit/until";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { FIGURES } from "../../src/ops/metrics.gauges.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule, Queues } from "../../src/platform/queue/queues.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { enqueue } from "../platform/queues.js";
import { testConfig } from "../support/config.js";
import { PictureProcess } from "./child.js";
import { HOSTILE_FILES, noise } from "./hostile-files.js";
import { newSubject, openFolder, PicturesTest } from "./pictures-test.js";

Logger.overrideLogger(false);

let test: PicturesTest;
let jobs: INestApplicationContext;

@Module({})
class JobsWithoutRelay {}

/** The jobs process without its relay: real queues, the real processor, the build's decoder. */
beforeAll(async () => {
  test = await PicturesTest.open(openFolder);
  const config = testConfig({ DATABASE_URL: test.db.url, REDIS_URL: "", ...test.stored.settings });
  const mails = [MailJobsModule.with(InvoicesModule), WhatsappJobsModule, IntegrationsJobsModule];
  const features = [InvoicesJobsModule, ...mails, InvoicesModule, PicturesJobsModule];
  const imports = [PlatformModule.with(config, test.db.source), QueueModule, ...features];
  jobs = await NestFactory.createApplicationContext({ module: JobsWithoutRelay, imports }, { logger: false });
});
afterAll(async () => {
  await jobs.close();
  await test.close();
});

/** Relays the outbox, each row twice, until the picture is in this state. */
async function relayUntil(id: string, state: string): Promise<void> {
  await until(`the picture to be ${state}`, async () => {
    if ((await test.state(id)) === state) return true;
    const waiting = await test.query<{ payload: QueueJob }>(
      "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL RETURNING payload",
    );
    for (const { payload } of [...waiting, ...waiting]) await enqueue(jobs.get(Queues), payload);
    return false;
  });
}

/** A figure of /metrics as a scrape reads it: by label, or one number. */
async function figure(name: string): Promise<unknown> {
  const { sql, label } = FIGURES.find((each) => each.name === name) ?? { sql: "", label: undefined };
  const found = await test.query<{ label: string; value: string }>(sql);
  return label === undefined
    ? Number(found[0]?.value)
    : Object.fromEntries(found.map((row) => [row.label, Number(row.value)]));
}

it("checks uploads from the queue, and removes the files of what is deleted", async () => {
  const counts = jest.spyOn(Counters.prototype, "count").mockClear();
  const times = jest.spyOn(Counters.prototype, "time").mockClear();
  const subject = newSubject();
  const photograph = await test.uploaded(subject, await noise(300, 200).jpeg().toBuffer());
  const svg = HOSTILE_FILES.find(({ name }) => name === "an SVG");
  const hostile = await test.uploaded(subject, (await svg?.make()) ?? Buffer.from("none"));
  await relayUntil(photograph, "ready");
  await relayUntil(hostile, "refused: vector_drawing");
  expect((await test.pictures.ofSubject(subject)).map(({ state, problem }) => [state, problem?.code])).toEqual([
    ["ready", undefined],
    ["refused", "vector_drawing"],
  ]);
  // What /metrics says of it. A job that is relayed twice is counted once.
  const counted = counts.mock.calls.map(([{ name }, labels]) => [name, ...Object.values(labels)]);
  const uploads = "sakhi_picture_uploads_total";
  expect(counted).toEqual([
    ...[0, 1].flatMap(() => [
      [uploads, "started"],
      [uploads, "complete"],
    ]),
    ["sakhi_pictures_refused_total", "vector_drawing"],
  ]);
  expect(times.mock.calls.map(([{ name }, { outcome }, seconds]) => [name, outcome, seconds > 0])).toEqual([
    ["sakhi_picture_check_seconds", "ready", true],
    ["sakhi_picture_check_seconds", "refused", true],
  ]);
  expect(await figure("sakhi_pictures")).toEqual({ ready: 1, refused: 1 });
  expect(await figure("sakhi_picture_check_age_seconds")).toBe(0);
  const files = await Promise.all((await test.stored.store.list()).map(({ name }) => test.stored.store.get(name)));
  const stored = files.reduce((sum, file) => sum + (file?.length ?? 0), 0);
  expect(await figure("sakhi_picture_store_bytes")).toBe(stored);
  expect(await test.disagreements()).toEqual([]);
  await test.db.database.transaction((tx) => test.pictures.remove(tx, subject, photograph));
  await relayUntil(photograph, "deleted");
  // The rows of its files go after the files.
  await until("its files to be removed", async () => (await test.disagreements()).length === 0);
  expect(await test.stored.store.list()).toEqual([]);
});

(CAN_LIMIT_FILES ? it : it.skip)("a full disk keeps an upload waiting, and loses nothing", async () => {
  const subject = newSubject();
  const id = await test.uploaded(subject, await noise(300, 200).jpeg().toBuffer());
  await test.query("DELETE FROM outbox");
  const checks = await PictureProcess.start("checks", { DATABASE_URL: test.db.url, ...test.stored.settings });
  try {
    const check = () => checks.ask<string>({ check: id, stallAfter: 1_000 });
    expect(await withFileLimit([checks.pid], 100, check)).toMatch(
      /^the picture store failed to store a file: .* \(EFBIG\)$/,
    );
  } finally {
    await checks.kill();
  }
  expect((await test.pictures.ofSubject(subject)).map(({ state, problem }) => [state, problem])).toEqual([
    ["checking", undefined],
  ]);
  expect(readdirSync(join(test.config.pictures.folder, "parts"))).toEqual([]);
  // What the sweep does again and again.
  expect(await test.checks.check(id)).toBe("ready");
  expect(await test.disagreements()).toEqual([]);
});

it("lets brands take turns: one that uploads many pictures at once does not keep the others waiting", async () => {
  const [many, few] = [newSubject(), newSubject()];
  const picture = await noise(40, 40).png().toBuffer();
  for (let nth = 0; nth < 6; nth += 1) await test.uploaded(many, picture);
  const hers = await test.uploaded(few, picture);
  const waiting = await test.query<{ payload: QueueJob }>(
    "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL RETURNING payload",
  );
  expect(waiting.map(({ payload }) => payload.priority).toSorted()).toEqual([1, 1, 2, 3, 4, 5, 6]);
  await Promise.all(waiting.map(({ payload }) => enqueue(jobs.get(Queues), payload)));
  const ended = () =>
    test.query<{ id: string }>(
      "SELECT id FROM pictures WHERE subject_id = ANY($1::uuid[]) AND state = 'ready' ORDER BY ended_at",
      [[many.id, few.id]],
    );
  await until("all to be checked", async () => (await ended()).length === 7);
  // Behind what was being checked already, and the first of the other's.
  expect((await ended()).findIndex(({ id }) => id === hers)).toBeLessThan(3);
});
