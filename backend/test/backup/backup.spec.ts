import "reflect-metadata";
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  createReadStream,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type INestApplicationContext, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ownDatabase, type OwnDatabase } from "@sakhi/testkit/database";
import { freePorts } from "@sakhi/testkit/ports";
import { CAN_MOUNT, PostgresServer } from "@sakhi/testkit/postgres-server";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { packTar } from "modern-tar";
import pg from "pg";
import { type ArchiveEntry, checkArchive, type Manifest, readArchive, writeArchive } from "../../src/backup/archive.js";
import { runBackupCommand } from "../../src/backup/backup-command.js";
import { BackupDrillService } from "../../src/backup/backup-drill.service.js";
import { BackupError } from "../../src/backup/backup-error.js";
import { BucketBackups, FolderBackups } from "../../src/backup/backup-store.js";
import { BackupModule } from "../../src/backup/backup.module.js";
import { BackupService } from "../../src/backup/backup.service.js";
import { archiveName, Backups, WHOLE } from "../../src/backup/backups.js";
import { connect, DatabaseCopy, DatabaseFilling } from "../../src/backup/database-copy.js";
import { type RestoreCommand, runRestoreCommand } from "../../src/backup/restore-command.js";
import { assertRestored } from "../../src/backup/unfinished-restore.js";
import { ENTITIES } from "../../src/entities.js";
import { entityDocs } from "../../src/entity-docs.js";
import { FolderStore } from "../../src/pictures/folder-store.js";
import { sentenceOf } from "../../src/platform/commands/sentence-error.js";
import type { Config } from "../../src/platform/config/config.js";
import { MIGRATIONS } from "../../src/platform/database/data-source.js";
import { type Query, schemaText } from "../../src/platform/database/schema-text.js";
import { OutsideFiles } from "../../src/platform/outside/outside-files.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { openMigrationDatabase } from "../../src/prepare-database.js";
import { VerificationOfCopy } from "../../src/scratch-verification.js";
import { OperatorTest } from "../operator/operator.js";
import { openBucket, WEED } from "../pictures/pictures-test.js";
import { testConfig } from "../support/config.js";

/** A file of a picture, and one that its store has lost. */
const PICTURE = `${"a".repeat(40)}-320.webp`;
const LOST = `${"b".repeat(40)}-320.avif`;

const INSTALLATION = "00000000-0000-4000-8000-000000000002";
const ARCHIVE = archiveName("sakhi", {
  installation: INSTALLATION,
  at: new Date("2026-11-24T20:30:00Z"),
  encrypted: false,
});
const POSITION = {
  installation: INSTALLATION,
  recoveries: 0,
  at: "2026-11-24T20:30:00.000Z",
  events: { bookings: 0, listings: 0, administrators: 0 },
  documents: {},
};

let test: OperatorTest;
let folder: string;
let config: Config;
let app: INestApplicationContext;
let service: BackupService;
let apps: INestApplicationContext[];

/** A Mela with sales, a refund, a moved booking and a picture. */
beforeAll(async () => {
  test = await OperatorTest.open();
  const operator = await test.administrator("vasudha");
  await test.sold("B1", { appliedCouponCode: "ONCE50" });
  const { bookingId } = await test.sold("B2", { businessName: "नीलम हस्तशिल्प" });
  // What COPY escapes, and null beside the empty text.
  for (const [name, value] of [
    ["odd", 'tab\there "\\N" \\. back\\slash\r\nline'],
    ["empty", ""],
  ])
    await test.mela.db.source.query("INSERT INTO part_checks (part, up, problem) VALUES ($1, true, $2)", [name, value]);
  await operator.move(bookingId, "B3");
  await operator.cancel((await test.sold("B4")).bookingId, "partial", 20_000);
  await test.soldOffline(operator, "B5");
  await test.mela.visitor().reserve("B6");
  const id = "00000000-0000-4000-8000-000000000001";
  await test.mela.db.source.query(
    `INSERT INTO pictures (id, subject_type, subject_id, state, bytes, received, width, height, placeholder, ended_at)
     VALUES ($1, 'brand', gen_random_uuid(), 'ready', 9, 9, 320, 200, 'data:image/webp;base64,AA', clock_timestamp())`,
    [id],
  );
  for (const name of [PICTURE, LOST])
    await test.mela.db.source.query(
      "INSERT INTO picture_files (picture_id, name, format, width, height, bytes) VALUES ($1, $2, split_part($2, '.', 2), 320, 200, 9)",
      [id, name],
    );
});
afterAll(() => test.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sakhi-backup-"));
  apps = [];
  await new FolderStore(join(folder, "pictures")).put(PICTURE, Buffer.from("a picture"));
  await open();
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const each of apps) await each.close();
  rmSync(folder, { recursive: true });
});

const settings = (more: Readonly<Record<string, string>> = {}) => ({
  DATABASE_URL: test.mela.db.url,
  MIGRATION_DATABASE_URL: "",
  REDIS_URL: "",
  RECORD_DIR: join(folder, "record"),
  PICTURES_DIR: join(folder, "pictures"),
  BACKUP_DIR: join(folder, "backups"),
  ...more,
});

async function open(more?: Readonly<Record<string, string>>): Promise<void> {
  config = testConfig(settings(more));
  @Module({ imports: [PlatformModule.with(config, test.mela.db.source), BackupModule] })
  class BackupTestModule {}
  app = await NestFactory.createApplicationContext(BackupTestModule, { logger: false });
  apps.push(app);
  service = app.get(BackupService);
}

const drill = () => new BackupDrillService(config, service, new VerificationOfCopy(config));
const installation = async () =>
  String((await test.mela.db.database.query<{ id: string }>("SELECT id FROM installation"))[0]?.id);
const runs = (kind: string) =>
  test.mela.db.database.query("SELECT succeeded, problem FROM backup_runs WHERE kind = $1 ORDER BY id DESC LIMIT 1", [
    kind,
  ]);

/** Every row of every table, but the notes of backups themselves. */
async function contents(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('backup_runs', 'migrations')`,
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ all: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS all FROM "${name}" t`,
      );
      found[name] = rows[0]?.all ?? "";
    }
    const { rows: shape } = await client.query<{ all: string }>(
      `SELECT md5(string_agg(each, ',' ORDER BY each)) AS all FROM (
         SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) AS each FROM pg_constraint
          WHERE connamespace = 'public'::regnamespace
         UNION ALL SELECT tgrelid::regclass || tgname || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
         UNION ALL SELECT sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences
          WHERE schemaname = 'public' AND sequencename NOT LIKE 'backup_runs%') AS shapes`,
    );
    return { ...found, shape: shape[0]?.all ?? "" };
  } finally {
    await client.end();
  }
}

/** Restores into a database, as the command does; sales are not paused, so that rows can be compared. */
const restore = (url: string, ...args: string[]): Promise<string[]> => restoreWith({}, url, ...args);

async function restoreWith(
  { enterRecovery = () => Promise.resolve() }: Partial<Pick<RestoreCommand, "enterRecovery">>,
  url: string,
  ...args: string[]
): Promise<string[]> {
  const lines: string[] = [];
  const owned = testConfig(settings({ DATABASE_URL: url }));
  await runRestoreCommand(args, {
    backups: new Backups(service.backups.store, config.backups, new Secrets(config)),
    ownersUrl: url,
    entities: ENTITIES,
    targets: {
      pictures: () => new FolderStore(join(folder, "restored")),
      files: new OutsideFiles(join(folder, "again")),
    },
    prepare: async () => {
      const source = await openMigrationDatabase(owned);
      await source.runMigrations();
      await source.destroy();
    },
    enterRecovery,
    print: (line) => lines.push(line),
  });
  return lines;
}

async function withEmptyDatabase<T>(work: (database: OwnDatabase) => Promise<T>): Promise<T> {
  const database = await ownDatabase();
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

const files = (name: string) => readdirSync(join(folder, name)).toSorted();
/** A second hold of the visitor who holds B6, as only an index forbids it. */
const SECOND_HOLD = `
  INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, held_at, hold_expires_at)
  SELECT gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'B7'), visitor_id, state, price_paise, held_at,
         hold_expires_at
    FROM bookings WHERE state = 'held'`;
const tablesOf = async ({ url }: OwnDatabase) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  await client.end();
  return rows.length;
};

describe("a backup", () => {
  it("puts back pictures and record only, for a database from the continuous archive", async () => {
    const id = await installation();
    await new OutsideFiles(join(folder, "record")).logOrder(id, "MELA1", "2026-12-03T05:00:00.000Z");
    const { archive } = await service.make();
    await new OutsideFiles(join(folder, "record")).logOrder(id, "MELA2", "2026-12-03T05:00:01.000Z");
    await service.copyRecord();
    const before = await contents(test.mela.db.url);

    expect(await restore(test.mela.db.url, "files")).toEqual([
      `Put back 1 files of pictures of ${archive}; the record: 1 files.`,
    ]);
    expect(await new FolderStore(join(folder, "restored")).get(PICTURE)).toEqual(Buffer.from("a picture"));
    // The copy of the record is newer than the backup.
    expect(await new OutsideFiles(join(folder, "again")).ordersSince(id, new Date(0))).toEqual(["MELA1", "MELA2"]);
    expect(await contents(test.mela.db.url)).toEqual(before);
    expect(await restore(test.mela.db.url, "files")).toEqual([
      `Put back 0 files of pictures of ${archive}; the record: as it was.`,
    ]);
  });

  it("notes each base backup of the continuous archive once", async () => {
    const state = join(folder, "run");
    await service.noteArchiveRun(state);
    expect(await runs("archive")).toEqual([]);
    const noted = (at: string, ok: string, problem: string) =>
      writeFileSync(state, `at=${at}\nok=${ok}\nproblem=${problem}\n`);
    noted("2026-12-03T21:00:05Z", "no", "[103]: the store does not answer");
    for (let turn = 0; turn < 2; turn += 1) await service.noteArchiveRun(state);
    expect(await runs("archive")).toEqual([{ succeeded: false, problem: "[103]: the store does not answer" }]);
    noted("2026-12-04T21:00:05Z", "yes", "");
    for (let turn = 0; turn < 2; turn += 1) await service.noteArchiveRun(state);
    expect(
      await test.mela.db.database.query("SELECT count(*)::int AS n FROM backup_runs WHERE kind = 'archive'"),
    ).toEqual([{ n: 2 }]);
    await test.mela.db.database.query("DELETE FROM backup_runs WHERE kind = 'archive'");
  });

  it("brings back every row, constraint, trigger and number, and the pictures", async () => {
    const made = await service.make();
    expect(made).toMatchObject({ pictures: 1, missingPictures: [LOST], deleted: [] });
    expect(files("backups")).toEqual([made.archive, `${made.archive}.json`]);
    expect(await runs("backup")).toEqual([{ succeeded: true, problem: null }]);
    await withEmptyDatabase(async ({ url }) => {
      expect((await restore(url)).join("\n")).toContain("Sales are paused");
      expect(await contents(url)).toEqual(await contents(test.mela.db.url));
      expect(await new FolderStore(join(folder, "restored")).get(PICTURE)).toEqual(Buffer.from("a picture"));
      const client = await connect(url);
      await expect(client.query(SECOND_HOLD)).rejects.toMatchObject({
        constraint: "bookings_one_first_hold_per_visitor",
      });
      await client.end();
    });
  });

  it("is restored beside the product by a drill, which leaves nothing", async () => {
    await service.make();
    expect(await runBackupCommand("drill", service, drill())).toEqual([
      expect.stringMatching(/was restored: \d+ rows, \d+ rules hold$/),
    ]);
    expect(await runs("drill")).toEqual([{ succeeded: true, problem: null }]);
    const scratch = new URL(test.mela.db.url);
    scratch.pathname += "_drill";
    expect(await tablesOf({ url: scratch.href } as OwnDatabase)).toBe(0);
  });

  it("fails the drill if the restored database breaks a rule", async () => {
    // Sales without their money.
    const set = (outcome: string) =>
      test.mela.db.source.query(
        `SET session_replication_role = replica;
         UPDATE payments SET outcome = '${outcome}' WHERE outcome IN ('success', 'failed');
         RESET session_replication_role`,
      );
    await set("failed");
    try {
      await service.make();
    } finally {
      await set("success");
    }
    await expect(drill().run()).rejects.toThrow(/^The restored database breaks .*sale/);
    expect(await runs("drill")).toEqual([{ succeeded: false, problem: expect.stringContaining("breaks") }]);
  });

  it("of a newer release is refused", async () => {
    const copy = await DatabaseCopy.open(test.mela.db.url);
    const facts = () => {
      const found = copy.facts();
      const migrations = [...found.migrations, "Future2000000000000"];
      return { ...found, migrations, version: "other", position: POSITION, missingPictures: [] };
    };
    await service.backups.add(ARCHIVE, writeArchive(copy.entries(), facts, undefined));
    await copy.close();
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(
        /made by release other, which is newer .*install that release/,
      );
      expect(await tablesOf(database)).toBe(0);
    });
  });

  /** Made by release 0.1.0 of the same sales, refund and move as above. */
  const RELEASE_0_1 = new URL("samples/release-0.1.0.tar.gz", import.meta.url);
  /** With the label of the installation that made it. */
  const NAME_0_1 = "sakhi-b7080e7adc59-20261124T203000Z.tar.gz";

  it("of the last 0.1 becomes a database of this release", async () => {
    await service.backups.add(NAME_0_1, createReadStream(RELEASE_0_1));
    await withEmptyDatabase(async ({ url }) => {
      expect((await restore(url)).join("\n")).toMatch(
        /release 0\.1\.0\+[\s\S]*Restored 218 rows and 1 files of pictures/,
      );
      const client = await connect(url);
      const read = async <Row extends object>(sql: string, parameters?: unknown[]): Promise<Row[]> =>
        (await client.query<Row>(sql, parameters)).rows;
      expect(await read("SELECT name FROM migrations ORDER BY id")).toEqual(
        MIGRATIONS.map((each) => ({ name: new each().name })),
      );
      expect(
        await read(
          `SELECT stall_id, state, final_paise::int AS paid FROM bookings JOIN stalls USING (stall_key) ORDER BY stall_id`,
        ),
      ).toEqual([
        { stall_id: "B1", state: "sold", paid: expect.any(Number) },
        { stall_id: "B3", state: "sold", paid: expect.any(Number) },
        { stall_id: "B4", state: "released", paid: expect.any(Number) },
        { stall_id: "B5", state: "sold", paid: expect.any(Number) },
        { stall_id: "B6", state: "held", paid: null },
      ]);
      const shape = (query: Query) => schemaText(query, entityDocs(), "postgres");
      expect(await shape(read)).toBe(await shape((sql, parameters) => test.mela.db.source.query(sql, parameters)));
      await client.end();
    });
  });

  it("of an earlier 0.1 is refused: update to the last one first", async () => {
    let manifest: Manifest | undefined;
    const entries: ArchiveEntry[] = [];
    for await (const entry of readArchive(createReadStream(RELEASE_0_1), undefined, (found) => (manifest = found)))
      entries.push(entry);
    const facts = () => ({ ...manifest!, migrations: manifest!.migrations.slice(0, -1) });
    await service.backups.add(
      NAME_0_1,
      writeArchive(
        (async function* () {
          yield* entries;
        })(),
        facts,
        undefined,
      ),
    );
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(/is of an earlier 0\.1: update to the last 0\.1 first/);
      expect(await tablesOf(database)).toBe(0);
    });
  });

  it("is encrypted for a key, and read with its other half only; the tool age reads it too", async () => {
    const identity = await generateX25519Identity();
    const key = join(folder, "key");
    writeFileSync(key, `# created by a test\n${identity}\n`);
    await open({ BACKUP_RECIPIENT: await identityToRecipient(identity) });
    const { archive } = await service.make();
    expect(archive).toMatch(/^manual-[0-9a-f]{12}-\d{8}T\d{6}Z\.tar\.gz\.age$/);
    const bytes = readFileSync(join(folder, "backups", archive));
    expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
    await expect(drill().run()).rejects.toThrow("BACKUP_IDENTITY_FILE must name the file");
    const other = join(folder, "other");
    writeFileSync(other, await generateX25519Identity());
    await open({ BACKUP_IDENTITY_FILE: other });
    await expect(drill().run()).rejects.toThrow(/^It cannot be read: /);
    await open({ BACKUP_IDENTITY_FILE: key });
    expect((await drill().run()).rules).toBeGreaterThan(20);
    const age = spawnSync("age", ["--decrypt", "-i", key], { input: bytes, maxBuffer: 1e9 });
    // Only where it is installed.
    if (age.error === undefined) expect([age.status, age.stdout.subarray(0, 2).toString("hex")]).toEqual([0, "1f8b"]);
  });

  it("deletes the backups that are no longer kept, and no other file", async () => {
    await open({ BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "0" });
    const text = async function* () {
      yield Buffer.from("x");
    };
    const own = { installation: await installation(), encrypted: false };
    const named = (kind: "sakhi" | "manual", day: number) =>
      archiveName(kind, { ...own, at: new Date(Date.UTC(2026, 0, day, 20, 30)) });
    for (const name of [named("sakhi", 1), ...[2, 3, 4, 5, 6, 7].map((day) => named("manual", day))])
      await service.backups.add(name, text());
    await service.backups.store.put("notes.txt", text());
    const { archive, deleted } = await service.make("sakhi");
    // Of those made by hand, the newest five stay, and none replaces one of a night.
    expect(deleted).toEqual([named("sakhi", 1), named("manual", 2)]);
    const kept = [archive, ...[3, 4, 5, 6, 7].map((day) => named("manual", day))];
    expect(files("backups")).toEqual([...kept.flatMap((name) => [name, `${name}.json`]), "notes.txt"].toSorted());
  });

  it("is due once a night", async () => {
    expect(await service.makeIfDue()).toBeDefined();
    expect(await service.makeIfDue()).toBeUndefined();
  });

  it("is made by one process at a time", async () => {
    const [first, second] = await Promise.allSettled([service.make(), service.make()]);
    expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const rejected = first.status === "rejected" ? first : second;
    expect((rejected as PromiseRejectedResult).reason).toEqual(new BackupError("Another backup is being made."));
  });
});

describe("a backup that is not whole", () => {
  const path = (ending = "") => join(folder, "backups", `${files("backups")[0] ?? ""}${ending}`);
  const shortened = () => truncateSync(path(), statSync(path()).size - 100);
  const changed = () => {
    const bytes = readFileSync(path());
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 30) ^ 1, bytes.length - 30);
    writeFileSync(path(), bytes);
  };

  it.each([
    ["cut off", shortened, /cannot be read|checksum differs/],
    ["changed by a bit", changed, /cannot be read|checksum differs/],
    ["longer than it was", () => appendFileSync(path(), "x"), /cannot be read|checksum differs/],
    ["without a description", () => rmSync(path(".json")), /There is no complete backup/],
    ["with an unreadable description", () => writeFileSync(path(".json"), "{"), /description cannot be read/i],
    [
      "of another archive",
      () => writeFileSync(path(".json"), '{"archive":"x","bytes":1,"sha256":"y"}'),
      /cannot be read/,
    ],
  ])("%s restores nothing", async (_what, damage, problem) => {
    await service.make();
    damage();
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(problem);
      expect(await tablesOf(database)).toBe(0);
    });
  });

  it.each([
    [
      "an entry that was changed",
      (entries: ArchiveEntry[]) => entries.map((each, at) => (at === 1 ? { ...each, bytes: Buffer.from("x") } : each)),
    ],
    ["an entry that is missing", (entries: ArchiveEntry[]) => entries.slice(1)],
    ["an entry twice", (entries: ArchiveEntry[]) => [...entries, entries[0]!]],
  ])("finds %s, though the archive as such is in order", async (_what, damage) => {
    await service.make();
    const [backup] = await service.backups.of(await installation(), WHOLE);
    const { content, identity } = await service.backups.open(backup!);
    let manifest: Manifest | undefined;
    const entries: ArchiveEntry[] = [];
    for await (const entry of readArchive(content, identity, (found) => (manifest = found))) entries.push(entry);
    // With the checksums of the original.
    const all = [...damage(entries), { path: "manifest.json", bytes: Buffer.from(JSON.stringify(manifest)) }];
    const packed = await packTar(
      all.map(({ path: name, bytes }) => ({ header: { name, size: bytes.length, type: "file" }, body: bytes })),
    );
    const written = async function* () {
      yield gzipSync(packed);
    };
    await expect(checkArchive(written(), undefined)).rejects.toThrow(/not what was backed up|is missing|twice/);
  });

  it("is what an interrupted one leaves: nothing that counts, and the next one is made", async () => {
    const { store } = service.backups;
    const put = store.put.bind(store);
    jest.spyOn(store, "put").mockImplementationOnce((name, bytes) => {
      const cut = async function* () {
        for await (const each of bytes) {
          yield each;
          throw new Error("the process ends here");
        }
      };
      return put(name, cut());
    });
    await expect(service.make()).rejects.toThrow(BackupError);
    expect(files("backups")).toEqual([]);
    expect(await runs("backup")).toEqual([{ succeeded: false, problem: "It failed: Error." }]);
    expect((await service.make()).rows).toBeGreaterThan(100);
  });

  it("says which part failed: the store", async () => {
    const store = join(folder, "backups");
    writeFileSync(store, "no folder");
    // It is read once, before anything is written: whose is it?
    await expect(service.make()).rejects.toThrow(/^the backups' store failed to list its files: \w+ E\w+$/);
    rmSync(store);
    await service.make();
    rmSync(store, { recursive: true });
    writeFileSync(store, "no folder");
    await expect(service.make()).rejects.toThrow(/^the backups' store failed to store a file: \w+ E\w+$/);
  });
});

describe("a restore", () => {
  it("refuses a database that has tables", async () => {
    await service.make();
    const before = await contents(test.mela.db.url);
    await expect(restore(test.mela.db.url)).rejects.toThrow(
      /has \d+ tables: a backup is restored into an empty one only/,
    );
    expect(await contents(test.mela.db.url)).toEqual(before);
  });

  it("that fails leaves an empty database, and may be repeated", async () => {
    await service.make();
    await withEmptyDatabase(async (database) => {
      const failing = jest.spyOn(FolderStore.prototype, "put").mockRejectedValueOnce(new Error("no space"));
      await expect(restore(database.url)).rejects.toThrow("no space");
      expect(failing).toHaveBeenCalledTimes(1);
      expect(await tablesOf(database)).toBe(0);
      await restore(database.url);
      expect(await contents(database.url)).toEqual(await contents(test.mela.db.url));
    });
  });

  it("of rows that PostgreSQL refuses leaves an empty database", async () => {
    const entries = async function* () {
      // `up` is missing.
      yield { path: "database/part_checks/000001", bytes: Buffer.from("smtp\n") };
    };
    const facts = () => ({
      ...{ at: POSITION.at, version: "other", position: POSITION, missingPictures: [], sequences: {} },
      migrations: MIGRATIONS.map((Migration) => new Migration().name),
      tables: [{ name: "part_checks", columns: ["part"], rows: 1 }],
    });
    await service.backups.add(ARCHIVE, writeArchive(entries(), facts, undefined));
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(/null value in column "up"/);
      expect(await tablesOf(database)).toBe(0);
    });
  });

  it("says PostgreSQL's own error, also if that comes between two calls", async () => {
    await withEmptyDatabase(async ({ url }) => {
      const [client, other] = [await connect(url), await connect(url)];
      try {
        await client.query("CREATE TABLE notes (note text NOT NULL)");
        await client.query("BEGIN");
        const tables = [{ name: "notes", columns: ["note"], rows: 1 }];
        const filling = await DatabaseFilling.begin(client, { tables, sequences: {} } as unknown as Manifest);
        await filling.add("notes", Buffer.from("\\N\n"));
        const failed = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE '%(aborted)'";
        while ((await other.query(failed)).rowCount === 0);
        await expect(filling.finish()).rejects.toThrow(/null value in column "note"/);
        await filling.abort();
      } finally {
        await Promise.all([client.end(), other.end()]);
      }
    });
  });

  it("that was killed may be repeated", async () => {
    await service.make();
    await withEmptyDatabase(async (database) => {
      const client = await connect(database.url);
      await client.query("COMMENT ON SCHEMA public IS 'a restore of Sakhi Bazaar has not ended'");
      await client.query("CREATE TABLE bookings (half int)");
      await client.end();
      await restore(database.url);
      expect(await contents(database.url)).toEqual(await contents(test.mela.db.url));
    });
  });

  it("that has filled the database is not over before the sales are paused: it may be repeated, and nothing else", async () => {
    await service.make();
    await withEmptyDatabase(async (database) => {
      const fails = () => Promise.reject(new Error("no space left"));
      await expect(restoreWith({ enterRecovery: fails }, database.url)).rejects.toThrow("no space left");
      expect(await tablesOf(database)).toBeGreaterThan(50);
      const client = await connect(database.url);
      const query = async (sql: string) => (await client.query<object>(sql)).rows;
      await expect(assertRestored(query)).rejects.toThrow(/has not ended: run `npm run restore` again/);
      await restore(database.url);
      await assertRestored(query);
      await client.end();
      await expect(restore(database.url)).rejects.toThrow(/into an empty one only/);
    });
  });

  it("that put the record back and failed knows when it is repeated that the record is a copy", async () => {
    const id = await installation();
    await new OutsideFiles(join(folder, "record")).logOrder(id, "MELA1", "2026-11-24T09:00:00Z");
    await service.make();
    await service.copyRecord();
    const survived: boolean[] = [];
    const enterRecovery = (recordSurvived: boolean) => {
      survived.push(recordSurvived);
      return survived.length === 1 ? Promise.reject(new Error("no space left")) : Promise.resolve();
    };
    await withEmptyDatabase(async ({ url }) => {
      await expect(restoreWith({ enterRecovery }, url)).rejects.toThrow("no space left");
      await restoreWith({ enterRecovery }, url);
    });
    // Now it is the record of this machine.
    await withEmptyDatabase(({ url }) => restoreWith({ enterRecovery }, url));
    expect(survived).toEqual([false, false, true]);
  });

  (CAN_MOUNT ? it : it.skip)("into a PostgreSQL without room says so, and works once there is some", async () => {
    await service.make();
    const [port = 0] = await freePorts(1);
    const server = await PostgresServer.create(port, 120_000_000);
    try {
      const admin = await connect(server.url);
      await admin.query("CREATE DATABASE restored");
      await admin.end();
      const url = new URL(server.url);
      url.pathname = "/restored";
      const { bavail, bsize } = statfsSync(server.tables);
      writeFileSync(join(server.tables, "ballast"), Buffer.alloc(bavail * bsize - 2_000_000));
      const printed = jest.spyOn(console, "log");
      const error = await restore(url.href).catch((reason: unknown) => reason);
      expect(printed).not.toHaveBeenCalled();
      expect(sentenceOf(error)).toBe("It failed: PostgreSQL's disk is full (53100).");
      rmSync(join(server.tables, "ballast"));
      await restore(url.href);
      expect(await contents(url.href)).toEqual(await contents(test.mela.db.url));
    } finally {
      await server.remove();
    }
  });

  it("puts back the newest record, and leaves the one that survived", async () => {
    const id = await installation();
    const record = new OutsideFiles(join(folder, "record"));
    expect(await service.copyRecord()).toBeUndefined();
    await record.logOrder(id, "MELA1", "2026-11-24T09:00:00Z");
    await record.logSentMail(id, { key: "first", at: "2026-11-24T09:00:00Z" });
    await service.make();
    // After the backup.
    await record.logOrder(id, "MELA2", "2026-11-24T09:01:00Z");
    await service.copyRecord();
    const again = new OutsideFiles(join(folder, "again"));
    await again.logSentMail(id, { key: "survived", at: "2026-11-24T09:02:00Z" });
    await withEmptyDatabase(({ url }) => restore(url));
    expect(await again.ordersSince(id, new Date(0))).toEqual(["MELA1", "MELA2"]);
    expect((await again.sentMails(id))?.map(({ key }) => key)).toEqual(["survived"]);
  });
});

/** A second installation's archive in the store. */
const foreign = archiveName("sakhi", { installation: INSTALLATION, at: new Date(), encrypted: false });
/** An archive as `service` would write it, with an operator of its author's. */
async function* forgedArchive(): AsyncGenerator<Uint8Array> {
  const copy = await DatabaseCopy.open(test.mela.db.url);
  try {
    const facts = () => ({ ...copy.facts(), version: "other", position: POSITION, missingPictures: [] });
    yield* writeArchive(copy.entries(), facts, undefined);
  } finally {
    await copy.close();
  }
}
/** Puts an archive with an unsigned description beside it, as somebody with the store's key can. @returns its checksum */
async function forge(name: string, more: object = {}): Promise<string> {
  const { store } = service.backups;
  const pieces: Uint8Array[] = [];
  for await (const piece of forgedArchive()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const text = JSON.stringify({ archive: name, bytes: bytes.length, sha256, ...more });
  await store.put(name, of(bytes));
  await store.put(`${name}.json`, of(Buffer.from(text)));
  return sha256;
}
async function* of(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Secrets of another installation. */
const other = new Secrets(testConfig({ COOKIE_SECRET: "another-secret-of-another-installation-0123456789" }));

describe("what somebody else has put into the store", () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["without a signature", () => forge(foreign), /not signed with this COOKIE_SECRET/],
    [
      "signed with another secret",
      () => new Backups(service.backups.store, config.backups, other).add(foreign, forgedArchive()),
      /not signed with this COOKIE_SECRET/,
    ],
    [
      "with another's signature",
      async () => {
        const { archive } = await service.make();
        const { signature } = JSON.parse(readFileSync(join(folder, "backups", `${archive}.json`), "utf8")) as {
          signature: string;
        };
        rmSync(join(folder, "backups", archive));
        return forge(foreign, { signature });
      },
      /not signed with this COOKIE_SECRET/,
    ],
    [
      "with a date in the future",
      () =>
        service.backups.add(
          archiveName("sakhi", { installation: INSTALLATION, at: new Date("2099-12-31T00:00:00Z"), encrypted: false }),
          forgedArchive(),
        ),
      /time is in the future/,
    ],
    ["with a name of an earlier release", () => forge("sakhi-20261124T203000Z.tar.gz"), /names no installation/],
    [
      "unencrypted, though there is a key",
      async () => {
        await service.backups.add(foreign, forgedArchive());
        await open({ BACKUP_RECIPIENT: await identityToRecipient(await generateX25519Identity()) });
      },
      /not encrypted, and BACKUP_RECIPIENT is set/,
    ],
  ])("%s is neither listed nor restored", async (_what, put, why) => {
    await put();
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(why);
      expect(await tablesOf(database)).toBe(0);
    });
    expect((await runBackupCommand("list", service, drill())).join("\n")).toMatch(why);
    await expect(drill().run()).rejects.toThrow("There is no backup.");
  });

  it("is said before the newest of the others is restored", async () => {
    const { archive } = await service.make();
    const newer = archiveName("manual", {
      ...{ installation: await installation(), encrypted: false },
      at: new Date(Date.now() + 60_000),
    });
    await service.backups.store.put(newer, of(Buffer.from("x")));
    await service.backups.store.put(`${newer}.json`, of(Buffer.from("{")));
    await withEmptyDatabase(async ({ url }) => {
      const lines = await restore(url);
      expect(lines.slice(0, 2)).toEqual([
        `LEFT OUT: ${newer}. Its description cannot be read.`,
        `Checking ${archive} …`,
      ]);
    });
  });

  it("is restored if a person vouches for it by its checksum, and not by another", async () => {
    const sha256 = await forge(foreign);
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url, foreign, "--sha256", "0".repeat(64))).rejects.toThrow(/checksum differs/);
      expect(await tablesOf(database)).toBe(0);
      await restore(database.url, foreign, "--sha256", sha256);
      expect(await tablesOf(database)).toBeGreaterThan(50);
    });
  });

  it("with an entry larger than anything that is backed up is not read", async () => {
    const entries = async function* () {
      yield { path: "database/notes/000001", bytes: Buffer.alloc(65 * 1024 * 1024) };
    };
    const facts = () => ({
      ...{ at: POSITION.at, version: "other", position: POSITION, missingPictures: [], sequences: {} },
      ...{ migrations: [], tables: [] },
    });
    await expect(checkArchive(writeArchive(entries(), facts, undefined), undefined)).rejects.toThrow(/larger than/);
  });
});

describe("two installations with one store", () => {
  const addForeign = (kind: "sakhi" | "record", at: Date) =>
    service.backups.add(archiveName(kind, { installation: INSTALLATION, at, encrypted: false }), forgedArchive());

  it("the second writes nothing without the setting", async () => {
    await addForeign("sakhi", new Date("2026-11-24T20:30:00Z"));
    await new OutsideFiles(join(folder, "record")).logOrder(await installation(), "MELA1", "2026-11-24T09:00:00Z");
    const before = files("backups");
    await expect(service.make()).rejects.toThrow(
      /backups of another installation \(000000000000\).*BACKUP_SHARED_STORE/,
    );
    await expect(service.copyRecord()).rejects.toThrow(/nothing was written/);
    expect(files("backups")).toEqual(before);
    await open({ BACKUP_SHARED_STORE: "on" });
    await service.make();
    expect(files("backups")).toHaveLength(before.length + 2);
  });

  it("the second writes nothing either if its COOKIE_SECRET is another", async () => {
    await new Backups(service.backups.store, config.backups, other).add(foreign, forgedArchive());
    const before = files("backups");
    await expect(service.make()).rejects.toThrow(/backups of another installation \(000000000000\)/);
    expect(files("backups")).toEqual(before);
  });

  it("archives of an earlier release and of its own former secret keep none from writing", async () => {
    await forge("sakhi-20261124T203000Z.tar.gz");
    const own = { installation: await installation(), at: new Date("2026-11-25T20:30:00Z"), encrypted: false };
    await new Backups(service.backups.store, config.backups, other).add(archiveName("sakhi", own), forgedArchive());
    const { archive } = await service.make();
    // With one of its own in the store, another's arrives too late to hinder it.
    await forge(foreign);
    await open();
    expect((await service.backups.of(await installation(), WHOLE)).map(({ name }) => name)).toEqual([archive]);
    await service.make();
  });

  it("neither deletes, restores nor drills the other's", async () => {
    await open({ BACKUP_SHARED_STORE: "on", BACKUP_KEEP_DAILY: "1", BACKUP_KEEP_WEEKLY: "0" });
    for (const day of [20, 21, 22, 23, 24]) {
      await addForeign("sakhi", new Date(Date.UTC(2026, 10, day)));
      await addForeign("record", new Date(Date.UTC(2026, 10, day)));
    }
    const before = files("backups");
    const id = await installation();
    const record = new OutsideFiles(join(folder, "record"));
    for (const order of ["MELA1", "MELA2", "MELA3", "MELA4", "MELA5"]) {
      await record.logOrder(id, order, "2026-11-24T09:00:00Z");
      await service.copyRecord();
    }
    const { archive, deleted } = await service.make("sakhi");
    expect(deleted).toEqual([]);
    expect(files("backups")).toEqual(expect.arrayContaining(before));
    expect((await drill().run()).archive).toBe(archive);
    await withEmptyDatabase(async (database) => {
      await expect(restore(database.url)).rejects.toThrow(/backups of 2 installations\. Name the one to restore/);
      await restore(database.url, archive);
      expect(await new OutsideFiles(join(folder, "again")).ordersSince(id, new Date(0))).toHaveLength(5);
    });
  });

  it("the record is copied when it has changed, and noted as current when it has not", async () => {
    const id = await installation();
    const record = new OutsideFiles(join(folder, "record"));
    await record.logOrder(id, "MELA1", "2026-11-24T09:00:00Z");
    const first = await service.copyRecord();
    expect(await service.copyRecord()).toBe(first);
    expect(files("backups").filter((name) => name.startsWith("record"))).toHaveLength(2);
    const age = async () =>
      (
        await test.mela.db.database.query<{ old: boolean }>(
          "SELECT max(finished_at) < clock_timestamp() - interval '1 hour' AS old FROM backup_runs WHERE kind = 'record'",
        )
      )[0]?.old;
    await test.mela.db.database.query("UPDATE backup_runs SET finished_at = finished_at - interval '2 hours'");
    expect(await age()).toBe(true);
    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    expect(await service.copyRecord()).toBe(first);
    expect(await age()).toBe(false);
  });
});

describe("the stores", () => {
  const STORES = [
    [
      "a folder",
      () => Promise.resolve({ store: new FolderBackups(join(folder, "store")), remove: () => Promise.resolve() }),
    ],
    ...(WEED === undefined ? [] : ([["an S3-compatible store", bucket]] as const)),
  ] as const;

  async function bucket() {
    const opened = await openBucket(() => Promise.resolve(randomUUID()));
    const {
      PICTURES_BUCKET_URL: url = "",
      PICTURES_BUCKET_KEY_ID: keyId = "",
      PICTURES_BUCKET_SECRET: secret = "",
    } = opened.settings;
    return { store: new BucketBackups({ url, region: "auto", keyId, secret }), remove: () => opened.remove() };
  }

  it.each(STORES)("%s keeps small and large objects, and none that was interrupted", async (_name, start) => {
    const { store, remove } = await start();
    try {
      // Two parts and a bit, in pieces of odd sizes.
      const large = Buffer.alloc(33_000_001, "sakhi");
      const pieces = async function* (bytes: Buffer, end?: Error) {
        for (let at = 0; at < bytes.length; at += 777_777) yield bytes.subarray(at, at + 777_777);
        if (end !== undefined) throw end;
      };
      await expect(store.put("cut", pieces(large, new Error("ended")))).rejects.toThrow("ended");
      await store.put("small", pieces(Buffer.from("small")));
      await store.put("large", pieces(large));
      await store.put("small", pieces(Buffer.from("other")));
      const listed = (await store.list()).toSorted((a, b) => a.bytes - b.bytes);
      expect(listed).toEqual([
        { name: "small", bytes: 5 },
        { name: "large", bytes: 33_000_001 },
      ]);
      const read: Uint8Array[] = [];
      for await (const piece of store.get("large")) read.push(piece);
      expect(Buffer.concat(read).equals(large)).toBe(true);
      for (const name of ["large", "large"]) await store.remove(name);
      expect((await store.list()).map(({ name }) => name)).toEqual(["small"]);
      await expect(store.put("../x", pieces(large))).rejects.toThrow("no name of a backup");
    } finally {
      await remove();
    }
  });
});
