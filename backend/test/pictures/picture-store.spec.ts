import "reflect-metadata";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Logger } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { pictureFormatOf } from "@sakhi/domain/pictures/picture.rules";
import { until } from "@sakhi/testkit/until";
import { Upload } from "tus-js-client";
import { PictureStoreError } from "../../src/pictures/picture-store.js";
import { S3Store } from "../../src/pictures/s3-store.js";
import { PICTURE_STORE_RULES } from "../../src/verify/pictures.rules.js";
import type { OutsideRule } from "../../src/verify/rule.js";
import { PictureProcess } from "./child.js";
import { HOSTILE_FILES, noise } from "./hostile-files.js";
import { newSubject, PicturesTest, STORES } from "./pictures-test.js";

/** The file of an address. */
const nameIn = (url = ""): string => url.split("?")[0]?.split("/").at(-1) ?? "";

// The checks log what each decoding took.
Logger.overrideLogger(false);

const NAME = `${"a".repeat(40)}-320.webp`;
const OTHER = `${"b".repeat(40)}-640.avif`;
const photograph = (): Promise<Buffer> => noise(400, 300).jpeg().toBuffer();

describe.each(STORES)("pictures in %s", (_name, open) => {
  let test: PicturesTest;
  beforeAll(async () => {
    test = await PicturesTest.open(open);
  });
  afterAll(() => test.close());

  const names = async () => (await test.stored.store.list()).map(({ name }) => name).toSorted();

  it("stores, reads, lists and removes, each as often as one likes", async () => {
    const { store } = test.stored;
    expect([await store.get(NAME), await names()]).toEqual([undefined, []]);
    for (const name of [NAME, NAME, OTHER]) await store.put(name, Buffer.from(name));
    expect(await store.get(OTHER)).toEqual(Buffer.from(OTHER));
    expect(await names()).toEqual([NAME, OTHER]);
    for (const { storedAt } of await store.list())
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(600_000);
    for (const name of [NAME, NAME, OTHER]) await store.remove(name);
    expect([await store.get(NAME), await names()]).toEqual([undefined, []]);
  });

  it.each(["../secret", "aa/../../x", `${"a".repeat(40)}-320.svg`, ""])(
    "has no file of any other name: %s",
    async (name) => {
      expect(pictureFormatOf(name)).toBeUndefined();
      await expect(test.stored.store.put(name, Buffer.from("x"))).rejects.toThrow(PictureStoreError);
    },
  );

  it("makes a picture ready, and removes every file when it is deleted", async () => {
    const subject = newSubject();
    const id = await test.ready(subject, await photograph());
    const [picture] = await test.pictures.ofSubject(subject);
    expect(picture).toMatchObject({ id, state: "ready", width: 400, height: 300, alt: "" });
    expect(picture?.files.map(({ format, width }) => `${format} ${width}`)).toEqual([
      ...["avif 320", "avif 400", "webp 320", "webp 400"],
    ]);
    expect([...(await test.pictures.ready([id, randomUUID()])).keys()]).toEqual([id]);
    for (const { url } of picture?.files ?? []) {
      expect(await test.files.served(nameIn(url), true)).toMatchObject({
        isPublic: false,
        bytes: expect.any(Buffer) as unknown,
      });
    }
    await test.pictures.describe(subject, id, "A red shawl");
    expect((await test.pictures.one(subject, id)).alt).toBe("A red shawl");
    await expect(test.pictures.one(newSubject(), id)).rejects.toThrow(DomainError);
    expect(await test.disagreements()).toEqual([]);
    await test.db.database.transaction((tx) => test.pictures.remove(tx, subject, id));
    // Not served from the commit on, whenever its files are removed.
    expect(await test.files.served(nameIn(picture?.files[0]?.url), true)).toBeUndefined();
    await test.runJobs();
    expect([await names(), await test.pictures.ofSubject(subject), await test.disagreements()]).toEqual([[], [], []]);
  });

  it("is verified: a file that is missing, and one that no picture has had for long", async () => {
    const { store } = test.stored;
    const subject = newSubject();
    const id = await test.ready(subject, await photograph());
    const long = {
      list: async () => (await store.list()).map((file) => ({ ...file, storedAt: new Date(0) })),
      get: (name: string) => store.get(name),
    };
    const found = async () => {
      const sources = { database: test.db.database, pictures: long } as unknown as Parameters<OutsideRule["find"]>[0];
      return (await Promise.all(PICTURE_STORE_RULES.map((rule) => rule.find(sources)))).flat();
    };
    expect(await found()).toEqual([]);
    const [name = ""] = await names();
    const bytes = (await store.get(name)) ?? Buffer.alloc(0);
    await store.remove(name);
    await store.put(OTHER, bytes);
    expect(await found()).toEqual([
      { id: name, detail: "a picture has it, the store does not" },
      { id: OTHER, detail: "the store has it, no picture does" },
    ]);
    await store.put(name, bytes);
    await store.remove(OTHER);
    expect(await found()).toEqual([]);
    await test.db.database.transaction((tx) => test.pictures.remove(tx, subject, id));
    await test.runJobs();
  });

  it("never lists, changes or removes another installation's files", async () => {
    const { store, ofAnother } = test.stored;
    await ofAnother.put(NAME, Buffer.from("another's"));
    expect([await store.get(NAME), await names()]).toEqual([undefined, []]);
    await store.put(NAME, Buffer.from("ours"));
    // No picture of ours has it: the comparison removes our file only.
    expect(await test.files.compare(-60_000)).toEqual({ orphans: 1, missing: [] });
    expect([await store.get(NAME), await ofAnother.get(NAME)]).toEqual([undefined, Buffer.from("another's")]);
    await store.remove(NAME);
    expect((await ofAnother.list()).map(({ name }) => name)).toEqual([NAME]);
    await ofAnother.remove(NAME);
  });

  it("shares the files of equal pictures, and keeps them until the last one is deleted", async () => {
    const bytes = await photograph();
    const [first, second] = [newSubject(), newSubject()];
    const id = await test.ready(first, bytes);
    await test.ready(second, bytes);
    expect((await names()).length).toBe(4);
    await test.db.database.transaction((tx) => test.pictures.remove(tx, first, id));
    await test.runJobs();
    expect([(await names()).length, await test.disagreements()]).toEqual([4, []]);
    // The erasure of a person's data.
    expect(await test.db.database.transaction((tx) => test.pictures.removeAllOf(tx, "brand", [second.id]))).toBe(1);
    await test.runJobs();
    expect([await names(), await test.disagreements()]).toEqual([[], []]);
  });

  it("stores nothing of a refused upload", async () => {
    for (const nth of [3, 9, 26, 42]) {
      const { make, problem } = HOSTILE_FILES[nth] ?? { make: photograph, problem: "none" };
      const id = await test.uploaded(newSubject(), await make());
      expect(await test.checks.check(id)).toBe("refused");
      expect(await test.state(id)).toBe(`refused: ${problem}`);
    }
    expect([await names(), await test.disagreements()]).toEqual([[], []]);
  });

  it.each(["decoding", 0, 1, 3] as const)("kill -9 while a check has stored: %s", async (stallAfter) => {
    const subject = newSubject();
    const id = await test.uploaded(subject, await photograph());
    await test.query("DELETE FROM outbox");
    const process = await PictureProcess.start("checks", settingsOf(test));
    try {
      expect(await process.ask({ check: id, stallAfter })).toBe("stalled");
    } finally {
      await process.kill();
    }
    expect(await test.state(id)).toBe("checking");
    // Nothing is served before it is complete.
    expect((await test.pictures.ready([id])).size).toBe(0);
    // The sweep does not touch what may still be in progress, and repeats what has lost its job.
    expect((await test.sweep.sweep()).requeued).toBe(0);
    await test.age(1);
    expect((await test.sweep.sweep()).requeued).toBe(1);
    await test.runJobs();
    expect(await test.state(id)).toBe("ready");
    expect(await test.disagreements()).toEqual([]);
    // Killed again, and deleted meanwhile: its files go too.
    await test.db.database.transaction((tx) => test.pictures.remove(tx, subject, id));
    await test.sweep.sweep();
    expect([await names(), await test.disagreements()]).toEqual([[], []]);
  });

  it("kill -9 while a check stores, of a picture that is deleted before the sweep", async () => {
    const subject = newSubject();
    const id = await test.uploaded(subject, await photograph());
    await test.query("DELETE FROM outbox");
    const process = await PictureProcess.start("checks", settingsOf(test));
    try {
      expect(await process.ask({ check: id, stallAfter: 2 })).toBe("stalled");
    } finally {
      await process.kill();
    }
    expect((await names()).length).toBe(2);
    await test.db.database.transaction((tx) => test.pictures.remove(tx, subject, id));
    await test.sweep.sweep();
    expect([await names(), await test.disagreements()]).toEqual([[], []]);
  });

  it("kill -9 of the api during an upload: it continues at another process", async () => {
    const subject = newSubject();
    const bytes = await noise(1_000, 700).png().toBuffer();
    const settings = settingsOf(test);
    let api = await PictureProcess.start("api", settings);
    try {
      const ticket = test.uploads.issueTicket(subject, 600);
      const upload = start(api.site, ticket, bytes);
      await until("half of it to arrive", async () => ((await receivedOf(test, subject)) ?? 0) > bytes.length / 2);
      await api.kill();
      await upload.failed;
      const received = (await receivedOf(test, subject)) ?? 0;
      expect(received).toBeLessThan(bytes.length);
      api = await PictureProcess.start("api", settings);
      await start(api.site, ticket, bytes, upload.url.replace(/^http:\/\/[^/]+/, api.site)).done;
    } finally {
      await api.kill();
    }
    await test.runJobs();
    expect((await test.pictures.ofSubject(subject)).map(({ state }) => state)).toEqual(["ready"]);
    expect(await test.disagreements()).toEqual([]);
    await test.db.database.transaction((tx) => test.pictures.removeAllOf(tx, "brand", [subject.id]));
    await test.runJobs();
  });

  it("the sweep finishes uploads that are complete, and gives up those that nobody continues", async () => {
    const subject = newSubject();
    const ticket = test.uploads.issueTicket(subject, 600);
    const [complete, left] = [
      await test.uploads.start({ ticket, bytes: 3, name: "", address: "192.0.2.1" }),
      await test.uploads.start({ ticket, bytes: 9, name: "", address: "192.0.2.1" }),
    ];
    for (const id of [complete, left]) await test.uploads.append(ticket, id, 0, Readable.from([Buffer.from("abc")]));
    // As if the process had ended between the last byte and the commit after it.
    await test.query("UPDATE pictures SET state = 'uploading' WHERE id = $1", [complete]);
    expect(await test.sweep.sweep()).toMatchObject({ finished: 0, givenUp: 0 });
    await test.age(25);
    expect(await test.sweep.sweep()).toMatchObject({ finished: 1, givenUp: 1 });
    expect([await test.state(complete), await test.state(left)]).toEqual(["checking", "deleted"]);
    await test.runJobs();
    expect(await test.state(complete)).toBe("refused: not_a_picture");
    // Forgotten after a month.
    await test.query("UPDATE pictures SET ended_at = ended_at - interval '31 days'");
    await test.sweep.sweep();
    expect([await test.state(complete), await test.state(left)]).toEqual(["gone", "gone"]);
  });

  it("the comparison removes files without a picture, and raises an issue about pictures without a file", async () => {
    const { store } = test.stored;
    const subject = newSubject();
    await test.ready(subject, await photograph());
    const [kept = ""] = await names();
    const bytes = (await store.get(kept)) ?? Buffer.alloc(0);
    await store.put(NAME, Buffer.from("left over"));
    expect((await test.files.compare()).orphans).toBe(0);
    expect(await store.get(NAME)).toBeDefined();
    await store.remove(kept);
    expect(await test.files.compare(-60_000)).toEqual({ orphans: 1, missing: [kept] });
    expect(await store.get(NAME)).toBeUndefined();
    const issues = () => test.query("SELECT kind, subject, resolution FROM issues");
    expect(await issues()).toEqual([{ kind: "picture_missing", subject: kept, resolution: null }]);
    await store.put(kept, bytes);
    expect((await test.files.compare()).missing).toEqual([]);
    expect(await issues()).toEqual([{ kind: "picture_missing", subject: kept, resolution: "by_itself" }]);
    expect(await test.disagreements()).toEqual([]);
  });
});

it("an unreachable store fails within its time limit, without its address, and a check is tried again", async () => {
  const settings = { url: "http://127.0.0.1:9/pictures", region: "auto", keyId: "k", secret: "s".repeat(20) };
  const store = new S3Store(settings, () => Promise.resolve(randomUUID()));
  for (const call of [() => store.put(NAME, Buffer.from("x")), () => store.get(NAME), () => store.list()]) {
    const error = await call().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PictureStoreError);
    expect(String(error)).not.toMatch(/127\.0\.0\.1/);
  }
});

function settingsOf(test: PicturesTest): Record<string, string> {
  return { DATABASE_URL: test.db.url, ...test.stored.settings };
}

async function receivedOf(test: PicturesTest, { id }: { readonly id: string }): Promise<number | undefined> {
  const [found] = await test.query<{ received: number }>(
    "SELECT received FROM pictures WHERE subject_id = $1 AND state = 'uploading'",
    [id],
  );
  return found?.received;
}

/** Starts or continues an upload with the client that browsers use, in small parts. */
function start(site: string, ticket: string, bytes: Buffer, uploadUrl?: string) {
  let upload: Upload | undefined;
  const done = new Promise<void>((resolve, reject) => {
    upload = new Upload(bytes, {
      endpoint: `${site}/api/v1/uploads`,
      ...(uploadUrl === undefined ? {} : { uploadUrl }),
      headers: { "upload-ticket": ticket },
      chunkSize: 64 * 1024,
      retryDelays: [],
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  const failed = done.then(
    () => Promise.reject(new Error("the upload did not fail")),
    () => undefined,
  );
  failed.catch(() => undefined);
  return {
    done,
    failed,
    get url(): string {
      return upload?.url ?? "";
    },
  };
}
