import { jest } from "@jest/globals";
import pg from "pg";

/** A sent statement with its parameters. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every statement that this process sends to PostgreSQL during `work`, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const query = jest.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.flatMap(([statement, values]: readonly unknown[]) => {
      const named = statement as { text?: string; values?: unknown[] };
      const text = typeof statement === "string" ? statement : named.text;
      const own = Array.isArray(values) ? values : (named.values ?? []);
      return text === undefined ? [] : [{ text, values: own }];
    });
  } finally {
    query.mockRestore();
  }
}
