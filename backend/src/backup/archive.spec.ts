import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import { type ArchiveEntry, type ManifestContent, readArchive, writeArchive } from "./archive.js";

const FACTS: ManifestContent = {
  at: "2026-11-24T20:30:00.000Z",
  version: "1.0.0",
  position: {
    installation: "",
    recoveries: 0,
    at: "",
    events: { bookings: 0, listings: 0, administrators: 0 },
    documents: {},
  },
  migrations: [],
  tables: [],
  sequences: {},
  missingPictures: [],
};
const COUNT = 24;
const BYTES = 100_000;

/** Entries that hardly compress, and whether their reader has closed them. */
async function* entries(closed: () => void): AsyncGenerator<ArchiveEntry> {
  try {
    for (let nth = 0; nth < COUNT; nth += 1) yield { path: `pictures/${nth}`, bytes: randomBytes(BYTES) };
  } finally {
    closed();
  }
}

async function whole(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of writeArchive(
    entries(() => undefined),
    () => FACTS,
    undefined,
  ))
    parts.push(part);
  return Buffer.concat(parts);
}

async function* inPieces(bytes: Buffer, closed: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < bytes.length; at += 32_768) {
      if (at % 3 === 0) await delay(1);
      yield bytes.subarray(at, at + 32_768);
    }
  } finally {
    closed();
  }
}

// What is still being unpacked or compressed then has nobody to go to. With the web's streams of Node 20 that threw past every handler, once in a
// hundred times (full-disk.spec has met it): the command ended with another sentence than the disk's, and ended before the half restored database was emptied.
it("a reader that leaves an archive has its own error, and closes the store's file", async () => {
  const archive = await whole();
  let closed = 0;
  const leaves = async (after: number, ms: number) => {
    let seen = 0;
    for await (const { bytes } of readArchive(
      inPieces(archive, () => (closed += 1)),
      undefined,
    )) {
      expect(bytes).toHaveLength(BYTES);
      if ((seen += 1) <= after) continue;
      await delay(ms);
      throw new Error("the disk is full");
    }
  };
  for (let nth = 0; nth < 30; nth += 1) await expect(leaves(nth % 20, nth % 5)).rejects.toThrow("the disk is full");
  await until("all of the store's files to be closed", () => closed === 30);
});

it("one who stops writing an archive closes what it is made of", async () => {
  let closed = 0;
  for (let nth = 0; nth < 20; nth += 1) {
    let seen = 0;
    for await (const part of writeArchive(
      entries(() => (closed += 1)),
      () => FACTS,
      undefined,
    )) {
      expect(part.length).toBeGreaterThan(0);
      if ((seen += 1) > nth) break;
    }
  }
  await until("all entries to be closed", () => closed === 20);
});
