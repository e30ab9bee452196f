import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { selfSigned } from "@sakhi/testkit/certificate";
import { freePort } from "@sakhi/testkit/ports";
import { CertificateWatchService } from "../../src/ops/certificate-watch.service.js";
import { FIGURES } from "../../src/ops/metrics.gauges.js";
import { certificateEnd } from "../../src/platform/outside/certificate.js";
import { outsideFailure } from "../../src/platform/outside/outside-failure.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";

let db: TestDatabase;
let server: Server;
const DAY = 86_400_000;
/** Whole seconds, as certificates have them. */
const inDays = (days: number) => new Date(Math.floor((Date.now() + days * DAY) / 1000) * 1000);

beforeAll(async () => {
  db = await createTestDatabase(2);
});
afterAll(() => db.close());

/** Serves this certificate while something is done. */
async function presented<T>(until: Date, work: (port: number) => Promise<T>): Promise<T> {
  server = createServer(selfSigned("localhost", inDays(-60), until), (socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  try {
    return await work((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

const read = async (publicUrl: string) => {
  await new CertificateWatchService(testConfig({ DATABASE_URL: db.url, PUBLIC_URL: publicUrl }), db.database).read();
  const [row] = await db.database.query<{ up: boolean; problem: string | null; ends: Date | null }>(
    "SELECT up, problem, ends_at AS ends FROM part_checks WHERE part = 'certificate'",
  );
  return row;
};
const gauge = async (figure = "sakhi_certificate_end_seconds") => {
  const sql = FIGURES.find(({ name }) => name === figure)?.sql ?? "";
  return Number((await db.database.query<{ value: string }>(sql))[0]?.value);
};

const NEVER_READ = "sakhi_certificate_never_read";

describe("the certificate's watch", () => {
  it("reads the end of what the public address presents, also if browsers refuse it", async () => {
    for (const end of [inDays(5), inDays(-1), inDays(80)]) {
      const row = await presented(end, (port) => read(`https://localhost:${port}`));
      expect(row).toEqual({ up: true, problem: null, ends: end });
      expect([await gauge(), await gauge(NEVER_READ)]).toEqual([end.getTime() / 1000, 0]);
    }
  });

  it("keeps the last end while it cannot be read, and says why", async () => {
    const before = await gauge();
    const row = await read(`https://localhost:${await freePort()}`);
    expect(row).toMatchObject({ up: false, problem: "the connection is refused (ECONNREFUSED)" });
    expect([await gauge(), before > Date.now() / 1000]).toEqual([before, true]);
    expect(await gauge(NEVER_READ)).toBe(0);
  });

  it("has none for an http address", async () => {
    expect(await read("http://127.0.0.1:3000")).toBeUndefined();
    expect([await gauge(), await gauge(NEVER_READ)]).toEqual([0, 0]);
  });

  it("says that none could ever be read at an https address, until one is", async () => {
    await read(`https://localhost:${await freePort()}`);
    expect([await gauge(), await gauge(NEVER_READ)]).toEqual([0, 1]);
    await presented(inDays(80), (port) => read(`https://localhost:${port}`));
    expect(await gauge(NEVER_READ)).toBe(0);
  });

  it("is refused by preflight in words", async () => {
    const verified = (port: number) =>
      certificateEnd({ host: "localhost", port, verified: true }).then(() => "valid", outsideFailure);
    expect(await presented(inDays(5), verified)).toMatch(/^its certificate is of an authority that this machine/);
  });
});
