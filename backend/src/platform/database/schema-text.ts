/** What TypeScript says about a table: its room, and what its entity's comments say. */
export interface TableDoc {
  readonly table: string;
  /** The folder of its entity: a feature, or `platform`. */
  readonly room: string;
  readonly comment: string;
  /** By column; most names say enough. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Runs one statement. */
export type Query = <Row extends object>(sql: string, parameters?: unknown[]) => Promise<Row[]>;

const WIDTH = 120;

/** Tables that packages made: TypeORM's list of migrations and rate-limiter-flexible's counters. */
const OF_PACKAGES: readonly TableDoc[] = [
  { table: "migrations", room: "platform", comment: "TypeORM's list of the migrations that ran.", columns: new Map() },
  {
    table: "rate_limits",
    room: "platform",
    comment: "Shared counters of rate-limiter-flexible, which names the columns and uses its own clock.",
    columns: new Map(),
  },
];

const HEADER = `\
-- The schema of today, for reading: tables by the feature that owns them, with their indexes and triggers; then views,
-- functions, and the rights of our processes. \`npm run generate\` writes it from a database that the migrations made: do
-- not edit it. Tables and columns are described by their entity (backend/src/**/*.entities.ts), the rest by COMMENT ON.
-- Not shown: the tables of BullMQ, which a database without Redis has in the schema bullmq.
`;

/**
 * The schema of a migrated database as SQL for people: the same catalogue gives the same text.
 *
 * @param docs of all tables; those of a room are shown in this order
 * @param role of the processes, whose rights are listed (`grantApplicationRole`)
 * @throws Error for a table without a doc, and a doc without its table
 */
export async function schemaText(query: Query, docs: readonly TableDoc[], role: string): Promise<string> {
  const tables = await readTables(query);
  const all = [...docs, ...OF_PACKAGES].toSorted((a, b) => a.room.localeCompare(b.room, "en"));
  const undescribed = tables.filter(({ name }) => !all.some(({ table }) => table === name));
  if (undescribed.length > 0) throw new Error(`No entity: ${undescribed.map(({ name }) => name).join(", ")}`);
  const parts = [HEADER];
  let room = "";
  for (const doc of all) {
    const table = tables.find(({ name }) => name === doc.table);
    if (table === undefined) throw new Error(`${doc.room} declares ${doc.table}, which no migration makes`);
    if (doc.room !== room) parts.push(heading(doc.room));
    ({ room } = doc);
    parts.push(tableText(table, doc));
  }
  parts.push(heading("views"), ...(await viewTexts(query)));
  parts.push(heading("functions"), ...(await functionTexts(query)));
  parts.push(heading("rights of the processes' role"), await rightsText(query, role));
  return parts.join("\n");
}

const heading = (name: string): string => `-- ${`${name} `.padEnd(WIDTH - 3, "=")}\n`;

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly value: string | null;
  readonly identity: string;
  readonly generated: boolean;
  /** Null for the type's own. */
  readonly storage: string | null;
}

interface ConstraintRow {
  readonly name: string;
  readonly kind: "p" | "u" | "f" | "c";
  readonly columns: readonly string[];
  readonly definition: string;
}

/** An index or a trigger. */
interface PartRow {
  readonly definition: string;
  readonly comment: string | null;
}

/** A table as the catalogue has it. */
export interface TableRow {
  readonly name: string;
  readonly unlogged: boolean;
  readonly columns: readonly ColumnRow[];
  readonly constraints: readonly ConstraintRow[];
  readonly indexes: readonly PartRow[];
  readonly triggers: readonly PartRow[];
}

/** The tables of the schema `public`, by name. */
export function readTables(query: Query): Promise<TableRow[]> {
  return query<TableRow>(`
    SELECT t.relname AS name, t.relpersistence = 'u' AS unlogged,
      (SELECT json_agg(json_build_object(
                'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
                'value', pg_get_expr(d.adbin, d.adrelid, true), 'identity', a.attidentity,
                'generated', a.attgenerated <> '',
                'storage', CASE WHEN a.attstorage <> y.typstorage THEN
                  CASE a.attstorage WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' WHEN 'p' THEN 'PLAIN' ELSE 'EXTENDED' END
                END) ORDER BY a.attnum)
         FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
         LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
      coalesce((SELECT json_agg(json_build_object(
                'name', c.conname, 'kind', c.contype, 'definition', pg_get_constraintdef(c.oid, true),
                'columns', (SELECT json_agg(a.attname ORDER BY k.nth) FROM unnest(c.conkey) WITH ORDINALITY k (attnum, nth)
                              JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum))
                ORDER BY position(c.contype IN 'pufc'), c.oid)
         FROM pg_constraint c WHERE c.conrelid = t.oid AND c.contype IN ('p', 'u', 'f', 'c')), '[]') AS constraints,
      coalesce((SELECT json_agg(json_build_object(
                'definition', pg_get_indexdef(i.indexrelid, 0, true),
                'comment', obj_description(i.indexrelid, 'pg_class')) ORDER BY x.relname)
         FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
        WHERE i.indrelid = t.oid AND NOT EXISTS (SELECT FROM pg_constraint c
                WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))), '[]') AS indexes,
      coalesce((SELECT json_agg(json_build_object(
                'definition', pg_get_triggerdef(g.oid, true),
                'comment', obj_description(g.oid, 'pg_trigger')) ORDER BY g.tgname)
         FROM pg_trigger g WHERE g.tgrelid = t.oid AND NOT g.tgisinternal), '[]') AS triggers
      FROM pg_class t WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
     ORDER BY t.relname`);
}

/** The statements that make a table, its indexes and its triggers. */
export function tableText(table: TableRow, doc: TableDoc): string {
  const { name, columns, constraints, indexes, triggers } = table;
  const alone = new Map(
    columns.map((column) => [column.name, constraints.filter((each) => isAlone(each, column.name))]),
  );
  const inside = [
    ...columns.flatMap((column) => [
      ...commentLines(doc.columns.get(column.name), "  "),
      columnText(
        column,
        (alone.get(column.name) ?? []).map((each) => constraintText(name, each, true)),
      ),
    ]),
    ...constraints
      .filter((each) => !isAlone(each, each.columns[0] ?? ""))
      .map((each) => constraintText(name, each, false)),
  ];
  const stored = columns
    .filter(({ storage }) => storage !== null)
    .map((column) => `ALTER TABLE ${name} ALTER COLUMN ${column.name} SET STORAGE ${column.storage};`);
  return [
    ...commentLines(doc.comment),
    `CREATE ${table.unlogged ? "UNLOGGED " : ""}TABLE ${name} (`,
    ...inside.map((text, index) => {
      if (text.startsWith("  --")) return text;
      return wrapped(`${text}${inside.slice(index + 1).some((later) => !later.startsWith("  --")) ? "," : ""}`, "  ");
    }),
    ");",
    ...stored,
    ...[...indexes, ...triggers].flatMap(({ definition, comment }) => [
      ...commentLines(comment ?? undefined),
      wrapped(`${readable(definition)};`),
    ]),
    "",
  ].join("\n");
}

/** Whether a constraint is written beside its only column. */
const isAlone = ({ columns }: ConstraintRow, column: string): boolean => columns.length === 1 && columns[0] === column;

function columnText(column: ColumnRow, constraints: readonly string[]): string {
  const { name, type, required, value, identity, generated } = column;
  const isKey = constraints.some((text) => text.includes("PRIMARY KEY"));
  return [
    `${name} ${type}`,
    ...(generated ? [`GENERATED ALWAYS AS (${value ?? ""}) STORED`] : []),
    ...(identity === "" ? [] : [`GENERATED ${identity === "a" ? "ALWAYS" : "BY DEFAULT"} AS IDENTITY`]),
    ...(required && !isKey && identity === "" ? ["NOT NULL"] : []),
    ...(value === null || generated ? [] : [`DEFAULT ${value}`]),
    ...constraints,
  ]
    .map(readable)
    .join(" ");
}

/** Suffixes of the names that PostgreSQL gives. */
const SUFFIXES = { p: "pkey", u: "key", f: "fkey", c: "check" } as const;

function constraintText(table: string, { name, kind, columns, definition }: ConstraintRow, alone: boolean): string {
  const named = kind === "p" || (kind === "c" && columns.length !== 1) ? [] : columns;
  const given = [table, ...named, SUFFIXES[kind]].join("_");
  const isGiven = name.startsWith(given) && /^\d*$/.test(name.slice(given.length));
  const text = alone
    ? definition.replace(/^FOREIGN KEY \(\w+\) /, "").replace(/^(PRIMARY KEY|UNIQUE) \(\w+\)/, "$1")
    : definition;
  return `${isGiven ? "" : `CONSTRAINT ${name} `}${readable(text)}`;
}

async function viewTexts(query: Query): Promise<string[]> {
  const views = await query<{ name: string; definition: string; comment: string | null }>(`
    SELECT relname AS name, pg_get_viewdef(oid, true) AS definition, obj_description(oid, 'pg_class') AS comment
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' ORDER BY relname`);
  return views.map(({ name, definition, comment }) =>
    [
      ...commentLines(comment ?? undefined),
      wrapped(`CREATE VIEW ${name} AS ${readable(definition.replaceAll(/\s+/g, " ").trim())}`),
      "",
    ].join("\n"),
  );
}

/** Our functions; those of extensions are theirs. */
async function functionTexts(query: Query): Promise<string[]> {
  const functions = await query<{ definition: string; comment: string | null }>(`
    SELECT pg_get_functiondef(p.oid) AS definition, obj_description(p.oid, 'pg_proc') AS comment
      FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
             WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
     ORDER BY p.proname`);
  return functions.map(({ definition, comment }) =>
    [...commentLines(comment ?? undefined), functionText(definition), ""].join("\n"),
  );
}

/** A function as PostgreSQL prints it, without what only a program needs. */
export function functionText(definition: string): string {
  const text = definition
    .trim()
    .replace("FUNCTION public.", "FUNCTION ")
    .replaceAll("$function$", "$$$$")
    .split("\n")
    .map((line) => line.trimEnd());
  const from = text.findIndex((line) => line.endsWith("$$"));
  const head = text
    .slice(0, from < 0 ? undefined : from + 1)
    .map((line) => wrapped(readable(line), line.startsWith(" ") ? "  " : ""));
  return `${[...head, ...(from < 0 ? [] : text.slice(from + 1))].join("\n")};`;
}

async function rightsText(query: Query, role: string): Promise<string> {
  const usual = "SELECT, INSERT, UPDATE, DELETE";
  const found = await query<{ name: string; rights: string }>(
    `SELECT c.relname AS name, coalesce(string_agg(r.name, ', ' ORDER BY r.nth), 'nothing') AS rights
       FROM pg_class c
       LEFT JOIN unnest(string_to_array('${usual}, TRUNCATE, REFERENCES, TRIGGER', ', ')) WITH ORDINALITY r (name, nth)
         ON has_table_privilege($1, c.oid, r.name)
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v')
      GROUP BY c.relname ORDER BY c.relname`,
    [role],
  );
  return [
    ...commentLines(
      `It owns nothing. On every table and view it has ${usual}, except for those below; it takes from every sequence and ` +
        "runs every function. Granted after each migration (grantApplicationRole in preparation.ts).",
    ),
    ...found.filter(({ rights }) => rights !== usual).map(({ name, rights }) => `-- ${name}: ${rights}`),
    "",
  ].join("\n");
}

/** What PostgreSQL prints and people do not write, and what they write. The meaning stays. */
const AS_WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/\( (?=CASE )/g, "("],
  [/\bpublic\.(?=\w)/g, ""],
  [/ USING btree/g, ""],
  [/\btimestamp with time zone\b/g, "timestamptz"],
  [/'::(?:text|jsonb)(?:\[\])?/g, "'"],
  [/ = ANY \(ARRAY\[([^[\]]*)\]\)/g, " IN ($1)"],
  [/ <> ALL \(ARRAY\[([^[\]]*)\]\)/g, " NOT IN ($1)"],
  [/(?<=\(|AND |OR )\((\w+ (?:NOT )?IN \([^()]*\))\)/g, "$1"],
  [/ !~~ /g, " NOT LIKE "],
  [/ ~~ /g, " LIKE "],
  [/\bCOALESCE\(/g, "coalesce("],
  [/(REFERENCES \w+|INDEX \w+ ON \w+)\(/g, "$1 ("],
];
/** A definition as people write it. */
function readable(definition: string): string {
  const line = definition
    .split("\n")
    .map((each) => each.trim())
    .join(" ");
  return flat(AS_WRITTEN.reduce((text, [printed, written]) => text.replaceAll(printed, written), line));
}

/** `(a || b) || c` as `a || b || c`. */
function flat(text: string): string {
  for (let end = text.indexOf(") || "); end >= 0; end = text.indexOf(") || ", end + 1)) {
    let start = end;
    for (let depth = 1; depth > 0 && start > 0;) {
      start -= 1;
      if (text[start] === ")") depth += 1;
      if (text[start] === "(") depth -= 1;
    }
    const inside = text.slice(start + 1, end);
    const isCall = /\w$/.test(text.slice(0, start));
    if (!isCall && inside.includes(" || ")) return flat(text.slice(0, start) + inside + text.slice(end + 1));
  }
  return text;
}

function commentLines(text = "", indent = ""): string[] {
  if (text === "") return [];
  return linesOf(text.split(/\s+/), `${indent}-- `, `${indent}-- `, () => 1);
}

/** How well a line is broken before a word: a part of the statement, a condition or an item of a list, anything, never. */
function breakRank(word: string, before: string): number {
  if (/^(?:WHERE|WHEN|CHECK|CONSTRAINT|REFERENCES|GENERATED|EXECUTE|FOR)$/.test(word)) return 3;
  if (/^(?:AND|OR|THEN|ELSE)$/.test(word) || before.endsWith(",")) return 2;
  return /^(?:NULL|FROM|DISTINCT|FUNCTION|EACH)\b/.test(word) || before === "IS" ? 0 : 1;
}

/** A line broken where that reads best; further lines are indented. */
function wrapped(text: string, indent = ""): string {
  // Not within quotes.
  const words = text.match(/(?:'(?:[^']|'')*'|[^\s'])+/g) ?? [];
  return linesOf(words, indent, `${indent}  `, breakRank).join("\n");
}

function linesOf(
  words: readonly string[],
  first: string,
  further: string,
  rank: (word: string, before: string) => number,
): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  const prefix = (): string => (lines.length === 0 ? first : further);
  for (const word of words) {
    line.push(word);
    if (line.length === 1 || line.join(" ").length + prefix().length <= WIDTH) continue;
    const ranks = line.map((each, at) => (at > line.length / 3 ? rank(each, line[at - 1] ?? "") : -1));
    const end = ranks.lastIndexOf(Math.max(...ranks));
    lines.push(prefix() + line.slice(0, end).join(" "));
    line = line.slice(end);
  }
  return [...lines, prefix() + line.join(" ")];
}
