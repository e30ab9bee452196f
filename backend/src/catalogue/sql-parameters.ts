/** Collects the parameters of a statement. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its placeholder, e.g. $3. */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
