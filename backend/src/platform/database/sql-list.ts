/** Formats constants as an SQL list: `('held', 'registered')`. Never pass input: nothing is escaped. */
export function sqlList(values: readonly string[]): string {
  return `(${values.map((value) => `'${value}'`).join(", ")})`;
}
