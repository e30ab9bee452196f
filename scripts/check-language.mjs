/**
 * `npm run check -- language`: reports banned words and broken references.
 *
 * - Every word in banned-words.json has a standard term (docs/glossary.md). Identifiers are split into words. Texts fixed
 *   by the specification are exempt by path or phrase.
 * - Every number of a decision, up to the newest, is listed in their index, and its page if there is one.
 * - What people read is spelled one way; a name that was changed does not come back; facts are an event's.
 * - Requirements such as (T-186) must be in docs/requirements.md; referenced decisions, pages, headings, functions, files
 *   and logs must exist.
 * - Hindi texts are as docs/hindi.md asks (check-hindi.mjs).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { hindiProblems, mailProblems } from "./check-hindi.mjs";

/**
 * Banned words with their replacements, and exempt phrases; former names with the ones they have now; and the names that end in
 * Facts, which only an event has.
 *
 * @type {{ standard: Record<string, string>, exemptPhrases: string[], names: Record<string, string>, facts: string[] }}
 */
const WORD_LIST = JSON.parse(readFileSync(new URL("banned-words.json", import.meta.url), "utf8"));
const STANDARD = new Map(Object.entries(WORD_LIST.standard));
const WORDS = new RegExp(`(?<![a-z])(${[...STANDARD.keys()].join("|")})(?![a-z])`, "gi");
const EXEMPT_PHRASES = new RegExp(WORD_LIST.exemptPhrases.join("|"), "gi");

const NAMES = new Map(Object.entries(WORD_LIST.names));
const FORMER_NAMES = new RegExp(`\\b(${[...NAMES.keys()].join("|")})\\b`, "g");
/** A declaration, in one of our workspaces, of something called facts. */
const FACTS = /\b(?:interface|type|class|function|const) (\w+Facts)\b(?=[\s<(=:])/g;
const WORKSPACE_CODE = /^(?:backend|domain|frontend|workflows)\/src\/(?!.*\.spec\.)(?!.*\/generated\/).*\.tsx?$/;
/** What people read on screen, in errors and in mails. */
const SCREEN = /\.strings\.ts$|^domain\/messages\/en\/|\/errors\/error-codes\.ts$|^backend\/assets\/mails\/en\/.*\.md$/;
/** Spellings that are not ours, in what people read. */
const SPELLINGS = /** @type {const} */ ([
  [/\bcannot\b(?! be undone)/i, "can't"],
  [/\btaken back\b/i, "undone"],
  [/\bneed not\b/i, "don't need to"],
  [/…(?!\.?\$|["”]?\s*:)/, "..."],
]);
/** A line that is a comment. */
const COMMENT = /^\s*(?:\/\/|\/?\*)/;

/** Generated files, and texts fixed by the specification. */
const EXEMPT_PATHS =
  /(^|\/)(generated|histories|dist)\/|features\/listings\/|test\/joining|src\/privacy\/|name-links\.ts$|passwords\.service\.ts$|our-names(\.spec)?\.ts$|package-lock\.json$|^docs\/requirements\.md$|^scripts\/(check-language\.mjs|test\/language\.test\.mjs)$|assets\/documents\/|\.svg$/;

const UNKNOWN_CITATIONS =
  /architecture[ ]section|readings[ ]\d|(?<![\w/-])(look|stack|house|readings)\.md|(?<![\w-])(design|reference)\/[a-z-]+\.md/g;
const REQUIREMENT = /(?<![\w-])[BTR]-\d{3}(?![\w-])/g;
const DECISION = /decisions\/(\d{4}[\w-]*)/g;
const NAMED_FILE =
  /`((?:backend|frontend|domain|workflows|scripts|testkit|lab|simulators|deploy|docs|e2e)\/[\w./-]+\.\w+)`/g;
/** A link whose text names code: the linked file must contain both words of `Service.method`. */
const CODE_LINK = /\[`(?:(\w+)\.)?(\w+)`\]\(([^)\s#]+)\)/g;
/** A link to a heading, of the same page if it has no file. */
const HEADING_LINK = /\]\((?!https?:)([^)\s#]*)#([^)\s]+)\)/g;
const HEADING = /^#+ (.*)$/gm;
/** A command that filters the lines of one log. */
const LOG = /\.context == "(\w+)"/g;
/** A link to a file; `{…}` is a placeholder of a mail. */
const LINK = /\]\((?!https?:|mailto:|#|\{)([^)\s#]+)/g;

/** A heading's anchor on GitHub. @param {string} heading */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, "")
    .replaceAll(" ", "-");

const parts = (/** @type {string} */ text) => text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").replaceAll("_", " ");

/**
 * Problems in a file, one per line.
 *
 * @param {string} path from the project's root
 * @param {string} text
 * @param {{ requirements: ReadonlySet<string>, logs: ReadonlySet<string>, exists: (path: string) => boolean,
 *   read: (path: string) => string }} known
 * @returns {string[]}
 */
export function problemsIn(path, text, { requirements, logs, exists, read }) {
  /** @type {string[]} */
  const problems = [];
  for (const [index, line] of text.split("\n").entries()) {
    const report = (/** @type {string} */ what) => problems.push(`${path}:${index + 1}: ${what}`);
    if (!EXEMPT_PATHS.test(path))
      for (const [word] of parts(line.replaceAll(EXEMPT_PHRASES, "")).matchAll(WORDS))
        report(`"${word}": write ${STANDARD.get(word.toLowerCase())}`);
    for (const [name] of line.matchAll(FORMER_NAMES)) report(`"${name}" is ${NAMES.get(name)} now`);
    if (WORKSPACE_CODE.test(path))
      for (const [, name = ""] of line.matchAll(FACTS))
        if (!WORD_LIST.facts.includes(name))
          report(`"${name}": facts are an event's; write details, input, result or state`);
    if (SCREEN.test(path) && !COMMENT.test(line))
      for (const [spelling, ours] of SPELLINGS) {
        const [found] = spelling.exec(line) ?? [];
        if (found !== undefined) report(`"${found}": write ${ours}`);
      }
    for (const [citation] of line.matchAll(UNKNOWN_CITATIONS)) report(`"${citation}" leads nowhere in this repository`);
    for (const [id] of line.matchAll(REQUIREMENT))
      if (!requirements.has(id)) report(`${id} is not in docs/requirements.md`);
    for (const [, name = ""] of line.matchAll(DECISION))
      if (!exists(`docs/decisions/${name}`)) report(`there is no decision ${name}`);
    if (path.endsWith(".md")) {
      for (const [, file = ""] of line.matchAll(NAMED_FILE)) if (!exists(file)) report(`there is no ${file}`);
      for (const [, to = ""] of line.matchAll(LINK))
        if (!exists(normalize(join(dirname(path), to)))) report(`the link to ${to} is broken`);
      for (const [, owner = "", name = "", to = ""] of line.matchAll(CODE_LINK)) {
        const file = normalize(join(dirname(path), to));
        if (!exists(file) || file.endsWith(`/${name}`)) continue;
        const words = new Set(read(file).match(/\w+/g));
        for (const each of [owner, name]) if (each !== "" && !words.has(each)) report(`${file} has no ${each}`);
      }
      for (const [, to = "", anchor = ""] of line.matchAll(HEADING_LINK)) {
        const file = to === "" ? path : normalize(join(dirname(path), to));
        if (to !== "" && !exists(file)) continue;
        const headings = [...(to === "" ? text : read(file)).matchAll(HEADING)].map(([, heading = ""]) => heading);
        if (!headings.some((heading) => anchorOf(heading) === anchor)) report(`${file} has no heading #${anchor}`);
      }
      for (const [, log = ""] of line.matchAll(LOG)) if (!logs.has(log)) report(`nothing logs as "${log}"`);
    }
  }
  return problems;
}

/**
 * Numbers of decisions, up to the newest, that their index does not list, or whose page it does not link.
 *
 * @param {string} index
 * @param {readonly string[]} pages their file names
 * @returns {string[]}
 */
export function unlistedDecisions(index, pages) {
  const named = new Map(pages.map((page) => [Number(page.slice(0, 4)), page]));
  const numbers = Array.from({ length: Math.max(0, ...named.keys()) }, (_, index) => index + 1);
  return numbers.flatMap((number) => {
    const row = new RegExp(`^\\| ${number} +\\| (.*)$`, "m").exec(index)?.[1];
    if (row === undefined) return [`decision ${number} is not listed`];
    const page = named.get(number);
    return page === undefined || row.includes(`](${page})`) ? [] : [`decision ${number} has the page ${page}`];
  });
}

function main() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  const decisions = files.filter((file) => file.startsWith("docs/decisions/"));
  const sources = files.filter((file) => /^backend\/src\/.*\.ts$/.test(file) && existsSync(join(root, file)));
  const known = {
    // A background loop logs under its name.
    logs: new Set(
      sources
        .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/(?:new Logger\(|\bname: )"(\w+)"/g)])
        .map(([, name = ""]) => name),
    ),
    read: (/** @type {string} */ path) => readFileSync(join(root, path), "utf8"),
    requirements: new Set(readFileSync(join(root, "docs/requirements.md"), "utf8").match(REQUIREMENT)),
    // Build output is missing on a fresh clone.
    exists: (/** @type {string} */ path) =>
      path.includes("/dist/") ||
      existsSync(join(root, path)) ||
      decisions.some((file) => file.startsWith(path) && /\d{4}/.test(path)),
  };
  const ours = files.filter((file) => !/check-language\.mjs$|language\.test\.mjs$/.test(file));
  const readable = ours.filter((file) => /\.(tsx?|m?js|cjs|md|ya?ml|css|sql|sh|html)$/.test(file));
  const problems = readable
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => problemsIn(file, readFileSync(join(root, file), "utf8"), known));
  const index = "docs/decisions/README.md";
  const pages = decisions.map((file) => file.slice("docs/decisions/".length)).filter((file) => /^\d{4}-/.test(file));
  for (const problem of unlistedDecisions(readFileSync(join(root, index), "utf8"), pages))
    problems.push(`${index}: ${problem}`);
  problems.push(...hindiProblems(), ...mailProblems());
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
