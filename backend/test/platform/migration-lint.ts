import { type ColumnDef, type Constraint, loadModule, type Node, parseSync } from "libpg-query";

/** What a statement of a migration may do to the release that keeps running meanwhile. */
export const LINT_RULES = {
  "index-not-concurrent":
    "CREATE INDEX blocks writes until it is built: CONCURRENTLY, in a migration with `transaction = false`.",
  "column-without-default": "ADD COLUMN NOT NULL without a default fails as soon as the table has a row.",
  "column-rewrites":
    "A generated column, an identity or a default that differs for each row rewrites the table under an exclusive lock: add it as null, and fill it in steps.",
  "check-scans":
    "A new CHECK scans the table under an exclusive lock: NOT VALID, and VALIDATE CONSTRAINT in a later migration.",
  "foreign-key-scans":
    "A new foreign key scans the table and blocks writes of both: NOT VALID, and VALIDATE CONSTRAINT in a later migration.",
  "unique-builds":
    "A new UNIQUE or PRIMARY KEY builds its index under an exclusive lock: create the index CONCURRENTLY, then USING INDEX.",
  "not-null-scans":
    "SET NOT NULL scans the table under an exclusive lock, unless a validated CHECK (column IS NOT NULL) is there: name it in the exception.",
  "type-rewrites": "ALTER COLUMN TYPE rewrites the table under an exclusive lock: add a column, fill it, switch to it.",
  "old-release-breaks":
    "The running release still uses what is dropped or renamed: stop using it in one release, drop it in the next.",
  "rows-changed": "UPDATE and DELETE lock their rows until the migration ends: change them in batches, in jobs.",
  "locks-table": "It locks the whole table: no migration needs it.",
} as const;

/** Name of a rule. */
export type LintRule = keyof typeof LINT_RULES;

/** A statement that may block or break the running release. */
export interface Finding {
  readonly rule: LintRule;
  /** Its table, index or view. */
  readonly on: string;
}

/** Loads the parser, which is PostgreSQL's own. Before the first {@link lint}. */
export const loadParser = loadModule;

/**
 * Finds statements that block or break the running release. Tables that the same statements create are new and unused.
 *
 * @param sql all statements of one migration
 * @throws SqlError for what PostgreSQL cannot parse
 */
export function lint(sql: readonly string[]): readonly Finding[] {
  const created = new Set<string>();
  const found: Finding[] = [];
  for (const text of sql) {
    for (const { stmt } of parseSync(text).stmts ?? []) {
      if (stmt !== undefined) found.push(...findingsOf(stmt, created));
    }
  }
  return found;
}

function findingsOf(node: Node, created: Set<string>): readonly Finding[] {
  if ("CreateStmt" in node) {
    created.add(node.CreateStmt.relation?.relname ?? "");
    return [];
  }
  const on = (name: string | undefined, rule: LintRule): Finding[] =>
    name === undefined || created.has(name) ? [] : [{ rule, on: name }];
  if ("IndexStmt" in node) {
    const { relation, concurrent } = node.IndexStmt;
    return concurrent === true ? [] : on(relation?.relname, "index-not-concurrent");
  }
  if ("RenameStmt" in node) {
    const { renameType, relation, newname } = node.RenameStmt;
    if (renameType === "OBJECT_TABLE") created.add(newname ?? "");
    return ["OBJECT_INDEX", "OBJECT_TABCONSTRAINT"].includes(String(renameType))
      ? []
      : on(relation?.relname, "old-release-breaks");
  }
  if ("DropStmt" in node) {
    const { removeType, objects = [] } = node.DropStmt;
    if (!["OBJECT_TABLE", "OBJECT_VIEW", "OBJECT_FUNCTION"].includes(String(removeType))) return [];
    return objects.flatMap((each) => on(nameOf(each), "old-release-breaks"));
  }
  if ("UpdateStmt" in node) return on(node.UpdateStmt.relation?.relname, "rows-changed");
  if ("DeleteStmt" in node) return on(node.DeleteStmt.relation?.relname, "rows-changed");
  if ("LockStmt" in node) return [{ rule: "locks-table", on: "" }];
  if ("TruncateStmt" in node || "VacuumStmt" in node || "ReindexStmt" in node) return [{ rule: "locks-table", on: "" }];
  if (!("AlterTableStmt" in node)) return [];
  const { relation, cmds = [], objtype } = node.AlterTableStmt;
  if (objtype !== "OBJECT_TABLE" || relation?.relname === undefined) return [];
  return cmds
    .flatMap((each): LintRule[] => ("AlterTableCmd" in each ? rulesOf(each.AlterTableCmd) : []))
    .flatMap((rule) => on(relation.relname, rule));
}

function rulesOf({ subtype, def }: { readonly subtype?: string; readonly def?: Node }): LintRule[] {
  switch (subtype) {
    case "AT_AddColumn":
      return def !== undefined && "ColumnDef" in def ? ofColumn(def.ColumnDef) : [];
    case "AT_AddConstraint":
      return def !== undefined && "Constraint" in def ? ofConstraint(def.Constraint) : [];
    case "AT_SetNotNull":
      return ["not-null-scans"];
    case "AT_AlterColumnType":
      return ["type-rewrites"];
    case "AT_DropColumn":
      return ["old-release-breaks"];
    default:
      return [];
  }
}

function ofColumn({ constraints = [] }: ColumnDef): LintRule[] {
  const all = constraints.flatMap((each) => ("Constraint" in each ? [each.Constraint] : []));
  const has = (type: Constraint["contype"]): Constraint | undefined => all.find(({ contype }) => contype === type);
  const default_ = has("CONSTR_DEFAULT")?.raw_expr;
  const rules: LintRule[] = [];
  if (has("CONSTR_NOTNULL") !== undefined && default_ === undefined) rules.push("column-without-default");
  if (has("CONSTR_GENERATED") ?? has("CONSTR_IDENTITY") ?? (default_ !== undefined && isVolatile(default_)))
    rules.push("column-rewrites");
  // A column of nulls satisfies every CHECK and foreign key, but only of the second PostgreSQL knows it.
  if (has("CONSTR_CHECK") !== undefined) rules.push("check-scans");
  if (has("CONSTR_FOREIGN") !== undefined && default_ !== undefined) rules.push("foreign-key-scans");
  if (has("CONSTR_UNIQUE") ?? has("CONSTR_PRIMARY")) rules.push("unique-builds");
  return rules;
}

function ofConstraint({ contype, skip_validation: notValid, indexname }: Constraint): LintRule[] {
  if (contype === "CONSTR_CHECK") return notValid === true ? [] : ["check-scans"];
  if (contype === "CONSTR_FOREIGN") return notValid === true ? [] : ["foreign-key-scans"];
  if (contype === "CONSTR_UNIQUE" || contype === "CONSTR_PRIMARY")
    return indexname === undefined ? ["unique-builds"] : [];
  return contype === "CONSTR_NOTNULL" && notValid !== true ? ["not-null-scans"] : [];
}

/** Whether a default calls a function other than now(), whose value is the same for every row. */
function isVolatile(expression: Node): boolean {
  return (JSON.stringify(expression).match(/"funcname":\[.*?\]/g) ?? []).some((name) => !name.includes('"now"'));
}

function nameOf(object: Node): string | undefined {
  const text = JSON.stringify(object);
  return [...text.matchAll(/"sval":"(\w+)"/g)].at(-1)?.[1];
}
