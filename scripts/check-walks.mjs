/**
 * `npm run check -- walks`: follows the walks of docs/flows/walks.json through the code, and compares docs/flows/walks.md. A step
 * that is gone, or that no earlier step leads to, fails. Prints how many files each walk has.
 *
 *   node scripts/check-walks.mjs [--write]   --write: writes the page
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { between } from "./lib/document.mjs";
import { root } from "./lib/files.mjs";
import { print, printError } from "./lib/output.mjs";
import { Sources } from "./lib/walks.mjs";

const PAGE = "docs/flows/walks.md";

/** The walks as declared, followed. */
export function walked() {
  /** @type {{ walks: import("./lib/walks.mjs").Walk[] }} */
  const { walks } = JSON.parse(readFileSync(join(root, "docs/flows/walks.json"), "utf8"));
  const sources = new Sources(root);
  return walks.map((walk) => ({ ...walk, ...sources.walk(walk) }));
}

/** The page with the walks' files. @returns {Promise<string>} */
export async function walksPage() {
  const link = (/** @type {string} */ file) => `[${file.split("/").at(-1)}](../../${file})`;
  const text = walked().map(({ name, files, beside }) =>
    [
      `## ${name}: ${files.length} files`,
      files.map((file, index) => `${index + 1}. ${link(file)}`).join("\n"),
      `Beside them (${beside.length}): ${beside.map(link).join(", ")}.`,
    ].join("\n\n"),
  );
  const { format } = await import("oxfmt");
  const page = between(readFileSync(join(root, PAGE), "utf8"), "walks", text.join("\n\n"));
  return (await format("walks.md", page, { printWidth: 120 })).code;
}

async function main() {
  for (const { name, files, beside, problems } of walked()) {
    print(`${name}: ${files.length} files, ${beside.length} beside them`);
    for (const problem of problems) printError(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
  const page = await walksPage();
  if (process.argv.includes("--write")) writeFileSync(join(root, PAGE), page);
  else if (page !== readFileSync(join(root, PAGE), "utf8")) {
    printError(`${PAGE} is out of date: node scripts/check-walks.mjs --write`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
