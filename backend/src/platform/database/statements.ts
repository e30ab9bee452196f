import type { ClientBase, Pool } from "pg";

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
