/**
 * `npm run check -- tables`: each table has one room. Only the folder of a table's entity writes it; another feature calls the
 * owner. Reads every SQL statement and every TypeORM write of the backend. Exceptions that remain stand in `table-exceptions.json`;
 * one that is no longer needed fails too (docs/decisions/0095-a-table-has-one-room.md).
 *
 *   node scripts/check-tables.mjs            compares with the exceptions
 *   node scripts/check-tables.mjs --list     prints every write by another folder
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../backend/src/", import.meta.url));
const EXCEPTIONS = new URL("table-exceptions.json", import.meta.url);
/** Migrations make tables; generated files have no statements. */
const LEFT_OUT = /(^|\/)(platform\/database\/migrations|generated)\/|\.spec\.ts$/;

const NAME = "([a-z_][a-z0-9_]*)";
/** A statement that writes, up to the table. `FOR UPDATE` and `DO UPDATE SET` name none. */
const WRITES = [
  new RegExp(String.raw`\bINSERT INTO\s+${NAME}`, "g"),
  new RegExp(String.raw`\bUPDATE\s+(?:ONLY\s+)?${NAME}(?:\s+(?:AS\s+)?(?!set\b)[a-z_]\w*)?\s+SET\b`, "g"),
  new RegExp(String.raw`\bDELETE FROM\s+(?:ONLY\s+)?${NAME}`, "g"),
  new RegExp(String.raw`\bTRUNCATE\s+(?:TABLE\s+)?${NAME}`, "g"),
];
const TYPEORM = String.raw`(?:insert|update|upsert|save|delete|remove|softDelete|increment|decrement)`;
/** A write through TypeORM, with its entity: `manager.insert(XEntity, …)`, `repository(XEntity).update(…)`. */
const ENTITY_WRITES = [
  new RegExp(String.raw`\.${TYPEORM}\(\s*(\w+Entity)\b`, "g"),
  new RegExp(String.raw`(?:[rR]epository|getRepository)\(\s*(\w+Entity)\s*\)\s*\.${TYPEORM}\(`, "g"),
];

/** @typedef {{ table: string, owner: string, folder: string, file: string, line: number }} Write a write by another folder */

/** @param {string} file below the sources @returns {string} its feature; files beside the features belong to the processes */
const folderOf = (file) => (file.includes("/") ? (file.split("/")[0] ?? "") : "processes");

/** @returns {{ file: string, text: string }[]} */
function sources() {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !LEFT_OUT.test(file))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(SOURCES, file), "utf8") }));
}

/** The owner of each table, and the table of each entity. @param {{ file: string, text: string }[]} files */
function owners(files) {
  /** @type {Map<string, string>} */
  const ofTable = new Map();
  /** @type {Map<string, string>} */
  const ofEntity = new Map();
  for (const { file, text } of files)
    for (const [, table = "", entity = ""] of text.matchAll(/@Entity\("(\w+)"[^)]*\)\s*export class (\w+)/g)) {
      ofTable.set(table, folderOf(file));
      ofEntity.set(entity, table);
    }
  return { ofTable, ofEntity };
}

/** Every write of a table by a folder that is not its owner's, and tables that no entity declares. @returns {{ writes: Write[], unknown: string[] }} */
export function foreignWrites(files = sources()) {
  const { ofTable, ofEntity } = owners(files);
  /** @type {Write[]} */
  const writes = [];
  /** @type {Set<string>} */
  const unknown = new Set();
  for (const { file, text } of files) {
    const folder = folderOf(file);
    const found = [
      ...WRITES.flatMap((pattern) => [...text.matchAll(pattern)]),
      ...ENTITY_WRITES.flatMap((pattern) => [...text.matchAll(pattern)]),
    ];
    for (const match of found) {
      const named = match[1] ?? "";
      const table = ofEntity.get(named) ?? named;
      const owner = ofTable.get(table);
      if (owner === undefined) unknown.add(`${table} (${file})`);
      else if (owner !== folder)
        writes.push({ table, owner, folder, file, line: text.slice(0, match.index).split("\n").length });
    }
  }
  return { writes, unknown: [...unknown].toSorted() };
}

/** @param {Write} write */
const keyOf = ({ folder, table }) => `${folder} writes ${table}`;

function main() {
  const { writes, unknown } = foreignWrites();
  if (process.argv.includes("--list")) {
    for (const { file, line, table, owner } of writes)
      console.log(`${relative(".", join("backend/src", file))}:${line}: ${table} is ${owner}'s`);
    for (const each of unknown) console.log(`no entity: ${each}`);
    return;
  }
  /** @type {string[]} */
  const allowed = JSON.parse(readFileSync(EXCEPTIONS, "utf8")).exceptions;
  const needed = new Set(writes.map(keyOf));
  const problems = [
    ...writes
      .filter((write) => !allowed.includes(keyOf(write)))
      .map(
        ({ file, line, table, owner }) =>
          `backend/src/${file}:${line}: writes ${table}, which is ${owner}'s: call its service`,
      ),
    ...allowed
      .filter((each) => !needed.has(each))
      .map((each) => `scripts/table-exceptions.json: "${each}" is no longer needed`),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
