import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import { PATHS } from "@sakhi/domain/site/routes";
import { pageHead } from "@sakhi/domain/site/site.pages";

// Names of events, brands, people and places stand in sentences and labels of the pages only isolated.

const FRONTEND = fileURLToPath(new URL("../../../frontend/src/", import.meta.url));
/** What texts call a name that somebody chose. */
const NAME =
  /\$\{(?:eventInSentence\()?(?:name|title|brand|brandName|event|eventName|by|who|username|product|venue|city|label|edition|stall|business|organisation)\)?\}/g;

/** The parameters that a message is given. */
const GIVEN = /\(\{ ([^{}]+?),? \}\)(?! =>)/gs;
/** A parameter whose value is such a name. */
const GIVEN_NAME =
  /^(?:\w+: )?(?:name|brand|brandName|event|eventName|by|who|username|product|venue|city|label|edition|business|organisation)$/;

it("texts of pages isolate every name", () => {
  const files = readdirSync(FRONTEND, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".strings.ts"),
  );
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(FRONTEND, file), "utf8");
    const given = [...text.matchAll(GIVEN)].flatMap(([, parameters = ""]) => parameters.split(/,\s+/));
    return [...[...text.matchAll(NAME)].map(([name]) => name), ...given.filter((each) => GIVEN_NAME.test(each))].map(
      (name) => `${file}: ${name}`,
    );
  });
  expect(found).toEqual([]);
});

it("titles and descriptions of pages isolate their subject", () => {
  const { title } = pageHead(PATHS.event, { name: "خواتین میلہ", path: "/events/x" });
  expect(title).toBe("\u2068خواتین میلہ\u2069: who takes part");
});
