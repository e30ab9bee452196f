import "reflect-metadata";
import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Logger, Module } from "@nestjs/common";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { ERROR_CODES } from "@sakhi/domain/errors/error-codes";
import { MAX_PICTURES } from "@sakhi/domain/pictures/picture.rules";
import { PHOTO } from "@sakhi/domain/uploads/upload.rules";
import { TcpProxy } from "@sakhi/testkit/tcp-proxy";
import { until } from "@sakhi/testkit/until";
import sharp from "sharp";
import { Upload, type UploadOptions } from "tus-js-client";
import { PicturesApiModule } from "../../src/pictures/pictures.module.js";
import { createHttpApp } from "../../src/platform/http/http-app.js";
import { RATE_LIMITS } from "../../src/platform/http/rate-limits.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { subjectOfTicket, uploadTicket } from "../../src/uploads/upload-tickets.js";
import { testConfig } from "../support/config.js";
import { PictureProcess } from "./child.js";
import { noise } from "./hostile-files.js";
import { newSubject, openFolder, PicturesTest } from "./pictures-test.js";

Logger.overrideLogger(false);

const UPLOADS = "/api/v1/uploads";
let test: PicturesTest;
let app: NestFastifyApplication;
let site: string;

@Module({})
class UploadsApi {}

async function serve(settings: Record<string, string> = {}): Promise<[NestFastifyApplication, string]> {
  const config = testConfig({ DATABASE_URL: test.db.url, ...test.stored.settings, ...settings });
  const imports = [PlatformModule.with(config, test.db.source), PicturesApiModule];
  const started = await createHttpApp({ module: UploadsApi, imports }, config, false);
  await started.listen(0, "127.0.0.1");
  return [started, await started.getUrl()];
}

beforeAll(async () => {
  test = await PicturesTest.open(openFolder);
  [app, site] = await serve();
});
afterAll(async () => {
  await app.close();
  await test.close();
});

/** Calls the API; the ticket is one of a new subject unless given. */
async function call(method: string, path: string, ticket: string, more: Record<string, string> = {}, body?: Buffer) {
  const response = await fetch(`${site}${path}`, {
    method,
    headers: { "upload-ticket": ticket, ...more },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  const found = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, body: found, code: found["code"] };
}

const ticketFor = (subject = newSubject()): string => test.uploads.issueTicket(subject, 600);
const begin = async (ticket: string, bytes: number): Promise<string> => {
  const { status, headers } = await call("POST", UPLOADS, ticket, { "upload-length": String(bytes) });
  if (status !== 201) throw new Error(`POST: ${status}`);
  return headers.get("location") ?? "";
};
const append = (path: string, ticket: string, offset: number, body: Buffer) =>
  call(
    "PATCH",
    path,
    ticket,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    body,
  );

/** Uploads with the client that browsers use. */
function upload(to: string, ticket: string, bytes: Buffer, more: Partial<UploadOptions> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending: Upload = new Upload(bytes, {
      endpoint: `${to}${UPLOADS}`,
      headers: { "upload-ticket": ticket },
      onError: reject,
      onSuccess: () => resolve(sending.url ?? ""),
      ...more,
    });
    sending.start();
  });
}

describe("a ticket", () => {
  const secrets = new Secrets({ cookieSecret: "a-secret-of-this-test", cookieSecretPrevious: undefined });
  const subject = newSubject();
  const now = new Date("2026-11-26T10:00:00Z");
  const ticket = uploadTicket(secrets, subject, new Date("2026-11-26T11:00:00Z"));

  it("names its subject until it ends", () => {
    expect(subjectOfTicket(secrets, ticket, now)).toEqual(subject);
    expect(subjectOfTicket(secrets, ticket, new Date("2026-11-26T11:00:00Z"))).toBeUndefined();
  });

  it("is refused when it is altered, forged or of another secret", () => {
    const other = new Secrets({ cookieSecret: "another-secret-here", cookieSecretPrevious: undefined });
    const altered = [
      ticket.replace(subject.id, randomUUID()),
      ticket.replace("brand", "application"),
      ticket.replace(/\.(\d+)\./, (_, seconds: string) => `.${Number(seconds) + 9999}.`),
      `${ticket.slice(0, -1)}${ticket.endsWith("A") ? "B" : "A"}`,
      ...["", "x", `${ticket}.`, ticket.split(".").slice(0, 3).join(".")],
      uploadTicket(other, subject, new Date("2026-11-26T11:00:00Z")),
      uploadTicket(secrets, { type: "order" as never, id: subject.id }, new Date("2026-11-26T11:00:00Z")),
    ];
    expect(altered.map((each) => subjectOfTicket(secrets, each, now))).toEqual(altered.map(() => undefined));
  });

  it("is needed for every call, and opens no other subject's upload", async () => {
    const [mine, hers] = [ticketFor(), ticketFor()];
    const path = await begin(mine, 10);
    for (const [method, more] of [
      ["HEAD", {}],
      ["GET", {}],
      ["PATCH", { "upload-offset": "0", "content-type": "application/offset+octet-stream" }],
      ["DELETE", {}],
    ] as const) {
      const body = method === "PATCH" ? Buffer.from("0123456789") : undefined;
      expect((await call(method, path, "", more, body)).status).toBe(403);
      expect((await call(method, path, hers, more, body)).status).toBe(404);
    }
    expect((await call("POST", UPLOADS, "", { "upload-length": "5" })).code).toBe("upload_ticket_invalid");
    expect((await call("GET", path, mine)).body).toMatchObject({ state: "uploading", received: 0, bytes: 10 });
  });
});

describe("an upload", () => {
  it("speaks tus: starts, reports its offset, appends, ends", async () => {
    const ticket = ticketFor();
    const path = await begin(ticket, 6);
    expect((await append(path, ticket, 0, Buffer.from("abc"))).headers.get("upload-offset")).toBe("3");
    const head = await call("HEAD", path, ticket);
    expect([head.status, head.headers.get("upload-offset"), head.headers.get("upload-length")]).toEqual([
      200,
      "3",
      "6",
    ]);
    expect([head.headers.get("tus-resumable"), head.headers.get("cache-control")]).toEqual(["1.0.0", "no-store"]);
    expect((await append(path, ticket, 3, Buffer.from("def"))).status).toBe(204);
    expect((await call("GET", path, ticket)).body).toMatchObject({ state: "checking", received: 6, files: [] });
    expect((await call("DELETE", path, ticket)).status).toBe(204);
    expect((await call("HEAD", path, ticket)).status).toBe(404);
    expect((await call("DELETE", path, ticket)).code).toBe("picture_not_found");
  });

  it.each<[string, number, () => Promise<{ status: number; code: unknown }>]>([
    ["picture_empty", 400, () => call("POST", UPLOADS, ticketFor(), { "upload-length": "0" })],
    [
      "picture_too_large",
      413,
      () => call("POST", UPLOADS, ticketFor(), { "upload-length": String(PHOTO.maxBytes + 1) }),
    ],
    ["invalid_request", 400, () => call("POST", UPLOADS, ticketFor())],
    ["invalid_request", 400, () => call("POST", UPLOADS, ticketFor(), { "upload-length": "-5" })],
    ["not_found", 404, () => call("GET", `${UPLOADS}/nonsense`, ticketFor())],
    ["picture_not_found", 404, () => call("GET", `${UPLOADS}/${randomUUID()}`, ticketFor())],
    ["origin_refused", 403, () => call("POST", UPLOADS, ticketFor(), { origin: "https://evil.example" })],
  ])("refuses with %s", async (code, status, calling) => {
    const { code: found, ...response } = await calling();
    expect([response.status, found]).toEqual([status, code]);
    expect(Object.keys(ERROR_CODES)).toContain(code);
  });

  it("takes no byte twice, none at another place, and none beyond its length", async () => {
    const ticket = ticketFor();
    const path = await begin(ticket, 6);
    expect((await append(path, ticket, 1, Buffer.from("abc"))).code).toBe("upload_offset_differs");
    expect((await append(path, ticket, 0, Buffer.from("abcdefgh"))).code).toBe("picture_too_large");
    expect((await call("PATCH", path, ticket, { "upload-offset": "0" }, Buffer.from("abc"))).code).toBe(
      "unsupported_media_type",
    );
    // Two at once: one of them is refused, whole or after a part.
    const both = await Promise.all([
      append(path, ticket, 0, Buffer.from("abc")),
      append(path, ticket, 0, Buffer.from("abc")),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await append(path, ticket, 3, Buffer.from("def"))).status).toBe(204);
    expect((await append(path, ticket, 6, Buffer.from("x"))).code).toBe("upload_over");
    const [{ whole } = { whole: Buffer.alloc(0) }] = await test.query<{ whole: Buffer }>(
      "SELECT string_agg(bytes, '' ORDER BY starts_at) AS whole FROM picture_chunks WHERE picture_id = $1",
      [path.split("/").at(-1)],
    );
    expect(whole.toString()).toBe("abcdef");
  });

  it("keeps what arrived of a request that broke", async () => {
    const ticket = ticketFor();
    const path = await begin(ticket, 1_000_000);
    const breaking = Readable.from(
      (function* () {
        yield randomBytes(300_000);
        yield randomBytes(10_000);
        throw new Error("the phone has no signal");
      })(),
    );
    const id = path.split("/").at(-1) ?? "";
    expect(await test.uploads.append(ticket, id, 0, breaking)).toBe(310_000);
    expect((await call("HEAD", path, ticket)).headers.get("upload-offset")).toBe("310000");
  });

  it("limits the pictures of a brand, also when many are started at once", async () => {
    const subject = newSubject();
    const ticket = ticketFor(subject);
    const started = await Promise.allSettled(
      Array.from({ length: MAX_PICTURES + 5 }, () =>
        test.uploads.start({ ticket, bytes: 5, name: "", address: "192.0.2.1" }),
      ),
    );
    expect(started.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_PICTURES);
    const refused = await call("POST", UPLOADS, ticket, { "upload-length": "5" });
    expect([refused.status, refused.code]).toEqual([409, "pictures_full"]);
    const [first] = await test.pictures.ofSubject(subject);
    await test.uploads.cancel(ticket, first?.id ?? "");
    expect((await call("POST", UPLOADS, ticket, { "upload-length": "5" })).status).toBe(201);
  });

  it("is limited per network, as the other calls", async () => {
    const [limited, address] = await serve({ RATE_LIMITS: "on" });
    try {
      const { points } = RATE_LIMITS.picture_uploads_per_address;
      const statuses: number[] = [];
      const start = async (): Promise<void> => {
        const headers = { "upload-ticket": ticketFor(), "upload-length": "5" };
        statuses.push((await fetch(`${address}${UPLOADS}`, { method: "POST", headers })).status);
      };
      for (let nth = 0; nth < points + 1; nth += 20) await Promise.all(Array.from({ length: 20 }, start));
      expect(statuses.filter((status) => status === 201)).toHaveLength(points);
      expect(new Set(statuses)).toEqual(new Set([201, 429]));
    } finally {
      await limited.close();
    }
  });
});

describe("the upload of a photograph", () => {
  it("continues after two broken connections, and loses nothing", async () => {
    const bytes = await noise(900, 700).png().toBuffer();
    const subject = newSubject();
    const ticket = ticketFor(subject);
    const proxy = await TcpProxy.open(Number(new URL(site).port));
    let breaks = 0;
    try {
      const address = await upload(`http://127.0.0.1:${proxy.port}`, ticket, bytes, {
        chunkSize: 128 * 1024,
        retryDelays: [50, 100, 200, 400, 800],
        onProgress: (sent) => {
          if (breaks >= 2 || sent < (bytes.length * (breaks + 1)) / 3) return;
          breaks += 1;
          proxy.break({ kind: "cut" });
          setTimeout(() => proxy.heal(), 120);
        },
      });
      expect(breaks).toBe(2);
      expect(new URL(address).pathname).toMatch(/^\/api\/v1\/uploads\/[0-9a-f-]{36}$/);
    } finally {
      await proxy.close();
    }
    await test.runJobs();
    const [picture] = await test.pictures.ofSubject(subject);
    expect(picture).toMatchObject({ state: "ready", width: 900, height: 700 });
    // The pixels are the photograph's.
    const file = picture?.files.at(-1)?.url ?? "";
    const served = await fetch(`${site}${file}`);
    const { channels } = await sharp(Buffer.from(await served.arrayBuffer())).stats();
    const original = await sharp(bytes).stats();
    for (const [nth, channel] of channels.entries())
      expect(Math.abs(channel.mean - (original.channels[nth]?.mean ?? 999))).toBeLessThan(3);
  });

  it("shows an unreviewed one to its owner and operators only, and for no longer than they need", async () => {
    const subject = newSubject();
    const id = await test.ready(subject, await noise(110, 90).jpeg().toBuffer());
    const [own] = await test.pictures.ofSubject(subject);
    expect(own?.files).toHaveLength(2);
    const [{ url } = { url: "" }] = own?.files ?? [];
    const path = url.split("?")[0] ?? "";
    const status = async (address: string) => (await fetch(`${site}${address}`)).status;
    // A stranger with the name, and with an address that was altered or is over.
    const key = new URLSearchParams(url.split("?")[1]).get("key") ?? "";
    const past = Math.floor(Date.now() / 1000) - 1;
    for (const address of [
      ...[path, `${path}?until=9999999999&key=${key}`, `${path}?until=${past}&key=${key}`, `${path}?key=${key}`],
      ...[`${url}x`, url.replace("key=", "key[]="), `${own?.files[1]?.url.split("?")[0]}?${url.split("?")[1]}`],
    ])
      expect([address, await status(address)]).toEqual([address, 404]);
    const mine = await fetch(`${site}${url}`);
    expect([mine.status, mine.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    // Approved: its address is everyone's, and stays.
    await test.publish(id);
    expect((await test.pictures.one(subject, id)).files[0]?.url).toBe(path);
    expect(await status(path)).toBe(200);
    // Taken off the page.
    await test.query("DELETE FROM brands WHERE cover_picture_id = $1", [id]);
    expect(await status(path)).toBe(404);
  });

  it("serves its files for a year once a page shows them, as what they are, to be run by nobody", async () => {
    const subject = newSubject();
    const id = await test.ready(subject, await noise(100, 80).jpeg().toBuffer());
    await test.publish(id);
    const [picture] = await test.pictures.ofSubject(subject);
    expect(picture?.files).toHaveLength(2);
    for (const { url, format, width } of picture?.files ?? []) {
      const { status, headers } = await fetch(`${site}${url}`);
      expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        200,
        `image/${format}`,
        "public, max-age=31536000, immutable",
      ]);
      expect([headers.get("x-content-type-options"), headers.get("content-security-policy")]).toEqual([
        "nosniff",
        "default-src 'none'; sandbox",
      ]);
      expect(width).toBe(100);
      const cached = await fetch(`${site}${url}`, { headers: { "if-none-match": headers.get("etag") ?? "" } });
      expect([cached.status, (await cached.arrayBuffer()).byteLength]).toEqual([304, 0]);
      expect((await fetch(`${site}${url}`, { method: "HEAD" })).status).toBe(200);
    }
  });

  it.each([
    "/pictures/",
    "/pictures/..%2f..%2fetc%2fpasswd",
    "/pictures/%2e%2e%2fsecret",
    `/pictures/${"a".repeat(40)}-320.webp`,
    `/pictures/${"a".repeat(40)}-320.svg`,
    `/pictures/${"A".repeat(40)}-320.webp`,
    "/pictures/parts",
  ])("serves no other name: %s", async (path) => {
    expect((await fetch(`${site}${path}`, { headers: { accept: "application/json" } })).status).toBe(404);
  });

  it("responds 503 while the store does not answer", async () => {
    const subject = newSubject();
    await test.ready(subject, await noise(60, 60).jpeg().toBuffer());
    const [picture] = await test.pictures.ofSubject(subject);
    const s3 = {
      PICTURES_BUCKET_URL: "http://127.0.0.1:9/pictures",
      PICTURES_BUCKET_KEY_ID: "k",
      PICTURES_BUCKET_SECRET: "s",
    };
    const [away, address] = await serve(s3);
    try {
      const response = await fetch(`${address}${picture?.files[0]?.url ?? ""}`);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    } finally {
      await away.close();
    }
  });
});

it("twenty uploads at once do not block the api", async () => {
  const api = await PictureProcess.start("api", { DATABASE_URL: test.db.url, ...test.stored.settings });
  try {
    const bytes = randomBytes(6 * 1024 * 1024);
    // Connections, code and plans are warm after one.
    await upload(api.site, ticketFor(), bytes);
    await api.ask("delay");
    const sending = new AbortController();
    const reads: number[] = [];
    const reading = (async () => {
      while (!sending.signal.aborted) {
        const began = performance.now();
        await fetch(`${api.site}/pictures/${"a".repeat(40)}-320.webp`).then((response) => response.arrayBuffer());
        reads.push(performance.now() - began);
      }
    })();
    const subjects = Array.from({ length: 20 }, newSubject);
    await Promise.all(subjects.map((subject) => upload(api.site, ticketFor(subject), bytes)));
    sending.abort();
    await reading;
    const { max, p99, longestCpu } = await api.ask<Record<"max" | "p99" | "longestCpu", number>>("delay");
    const slowest = Math.max(...reads);
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    console.log(
      `20 uploads of 6 MB: longest turn ${ms(longestCpu)} of CPU; event loop delay p99 ${ms(p99)}, max ${ms(max)}; ` +
        `slowest read ${ms(slowest)}`,
    );
    // The delay grows with the machine's load, the main thread's CPU time does not.
    expect(longestCpu).toBeLessThan(50);
    await until("all to be whole", async () => {
      const [found] = await test.query<{ whole: number }>(
        "SELECT count(*)::int AS whole FROM pictures WHERE subject_id = ANY($1::uuid[]) AND state = 'checking'",
        [subjects.map(({ id }) => id)],
      );
      return found?.whole === 20;
    });
  } finally {
    await api.kill();
  }
});
