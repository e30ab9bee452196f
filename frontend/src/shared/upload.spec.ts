import { beforeAll, expect, test } from "@jest/globals";
import { uploadFile } from "./upload";

beforeAll(async () => {
  await import("tus-js-client");
});

test("who begins an upload has it before its first progress, and may stop it there", async () => {
  const seen: unknown[] = [];
  const limits = { maxBytes: 10, tooLarge: "too large" };
  const solve = () => Promise.resolve(undefined);
  const options = { ticket: () => "t", place: "here", limits, solve };
  const upload = uploadFile(new File(["x"], "scan.pdf"), options, (progress) => {
    seen.push([upload, progress]);
    upload.cancel();
  });
  expect(seen).toEqual([]);
  await new Promise((done) => setTimeout(done, 0));
  expect(seen).toEqual([[upload, { step: "uploading", percent: 0 }]]);
});
