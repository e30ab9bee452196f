import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { PictureSubject } from "@sakhi/domain/pictures/picture.rules";
import { S3Server } from "@sakhi/testkit/s3-server";
import { eventually } from "@sakhi/testkit/until";
import { S3mini } from "s3mini";
import { IssuesService } from "../../src/issues/issues.service.js";
import { FolderStore } from "../../src/pictures/folder-store.js";
import { PictureChecksService } from "../../src/pictures/picture-checks.service.js";
import { PictureDecoderService } from "../../src/pictures/picture-decoder.service.js";
import { PictureFilesService } from "../../src/pictures/picture-files.service.js";
import type { PictureStore } from "../../src/pictures/picture-store.js";
import { PictureSweepService } from "../../src/pictures/picture-sweep.service.js";
import { PictureUploadsService } from "../../src/pictures/picture-uploads.service.js";
import { PicturesService } from "../../src/pictures/pictures.service.js";
import { S3Store } from "../../src/pictures/s3-store.js";
import type { Config } from "../../src/platform/config/config.js";
import { installationOf } from "../../src/platform/database/installation.js";
import { ProofOfWorkService } from "../../src/platform/http/proof-of-work.service.js";
import { RateLimits } from "../../src/platform/http/rate-limits.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import { Outbox, type QueueJob } from "../../src/platform/outbox/outbox.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { DecoderCommand } from "../../src/uploads/decoder-command.js";
import { DecoderService } from "../../src/uploads/decoder.service.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

/** A store of one test, with the settings that lead there. */
export interface TestStore {
  readonly store: PictureStore;
  /** Another installation's store: in the same bucket, or a folder beside this one. */
  readonly ofAnother: PictureStore;
  readonly settings: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/** Whether this machine has an S3-compatible server. */
export const WEED = process.env["WEED_COMMAND"];

/** Opens a store. @param installation resolves to the mark of the installation whose pictures it keeps */
type StoreOpener = (installation: () => Promise<string>) => Promise<TestStore>;

/** The stores to test: a folder, and a bucket if this machine has a server. */
export const STORES: readonly (readonly [name: string, open: StoreOpener])[] = [
  ["a folder", openFolder],
  ...(WEED === undefined ? [] : ([["an S3-compatible store", openBucket]] as const)),
];

export function openFolder(): Promise<TestStore> {
  const parent = mkdtempSync(join(tmpdir(), "sakhi-pictures-"));
  const folder = join(parent, "own");
  return Promise.resolve({
    store: new FolderStore(folder),
    ofAnother: new FolderStore(join(parent, "another")),
    settings: { PICTURES_DIR: folder },
    remove: () => rm(parent, { recursive: true, force: true }),
  });
}

export async function openBucket(installation: () => Promise<string>): Promise<TestStore> {
  const server = await S3Server.start(WEED ?? "");
  const { url, region, keyId, secret } = server.bucket;
  const admin = new S3mini({ endpoint: url, region, accessKeyId: keyId, secretAccessKey: secret });
  const created = eventually("the bucket to be created", async () => {
    await admin.createBucket();
    // Its first object waits for a volume. Not one of ours: the store must leave it alone.
    await admin.putObject("other/first", "1");
    return true;
  });
  await created.catch(async (error: unknown) => {
    await server.remove();
    throw error;
  });
  return {
    store: new S3Store(server.bucket, installation),
    ofAnother: new S3Store(server.bucket, () => Promise.resolve(randomUUID())),
    settings: {
      PICTURES_BUCKET_URL: url,
      PICTURES_BUCKET_REGION: region,
      PICTURES_BUCKET_KEY_ID: keyId,
      PICTURES_BUCKET_SECRET: secret,
    },
    remove: () => server.remove(),
  };
}

/** A new subject without pictures. */
export const newSubject = (): PictureSubject => ({ type: "brand", id: randomUUID() });

/** The services of pictures on a database and a store of their own, with the build's decoder. */
export class PicturesTest {
  readonly pictures: PicturesService;
  readonly uploads: PictureUploadsService;
  readonly files: PictureFilesService;
  readonly checks: PictureChecksService;
  readonly sweep: PictureSweepService;
  readonly counters = new Counters();

  private constructor(
    readonly db: TestDatabase,
    readonly config: Config,
    readonly stored: TestStore,
  ) {
    const { database } = db;
    const outbox = new Outbox();
    const secrets = new Secrets(config);
    this.pictures = new PicturesService(database, outbox, secrets);
    this.files = new PictureFilesService(database, stored.store, new IssuesService(database));
    this.uploads = new PictureUploadsService(
      database,
      new RateLimits(config, database, secrets, new ProofOfWorkService(config, secrets, database), this.counters),
      secrets,
      outbox,
      this.pictures,
      this.counters,
    );
    const decoder = new PictureDecoderService(new DecoderService(DecoderCommand.ofBuild()));
    this.checks = new PictureChecksService(database, decoder, stored.store, this.files, this.counters);
    this.sweep = new PictureSweepService(database, outbox, this.files, this.counters);
  }

  static async open(open: StoreOpener, settings: Record<string, string> = {}): Promise<PicturesTest> {
    const db = await createTestDatabase(8);
    const stored = await open(() => installationOf(db.database));
    const config = testConfig({ DATABASE_URL: db.url, ...stored.settings, ...settings });
    return new PicturesTest(db, config, stored);
  }

  async close(): Promise<void> {
    await this.stored.remove();
    await this.db.close();
  }

  /** A picture whose upload is complete. @returns its id */
  async uploaded(subject: PictureSubject, bytes: Buffer): Promise<string> {
    const ticket = this.uploads.issueTicket(subject, 600);
    const id = await this.uploads.start({ ticket, bytes: bytes.length, name: "", address: "192.0.2.1" });
    await this.uploads.append(ticket, id, 0, Readable.from([bytes]));
    return id;
  }

  /** A picture that is ready. @returns its id */
  async ready(subject: PictureSubject, bytes: Buffer): Promise<string> {
    const id = await this.uploaded(subject, bytes);
    if ((await this.checks.check(id)) !== "ready") throw new Error("the picture was refused");
    return id;
  }

  /** What the approval of a page does: a brand shows it. */
  async publish(id: string): Promise<void> {
    await this.query(
      "INSERT INTO brands (module, name, category, cover_picture_id) VALUES ('shops', 'Brand of ' || $1, 'Gifts', $1::uuid)",
      [id],
    );
  }

  /** Does what the queue would do with the jobs that wait in the outbox. */
  async runJobs(): Promise<void> {
    const waiting = await this.query<{ payload: QueueJob }>(
      "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL AND topic = 'queue' RETURNING payload",
    );
    for (const { payload } of waiting) {
      const pictureId = payload.data["pictureId"] ?? "";
      await this.files.removeOf(pictureId);
      await this.checks.check(pictureId);
    }
  }

  /** Lets time pass for every unfinished picture. */
  age(hours: number): Promise<unknown> {
    return this.query("UPDATE pictures SET updated_at = updated_at - make_interval(hours => $1)", [hours]);
  }

  query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.db.database.query<Row>(sql, values);
  }

  async state(id: string): Promise<string> {
    const [found] = await this.query<{ state: string }>(
      "SELECT state || coalesce(': ' || problem, '') AS state FROM pictures WHERE id = $1",
      [id],
    );
    return found?.state ?? "gone";
  }

  /** What does not fit together: files without a ready picture, pictures without a file, and leftovers. */
  async disagreements(): Promise<string[]> {
    const stored = (await this.stored.store.list()).map(({ name }) => name);
    const rows = await this.query<{ name: string; state: string }>(
      "SELECT DISTINCT f.name, p.state FROM picture_files f JOIN pictures p ON p.id = f.picture_id",
    );
    const needed = new Set(rows.filter(({ state }) => state === "ready").map(({ name }) => name));
    const chunks = await this.query<{ id: string; state: string }>(
      "SELECT DISTINCT p.id, p.state FROM picture_chunks c JOIN pictures p ON p.id = c.picture_id WHERE p.state NOT IN ('uploading', 'checking')",
    );
    return [
      ...stored.filter((name) => !needed.has(name)).map((name) => `orphan ${name}`),
      ...[...needed].filter((name) => !stored.includes(name)).map((name) => `missing ${name}`),
      ...rows.filter(({ state }) => state !== "ready").map(({ name, state }) => `row ${name} of ${state}`),
      ...chunks.map(({ id, state }) => `chunks of ${id}, ${state}`),
    ];
  }
}
