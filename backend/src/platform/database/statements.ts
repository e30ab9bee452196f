import type { ClientBase, Pool } from "pg";
import { columnsOf, type EntityClass, snakeCase } from "./columns.js";

/**
 * A statement with a name: PostgreSQL parses it, and mostly plans it, once per connection, which halves the cost of a short
 * one. For what every visitor asks for; a name stands for one text. Not for searches and optional filters (`LIKE`, `@@`,
 * `$1 IS NULL OR …`), whose best plan depends on the values: with a plan for all values, a search in a catalogue of 100,000
 * brands took 4 s instead of 17 ms.
 *
 * Its result names its columns, so that it survives a migration that adds some.
 */
export interface Statement {
  /** At most 60 characters, which PostgreSQL cuts off. */
  readonly name: string;
  readonly text: string;
}

/** PostgreSQL's "cached plan must not change result type" (feature_not_supported): a migration changed a column's type. */
export const PLAN_OUTDATED = "0A000";

/** Counts outdated plans: after one, every statement of the process is prepared again. */
let generation = 0;

/**
 * What a statement fails with because one before it failed: "current transaction is aborted", and "prepared statement does not
 * exist" if that one should have prepared it.
 */
const CONSEQUENCES: readonly unknown[] = ["25P02", "26000"];

/** The last error of each connection that is not the consequence of another. */
const causes = new WeakMap<object, unknown>();

/**
 * The error to report of a statement: one that was sent together with a statement that failed fails with that one's error,
 * whichever its caller hears of first. So a deadlock is retried, and a second row of a unique key is recognised.
 */
export function causeOf(client: object, error: unknown): unknown {
  if (CONSEQUENCES.includes((error as { readonly code?: unknown }).code)) return causes.get(client) ?? error;
  causes.set(client, error);
  return error;
}

/** A new transaction begins on the connection: errors of others are none of its causes. */
export function forgetCauses(client: object): void {
  causes.delete(client);
}

/** Runs a named statement. @throws the driver's errors */
export async function runStatement<Row extends object>(
  client: Pick<ClientBase | Pool, "query">,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  try {
    const { rows } = await client.query<Row>({
      name: `${name}_${generation}`,
      // Another text too: a pooler shares a statement among all who prepare the same text, whatever they call it.
      text: generation === 0 ? text : `${text} /* ${generation} */`,
      values,
    });
    return rows;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === PLAN_OUTDATED) generation += 1;
    throw error;
  }
}

/** Values by the names that a statement gives its parameters, `:bookingId` in its text. Undefined is stored as NULL. */
export type Values = Readonly<Record<string, unknown>>;

/** A statement as PostgreSQL reads it. */
interface Numbered {
  readonly text: string;
  readonly values: unknown[];
}

/** Strings, comments and casts, which are left alone, and parameters. */
const PARAMETERS = /'(?:[^']|'')*'|--.*|::|:(?<name>[a-z]\w*)/gi;
/** Most texts that are kept read. There are some hundred; optional filters make more. */
const MAX_TEXTS = 1_000;

/** Statements that were read, by their text. */
const read = new Map<string, { readonly sql: string; readonly names: readonly string[] }>();

/**
 * Replaces the named parameters of a statement by PostgreSQL's `$1`, `$2`, … A name that stands twice is one parameter.
 * The same text always gives the same numbers, so that it is prepared once.
 *
 * @throws Error if a name has no value, or a value no name
 */
export function numbered(text: string, values: Values): Numbered {
  const { sql, names } = readText(text);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  const missing = names.filter((name) => !(name in values));
  if (unknown.length + missing.length > 0) {
    const wrong = [...unknown.map((name) => `does not name ${name}`), ...missing.map((name) => `has no value ${name}`)];
    throw new Error(`The statement ${wrong.join(", ")}: ${text}`);
  }
  return { text: sql, values: names.map((name) => values[name]) };
}

function readText(text: string): { readonly sql: string; readonly names: readonly string[] } {
  const known = read.get(text);
  if (known !== undefined) return known;
  const names: string[] = [];
  const sql = text.replace(PARAMETERS, (found, name: string | undefined) => {
    if (name === undefined) return found;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const result = { sql, names };
  if (read.size < MAX_TEXTS) read.set(text, result);
  return result;
}

/** Carries the type of the rows; it has no value. */
declare const ROW: unique symbol;

/** SQL that makes rows of the type `Row`: a select list, or a statement around one. */
export interface Typed<Row extends object> {
  /** Of a {@link Statement}; see {@link named}. */
  readonly name?: string;
  readonly text: string;
  /** Its table's entity, which maps the values of its columns; undefined if they are read as pg returns them. */
  readonly entity?: EntityClass | undefined;
  readonly [ROW]?: Row;
}

/** The rows of a select list or statement. */
export type RowOf<T extends Typed<object>> = T extends Typed<infer Row> ? Row : never;

/** Columns of an entity as a select list: `selected(BookingEntity, "b", ["id", "state"])` is "b.id, b.state". All by default. */
export function selected<E extends object>(entity: EntityClass<E>, alias: string): Typed<Readonly<E>>;
export function selected<E extends object, const Names extends readonly (keyof E & string)[]>(
  entity: EntityClass<E>,
  alias: string,
  names: Names,
): Typed<Readonly<Pick<E, Names[number]>>>;
export function selected<E extends object>(
  entity: EntityClass<E>,
  alias: string,
  names?: readonly (keyof E & string)[],
): Typed<object> {
  return { text: columnsOf(entity, alias, names), entity };
}

/**
 * Named expressions as a select list: `computed<{ expired: boolean }>({ expired: "b.pay_until < now()" })`. The type is stated
 * beside the expression, at best from the column's entity; values are as pg reads them.
 */
export function computed<Row extends object>(expressions: Readonly<Record<keyof Row & string, string>>): Typed<Row> {
  const list = Object.entries<string>(expressions).map(([name, expression]) => `${expression} AS ${snakeCase(name)}`);
  return { text: list.join(", ") };
}

/** The same list of the optional side of an outer join: all of it may be null. */
export function orNull<Row extends object>(list: Typed<Row>): Typed<Row | { readonly [Name in keyof Row]: null }> {
  return list;
}

type RowsOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? (First extends Typed<infer Row> ? Row : unknown) & RowsOf<Rest>
  : unknown;

/**
 * A statement whose rows have the type of the select lists in it:
 * `sql\`SELECT ${BOOKING} FROM bookings b WHERE b.id = :bookingId\``. Other parts are SQL as text, never input.
 */
export function sql<const Parts extends readonly (string | Typed<object>)[]>(
  texts: TemplateStringsArray,
  ...parts: Parts
): Typed<RowsOf<Parts> & object> {
  const typed = parts.filter((part) => typeof part !== "string");
  return {
    text: String.raw({ raw: texts }, ...parts.map((part) => (typeof part === "string" ? part : part.text))),
    entity: typed.find(({ entity }) => entity !== undefined)?.entity,
  };
}

/** Gives a statement its name; see {@link Statement}. */
export function named<Row extends object>(name: string, statement: Typed<Row>): Typed<Row> & Statement {
  return { ...statement, name };
}
