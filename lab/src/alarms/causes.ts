import { mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expectSuccess, HttpVisitor } from "@sakhi/testkit/http-visitor";
import type { TestProcess } from "@sakhi/testkit/processes";
import type { LinkFault } from "@sakhi/testkit/tcp-proxy";
import { until } from "@sakhi/testkit/until";
import { execa } from "execa";
import { ADMINISTRATOR, type ChaosProduct } from "../chaos/chaos-product.js";
import type { LinkName, PartName } from "../chaos/schedule.js";
import type { Traffic } from "./traffic.js";

const ADMIN = "/api/v1/mela/admin";
/** Until a restarted part answers, in ms. */
const RETURN_MS = 180_000;

/** The product under test, and what its causes need. */
export interface AlarmStage {
  readonly product: ChaosProduct;
  readonly traffic: Traffic;
  /** Folder of the run's data. */
  readonly folder: string;
  /** Runs a command of the backend's bundle. @returns its exit code */
  readonly command: (
    name: string,
    args: readonly string[],
    settings?: Readonly<Record<string, string>>,
  ) => Promise<number>;
  /** A command of the backend's bundle that runs until it is killed, not started yet. */
  readonly service: (name: string, ...args: readonly string[]) => TestProcess;
}

/** What an alarm is expected for: its name, and some of its labels. */
export interface ExpectedAlarm {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Something that goes wrong, and the alarms that must say so. */
export interface Cause {
  /** For the table. */
  readonly what: string;
  readonly alarms: readonly ExpectedAlarm[];
  /** Ends what was wrong from the start. */
  readonly prepare?: (stage: AlarmStage) => Promise<void>;
  /** Makes it go wrong. @returns how to heal it */
  readonly begin: (stage: AlarmStage) => Promise<() => Promise<void>>;
  /** Needs a file system of its own for PostgreSQL, or for the pictures. */
  readonly needsDisk?: "postgres" | "pictures";
  readonly needsRedis?: true;
}

const alarms = (...names: readonly string[]): ExpectedAlarm[] => names.map((name) => ({ name }));

async function kill({ product }: AlarmStage, ...names: readonly PartName[]): Promise<void> {
  await Promise.all(names.map(async (name) => product.part(name)?.kill()));
}

/** Starts killed parts, and waits until they work. */
async function startAgain({ product }: AlarmStage, ...names: readonly PartName[]): Promise<void> {
  for (const name of names) product.part(name)?.startAgain("an alarm");
  for (const name of names) {
    await until(`${name} to work`, async () => (await product.part(name)?.isReady()) === true, RETURN_MS);
  }
}

const killed =
  (...names: readonly PartName[]) =>
  async (stage: AlarmStage) => {
    await kill(stage, ...names);
    return () => startAgain(stage, ...names);
  };

/** The nightly verification again, now: jobs runs one that is missing when it starts. */
async function verifyAgain(stage: AlarmStage): Promise<void> {
  await stage.product.query("DELETE FROM verification_runs");
  await kill(stage, "jobs1");
  await startAgain(stage, "jobs1");
}

/** @returns heals them */
function breakLinks({ product }: AlarmStage, names: readonly LinkName[], fault: LinkFault): () => Promise<void> {
  for (const name of names) product.links.get(name)?.break(fault);
  return () => {
    for (const name of names) product.links.get(name)?.heal();
    return Promise.resolve();
  };
}

const MAIL_LINKS: readonly LinkName[] = ["jobs1>mail", "jobs2>mail"];

/** Kills Temporal and takes the record's folder away: nobody outside knows the database's position. @returns heals it */
async function takeRecordAway(stage: AlarmStage): Promise<() => Promise<void>> {
  const record = join(stage.folder, "record");
  await kill(stage, "temporal");
  renameSync(record, `${record}-away`);
  // A file, so that no process makes the folder again.
  writeFileSync(record, "");
  return async () => {
    rmSync(record);
    renameSync(`${record}-away`, record);
    await startAgain(stage, "temporal");
  };
}

/** Copies of a mail, to its address or another, with their jobs: more than a sale's visitors cause in a minute. */
async function manyMails({ product }: AlarmStage, count: number, address?: string): Promise<void> {
  const oneMail = "SELECT * FROM mails ORDER BY (template = 'hold-expired') DESC LIMIT 1";
  await until("a first mail", async () => (await product.query(oneMail)).length > 0, RETURN_MS);
  await product.query(
    `WITH written AS (
       INSERT INTO mails (id, dedupe_key, template, to_address, data)
       SELECT gen_random_uuid(), 'alarm/' || gen_random_uuid(), template, coalesce($2, to_address), data
         FROM (${oneMail}) AS one, generate_series(1, $1::int)
       RETURNING id)
     INSERT INTO outbox (topic, payload)
     SELECT 'queue', jsonb_build_object('queue', 'mails', 'jobId', 'mail-' || id, 'data', jsonb_build_object('mailId', id))
       FROM written`,
    [count, address],
  );
}

/** Of the pictures' disk, so much is free. @param share 0 to 1 */
function fillPictures({ product }: AlarmStage, share: number): void {
  const disk = product.picturesDisk ?? "";
  const { bavail, blocks, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail - Math.ceil(blocks * share)) * bsize));
}

/** More than half of the 200 mails that go to people of whom nothing is proven in an hour. */
const MANY_STRANGERS = 110;

/** Someone writes to us again and again under invented addresses, and each gets a mail. */
async function inventAddresses({ product }: AlarmStage): Promise<void> {
  for (let nth = 0; nth < MANY_STRANGERS; nth += 1) {
    const visitor = new HttpVisitor(product.sites[nth % product.sites.length] ?? "");
    const email = `invented${nth}-${Date.now()}@example.com`;
    const message = `How do I change picture ${nth}?`;
    const form = { firstName: "Meena", lastName: "Devi", email, subject: "My listing", message };
    expectSuccess(await visitor.post("/api/v1/support/submit", form));
  }
}

/** An hour passes for the mails to people of whom nothing is proven. */
async function ageStrangerMails({ product }: AlarmStage): Promise<void> {
  await product.query(
    `UPDATE mails SET created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour' WHERE proof IS NULL`,
  );
}

/** Waits until the record was copied after this call. */
async function recordCopied({ product }: AlarmStage): Promise<void> {
  const newest = async () => {
    const [found] = await product.query<{ at: Date | null }>(
      "SELECT max(finished_at) AS at FROM backup_runs WHERE kind = 'record' AND succeeded",
    );
    return found?.at?.getTime() ?? 0;
  };
  const before = await newest();
  await until("the record to be copied", async () => (await newest()) > before, RETURN_MS);
}

/** A backup, and a drill with it. */
async function backUpAndTry({ command, folder }: AlarmStage): Promise<void> {
  mkdirSync(join(folder, "backups"), { recursive: true });
  for (const args of [[], ["drill"]]) {
    const exitCode = await command("backup", args);
    if (exitCode !== 0) throw new Error(`backup ${args.join(" ")} ended with ${exitCode}`);
  }
}

/** An operator's browser, logged in. */
async function operatorOf({ product }: AlarmStage): Promise<HttpVisitor> {
  const operator = new HttpVisitor(product.sites[0] ?? "");
  expectSuccess(await operator.post(`${ADMIN}/login`, ADMINISTRATOR));
  return operator;
}

/** An operator closes every open issue of a kind. */
async function closeIssues(stage: AlarmStage, kind: string): Promise<void> {
  const operator = await operatorOf(stage);
  const open = await stage.product.query<{ id: string }>(
    "SELECT id FROM issues WHERE kind = $1 AND resolved_at IS NULL",
    [kind],
  );
  for (const { id } of open)
    expectSuccess(
      await operator.post(`${ADMIN}/issues/${id}/resolution`, { action: "resolve", reason: "Caused by the script" }),
    );
}

/** A listing that was paid and approved; its year is some seconds long. */
async function liveListing(stage: AlarmStage): Promise<void> {
  const orderId = await stage.traffic.listBrand();
  const id = await until("the listing to be paid", async () => {
    const [found] = await stage.product.query<{ id: string }>(
      `SELECT a.id FROM listing_applications a JOIN orders o ON o.subject_id = a.id
        WHERE o.order_id = $1 AND a.state = 'under_review'`,
      [orderId],
    );
    return found?.id;
  });
  const operator = await operatorOf(stage);
  expectSuccess(await operator.post(`${ADMIN}/listings/${id}/approve`, { noPictures: true }));
}

/** Every alarm of the shipped rules, with a real cause for each; in this order. */
export const CAUSES: readonly Cause[] = [
  {
    what: "an api hangs (SIGSTOP)",
    alarms: alarms("ApiDown", "ApiMissing"),
    begin: ({ product }) => {
      product.part("api1")?.pause();
      return Promise.resolve(() => {
        product.part("api1")?.resume("an alarm");
        return Promise.resolve();
      });
    },
  },
  { what: "both apis are killed", alarms: alarms("SiteDown", "FiguresMissing"), begin: killed("api1", "api2") },
  { what: "PostgreSQL is killed", alarms: alarms("DatabaseDown", "RequestsFailing"), begin: killed("postgres") },
  {
    what: "PostgreSQL's disk is full",
    alarms: alarms("DiskFull"),
    needsDisk: "postgres",
    begin: ({ product }) => {
      const ballast = join(product.disk ?? "", "ballast");
      const over = new AbortController();
      // Again and again: PostgreSQL frees some by itself.
      const fills = (async () => {
        while (!over.signal.aborted) {
          await execa("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k", "oflag=append", "conv=notrunc"], {
            reject: false,
          });
          await delay(1_000);
        }
      })();
      return Promise.resolve(async () => {
        over.abort();
        await fills;
        rmSync(ballast, { force: true });
      });
    },
  },
  { what: "Redis is killed", alarms: alarms("QueueDown"), needsRedis: true, begin: killed("redis") },
  {
    what: "Temporal is killed and the record's folder is gone; the verification runs",
    alarms: alarms("TemporalDown", "OutboxStuck", "SweepFailing", "VerificationStopped", "RecordNotWritten"),
    begin: async (stage) => {
      const bringBack = await takeRecordAway(stage);
      await verifyAgain(stage);
      return async () => {
        await bringBack();
        await verifyAgain(stage);
      };
    },
  },
  {
    what: "the same, the database's last note of its position is an hour old as in a restored one, and an api starts",
    alarms: alarms("SalesPaused"),
    begin: async (stage) => {
      await kill(stage, "api2");
      const bringBack = await takeRecordAway(stage);
      await stage.product.query(
        "UPDATE outside_records SET published_at = published_at - interval '1 hour', complete_at = complete_at - interval '1 hour'",
      );
      await startAgain(stage, "api2");
      return bringBack;
    },
  },
  {
    what: "both orchestrators are killed, while holds, a payment and a listing end",
    alarms: [
      { name: "ProcessMissing", labels: { process: "orchestrator" } },
      ...alarms("HoldsNotReleased", "PaymentsNotClosed", "ListingsNotExpired", "SweepCaught"),
    ],
    begin: async (stage) => {
      await liveListing(stage);
      await kill(stage, "orchestrator1", "orchestrator2");
      await stage.traffic.leaveOrderOpen();
      return async () => {
        await startAgain(stage, "orchestrator1", "orchestrator2");
        await until(
          "everything to end",
          async () => {
            const late = await stage.product.query(
              "SELECT 1 FROM bookings WHERE state IN ('held', 'registered') AND hold_expires_at < clock_timestamp() - interval '5 s'",
            );
            return late.length === 0;
          },
          RETURN_MS,
        );
        // SweepCaught counts the sweeps of the last hour.
        await stage.product.query(
          "UPDATE sweep_runs SET at = at - interval '1 hour' WHERE id < (SELECT max(id) FROM sweep_runs)",
        );
      };
    },
  },
  {
    what: "both jobs are killed after a sale, and a picture's row waits for its check",
    alarms: [
      { name: "ProcessMissing", labels: { process: "jobs" } },
      ...alarms("WebhooksWaiting", "MailsWaiting", "InvoicesNotRendered", "PicturesWaiting", "SweepStopped"),
    ],
    begin: async (stage) => {
      await kill(stage, "jobs1", "jobs2");
      const [picture] = await stage.product.query<{ id: string }>(
        `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received)
         VALUES (gen_random_uuid(), 'brand', gen_random_uuid(), 'checking', 1, 1) RETURNING id`,
      );
      await stage.traffic.buy();
      return async () => {
        await stage.product.query("DELETE FROM pictures WHERE id = $1", [picture?.id]);
        await startAgain(stage, "jobs1", "jobs2");
      };
    },
  },
  {
    what: "the mail server hangs, with 60 mails to send",
    alarms: alarms("QueueGrowing"),
    begin: async (stage) => {
      const heal = breakLinks(stage, MAIL_LINKS, { kind: "silent" });
      await manyMails(stage, 60);
      return heal;
    },
  },
  {
    what: "the mail server rejects everything for now (421)",
    alarms: alarms("SmtpDown", "JobsFailing"),
    begin: async (stage) => {
      const heal = breakLinks(stage, MAIL_LINKS, { kind: "refused", line: "421 4.3.2 not now" });
      await manyMails(stage, 60);
      return heal;
    },
  },
  {
    what: "a mail has an address that nothing can be sent to",
    alarms: [{ name: "IssuesOpen", labels: { kind: "mail_failed" } }],
    begin: async (stage) => {
      await manyMails(stage, 1, "nobody");
      return () => closeIssues(stage, "mail_failed");
    },
  },
  {
    what: "the payment provider answers 500 to everything",
    alarms: [
      { name: "ProviderFailing" },
      { name: "ObjectiveBurnsFast", labels: { objective: "booking" } },
      { name: "ObjectiveBurnsSlowly", labels: { objective: "booking" } },
    ],
    begin: async ({ product, traffic }) => {
      await product.payments.fault("all", "error500", { times: null });
      const pays = traffic.paysOften();
      return async () => {
        pays();
        await product.payments.noFaults();
      };
    },
  },
  {
    what: "the payment provider takes five seconds (slow link)",
    alarms: alarms("ProviderSlow", "RequestsSlow"),
    begin: (stage) => {
      const heal = breakLinks(stage, ["api1>provider", "api2>provider"], { kind: "slow", ms: 2_500 });
      const pays = stage.traffic.paysOften();
      return Promise.resolve(() => {
        pays();
        return heal();
      });
    },
  },
  {
    what: "a jobs process gets no processor for 0.9 s of each second (SIGSTOP, SIGCONT)",
    alarms: [{ name: "ProcessSlow", labels: { process: "jobs" } }],
    begin: ({ product }) => {
      const over = new AbortController();
      const stutters = (async () => {
        while (!over.signal.aborted) {
          product.part("jobs1")?.pause();
          await delay(900);
          product.part("jobs1")?.resume("an alarm");
          await delay(100);
        }
      })();
      return Promise.resolve(async () => {
        over.abort();
        await stutters;
      });
    },
  },
  {
    what: "the orchestrators lose PostgreSQL for 40 s (their figures arrive afterwards)",
    alarms: alarms("ActivitiesFailing"),
    begin: async (stage) => {
      const heal = breakLinks(stage, ["orchestrator1>postgres", "orchestrator2>postgres"], { kind: "cut" });
      await delay(40_000);
      await heal();
      return () => Promise.resolve();
    },
  },
  {
    what: "rows say that every free stall is held, and an entry of the inbox that a crowd holds them (limits are off in the run)",
    alarms: alarms("StallsHeldUnpaid", "CrowdHoldsStalls"),
    begin: async ({ product }) => {
      const held = await product.query<{ id: string }>(
        `WITH free AS (SELECT stall_key, gen_random_uuid() AS visitor_id FROM stalls s
                        WHERE removed_at IS NULL AND NOT EXISTS (SELECT FROM bookings b WHERE b.stall_key = s.stall_key
                          AND b.state IN ('held', 'registered', 'paying', 'sold', 'blocked'))),
              made AS (INSERT INTO visitors (id) SELECT visitor_id FROM free)
         INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, hold_expires_at)
         SELECT gen_random_uuid(), stall_key, visitor_id, 'held', 2700000, clock_timestamp() + interval '10 minutes'
           FROM free RETURNING id`,
      );
      await product.query(
        `INSERT INTO issues (id, kind, subject, facts)
         SELECT gen_random_uuid(), 'stalls_held_unpaid', slug, '{}' FROM events ORDER BY id LIMIT 1`,
      );
      return async () => {
        await product.query(
          `UPDATE bookings SET state = 'released', release_reason = 'operator', ended_at = clock_timestamp()
            WHERE id = ANY($1::uuid[]) AND state = 'held'`,
          [held.map(({ id }) => id)],
        );
        await product.query("DELETE FROM issues WHERE kind = 'stalls_held_unpaid'");
      };
    },
  },
  {
    what: "a row says that a dispute's deadline is in an hour",
    alarms: alarms("DisputeDue"),
    begin: async ({ product }) => {
      await product.query(
        `INSERT INTO disputes (dispute_id, amount_paise, status, outcome, stage, respond_by)
         VALUES ('alarm', 100, 'CHARGEBACK_CREATED', 'open', 'evidence_asked', clock_timestamp() + interval '1 hour')`,
      );
      return async () => void (await product.query("DELETE FROM disputes WHERE dispute_id = 'alarm'"));
    },
  },
  {
    what: "a row says that the site's certificate ends in five days (the run's address is http)",
    alarms: alarms("CertificateEnding"),
    begin: async ({ product }) => {
      await product.query(
        "INSERT INTO part_checks (part, up, ends_at) VALUES ('certificate', true, clock_timestamp() + interval '5 days')",
      );
      return async () => void (await product.query("DELETE FROM part_checks WHERE part = 'certificate'"));
    },
  },
  {
    what: "a row says that the site's certificate could never be read (the run's address is http)",
    alarms: alarms("CertificateNotRead"),
    begin: async ({ product }) => {
      await product.query(
        "INSERT INTO part_checks (part, up, problem) VALUES ('certificate', false, 'no answer in time')",
      );
      return async () => void (await product.query("DELETE FROM part_checks WHERE part = 'certificate'"));
    },
  },
  {
    what: "an e-mail address stands in a webhook's error (a rule of verify)",
    alarms: [{ name: "InvariantBroken", labels: { rule: "no-personal-data-in-records" } }],
    begin: async (stage) => {
      const { product } = stage;
      const [row] = await product.query<{ id: string }>(
        "UPDATE webhook_inbox SET last_error = 'asha@example.com' WHERE id = (SELECT max(id) FROM webhook_inbox) RETURNING id",
      );
      await verifyAgain(stage);
      return async () => {
        await product.query("UPDATE webhook_inbox SET last_error = NULL WHERE id = $1", [row?.id]);
        await verifyAgain(stage);
      };
    },
  },
  {
    what: "the pictures' disk has 3 % left (an own file system of 20 MB)",
    alarms: [
      { name: "DiskFilling", labels: { place: "pictures" } },
      { name: "DiskNearlyFull", labels: { place: "pictures" } },
    ],
    needsDisk: "pictures",
    begin: (stage) => {
      fillPictures(stage, 0.03);
      return Promise.resolve(() => {
        rmSync(join(stage.product.picturesDisk ?? "", "ballast"));
        return Promise.resolve();
      });
    },
  },
  {
    what: "somebody writes to us 110 times under invented addresses (then the mails are made an hour older)",
    alarms: alarms("StrangerMails"),
    // Other causes mail a lot too.
    prepare: ageStrangerMails,
    begin: async (stage) => {
      await inventAddresses(stage);
      return () => ageStrangerMails(stage);
    },
  },
  {
    what: "a backup cannot be stored",
    alarms: [{ name: "BackupFailing", labels: { kind: "backup" } }],
    begin: async ({ command, folder }) => {
      const file = join(folder, "no-folder");
      writeFileSync(file, "");
      const exitCode = await command("backup", [], { BACKUP_DIR: join(file, "backups") });
      if (exitCode !== 1) throw new Error(`the backup ended with ${exitCode}`);
      return async () => void (await command("backup", []));
    },
  },
  {
    what: "no backup and no drill for a minute",
    alarms: alarms("BackupMissing", "BackupNotTried"),
    prepare: backUpAndTry,
    begin: (stage) => Promise.resolve(() => backUpAndTry(stage)),
  },
  {
    what: "the service that copies the record is killed",
    alarms: alarms("RecordNotCopied"),
    prepare: async ({ command }) => {
      const exitCode = await command("backup", ["record"]);
      if (exitCode !== 0) throw new Error(`the copy of the record ended with ${exitCode}`);
    },
    begin: async (stage) => {
      const service = stage.service("backup", "schedule");
      const runs = async () => {
        await Promise.all([service.start(), recordCopied(stage)]);
        await service.kill();
      };
      await runs();
      return runs;
    },
  },
];

/** The alarms above, and Heartbeat, whose cause is that all is well. */
export const ALARMS_CAUSED: readonly string[] = [
  "Heartbeat",
  ...CAUSES.flatMap((cause) => cause.alarms.map(({ name }) => name)),
];

/** Alarms that the lab does not cause: only promtool's tests of the rules make them fire (deploy/prometheus/*.test.yml). */
export const ALARMS_NOT_CAUSED: readonly string[] = [
  // The lab's PostgreSQL has no archive; deploy/test/lifetime.mjs has one.
  "ArchiveStalled",
  "ArchiveBackupMissing",
  // An hour without an answer, of a system that the lab does not have.
  "OtherSystemNotNotified",
];
