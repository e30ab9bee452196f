import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const SOURCES = new URL("../", import.meta.url);

/** Words that would be a second one for what ui/leave.ts has one for. */
const LEAVING = /"(?:Abort|Back|Cancel|Close|Dismiss|Exit|Go back|Not now|Never mind)"/g;

/**
 * Where the specification has the word: the dialogs that reserve a stall and verify one. Elsewhere "cancel" ends a booking.
 */
const SPECIFIED = ['features/bookings/mela.strings.ts: "Cancel"', 'features/listings/wizard.strings.ts: "Cancel"'];

test("a dialog is left by one word for each meaning", () => {
  const found = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:\.spec\.tsx?|^ui\/leave\.ts|^test\/.*|generated\/.*)$/.test(file))
    .flatMap((file) =>
      (readFileSync(new URL(file, SOURCES), "utf8").match(LEAVING) ?? []).map((word) => `${file}: ${word}`),
    );
  expect(found.toSorted()).toEqual(SPECIFIED);
});
