import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "./files.mjs";
import { print } from "./output.mjs";

/**
 * Replaces the text between `<!-- name:begin -->` and `<!-- name:end -->`.
 * @param {string} page @param {string} name @param {string} text @returns {string}
 */
export function between(page, name, text) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  return `${page.slice(0, page.indexOf(begin) + begin.length)}\n\n${text}\n\n${page.slice(page.indexOf(end))}`;
}

/**
 * Writes measurements into a document.
 * @param {string} path from the root @param {string} name of the part @param {string} text as Markdown
 */
export async function writeMeasured(path, name, text) {
  const file = join(root, path);
  const page = between(readFileSync(file, "utf8"), name, text);
  const { format } = await import("oxfmt");
  writeFileSync(file, (await format(file, page, readJson(join(root, ".oxfmtrc.json")))).code);
  print(`wrote ${path}`);
}
