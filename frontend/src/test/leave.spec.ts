import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

const SOURCES = new URL("../", import.meta.url);
const CATALOGUES = new URL("../../../domain/messages/en/", import.meta.url);

/** Words that would be a second one for what ui/leave.ts, and the catalogue of ui/, have one for. */
const LEAVING = /"(?:Abort|Back|Cancel|Close|Dismiss|Exit|Go back|Not now|Never mind)"/g;

/**
 * Where the specification has the word: the dialogs that reserve a stall and verify one. Elsewhere "cancel" ends a booking. "Exit" is a door
 * of the hall.
 */
const SPECIFIED = ['fixture-labels.json: "Exit"', 'mela.json: "Cancel"', 'wizard.json: "Cancel"'];

test("a dialog is left by one word for each meaning", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:\.spec\.tsx?|^ui\/leave\.ts|^test\/.*|generated\/.*)$/.test(file))
    .map((file) => ({ file, url: new URL(file, SOURCES) }));
  const catalogues = readdirSync(CATALOGUES)
    .filter((file) => file !== "ui.json")
    .map((file) => ({ file, url: new URL(file, CATALOGUES) }));
  const found = [...sources, ...catalogues].flatMap(({ file, url }) =>
    (readFileSync(url, "utf8").match(LEAVING) ?? []).map((word) => `${file}: ${word}`),
  );
  expect(found.toSorted()).toEqual(SPECIFIED);
});
