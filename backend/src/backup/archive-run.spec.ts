import { expect, test } from "@jest/globals";
import { readArchiveRun } from "./archive-run.js";

const AT = "2026-12-03T21:00:05Z";

test.each([
  ["a success", `at=${AT}\nok=yes\nproblem=\n`, { at: new Date(AT), succeeded: true, problem: "" }],
  [
    "a failure, whose problem may have an equals sign",
    `at=${AT}\nok=no\nproblem=[103]: repo1-type=s3 does not answer\n`,
    { at: new Date(AT), succeeded: false, problem: "[103]: repo1-type=s3 does not answer" },
  ],
  ["no file yet", "", undefined],
  ["a file without a moment", "ok=yes\n", undefined],
  ["a file that says neither", `at=${AT}\nok=maybe\n`, undefined],
])("the note of the continuous archive: %s", (_what, text, run) => {
  expect(readArchiveRun(text)).toEqual(run);
});

test("a long problem is cut", () => {
  expect(readArchiveRun(`at=${AT}\nok=no\nproblem=${"x".repeat(999)}\n`)?.problem).toHaveLength(300);
});
