import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { OutsideFiles } from "./outside-files.js";

const folder = mkdtempSync(join(tmpdir(), "record-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("newestEntry knows until when the record reaches, without what a restored database wrote since", async () => {
  const files = new OutsideFiles(folder);
  const installation = randomUUID();
  expect(await files.newestEntry(installation)).toBeUndefined();
  const [lost, restored, after] = ["2026-11-28T12:54:13Z", "2026-11-28T12:55:30Z", "2026-11-28T12:56:50Z"] as const;
  await files.logOrder(installation, "MELA1", "2026-11-28T12:54:02Z");
  await files.logSentMail(installation, { key: "booking-confirmed-1", at: lost });
  await files.logSentMail(installation, { key: "booking-confirmed-2", at: after });
  await files.writePosition(installation, { at: after });
  expect(await files.newestEntry(installation)).toEqual(new Date(after));
  expect(await files.newestEntry(installation, new Date(restored))).toEqual(new Date(lost));
});
