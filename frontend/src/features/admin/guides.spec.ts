import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { guideAddress } from "./addresses";
import { VIEWS } from "./frame/views";

/** The ids of a page of `frontend/public`. */
function idsIn(page: string): string[] {
  const html = readFileSync(fileURLToPath(new URL(`../../../public${page}`, import.meta.url)), "utf8");
  return [...html.matchAll(/<h2 id="([\w-]+)"/g)].map(([, id]) => id ?? "");
}

/** Views that no guide is about: they open the beginning of the operators'. */
const WITHOUT_SECTION = [
  ...["overview", "money", "gst", "payouts", "disputes", "organisation", "enquiries", "privacy", "integrations"],
  "account",
];

// "papers" is a part of the view "event" (questions-panel.tsx).
test.each([...VIEWS.map(({ name }) => name), "papers"])(
  "the link to the guide of %s opens a section that it has",
  (name) => {
    const [page = "", section] = guideAddress(name).split("#");
    if (section === undefined) expect(WITHOUT_SECTION).toContain(name);
    else expect(idsIn(page)).toContain(section);
  },
);

test("views of which a guide has no section are named", () => {
  const ids = ["/guide-operator.html", "/guide-mela.html"].flatMap(idsIn);
  expect(WITHOUT_SECTION.filter((name) => ids.includes(name))).toEqual([]);
});
