import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { strings } from "./app.strings";

it("says in the document, before any script, what the header says", () => {
  const page = readFileSync(join(process.cwd(), "frontend/index.html"), "utf8");
  expect(page).toContain(`<p><i>${strings.partnershipFirst}</i></p>`);
  expect(page).toContain(`<p>${strings.partnershipSecond}</p>`);
});
