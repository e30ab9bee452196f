import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "@jest/globals";
import ts from "typescript";

// What the public pages show of an event says its language (docs/decisions/0137): it passes EventText, or a component that does.

const FRONTEND = fileURLToPath(new URL("../../../frontend/src/", import.meta.url));

/** An event's own text, or a sentence that is made with one. */
const OF_EVENT = new RegExp(
  [
    String.raw`\b(?:facts|mela|event|place|stall)\.(?:name|title|venue|venueLong|city|locality|address|eventName|line)\b`,
    String.raw`\barrival\.gate\b|\beventName\b|\bvenueLong\b`,
    String.raw`\beventLine\(|\beditionTitle\(|\bplan\.(?:title|lead|turned|turnedText)\(|\bregister\.bought\(`,
    String.raw`\b(?:melaNow|melaKicker|melaHeading|backToEvent|successText|successAfter)\(|\bwhoStrings\.title\(`,
  ].join("|"),
);

/** Expressions that an element shows as its text without {@link EventText} around them. */
function roundIt(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const { parent } = node;
    if (
      ts.isJsxExpression(node) &&
      ts.isJsxElement(parent) &&
      parent.openingElement.tagName.getText() !== "EventText" &&
      // One with elements of its own is judged by them.
      !/<[A-Za-z]/.test(node.getText()) &&
      OF_EVENT.test(node.getText())
    )
      found.push(`${file}: ${node.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

it("every text of an event that a public page shows passes EventText", () => {
  const files = readdirSync(FRONTEND, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".tsx") && !/\.spec\.tsx$|^test\/|features\/admin\//.test(file),
  );
  const texts = files.map((file) => [file, readFileSync(join(FRONTEND, file), "utf8")] as const);
  expect(texts.filter(([, text]) => text.includes("<EventText")).length).toBeGreaterThan(12);
  // Past editions of the catalogue are what somebody wrote of them, in whichever language.
  const written =
    /^features\/catalogue\/event\.page|^features\/content\/home\/(?:carousels|sections)|^shared\/past-event/;
  expect(texts.filter(([file]) => !written.test(file)).flatMap(([file, text]) => roundIt(file, text))).toEqual([]);
});

it.each([
  ["a fact alone", "<p>{facts.name}</p>", 1],
  ["a sentence", "<h1>{strings.plan.title(event === undefined ? facts.name : editionTitle(facts))}</h1>", 1],
  ["a line", "<b>{eventLine(facts)}</b>", 1],
  ["marked", "<p><EventText>{facts.name}</EventText></p>", 0],
  ["marked where it is shown", '<p>{gate !== "" && <b><EventText>{arrival.gate}</EventText></b>}</p>', 0],
  ["an attribute", "<EventCard name={facts.name} />", 0],
  ["something else", "<p>{strings.plan.free(free, total)}</p>", 0],
])("%s", (_case, text, count) => {
  expect(roundIt("page.tsx", `const page = ${text};`)).toHaveLength(count);
});
