/** Values as an SQL list: `('held', 'registered')`. They are our own constants, never anybody's input. */
export function sqlList(values: readonly string[]): string {
  return `(${values.map((value) => `'${value}'`).join(", ")})`;
}
