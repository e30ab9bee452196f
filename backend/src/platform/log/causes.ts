/** What is read of an error; those of `fetch` may be of another realm. */
export interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly constraint?: unknown;
  readonly driverError?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** How deep causes and collected errors are followed. */
const DEPTH = 6;

/** An error and what caused it, the outermost first: TypeORM's driver error, `cause`, and what an AggregateError collects. */
export function withCauses(error: unknown, depth = DEPTH): readonly Failure[] {
  if (typeof error !== "object" || error === null || depth === 0) return [];
  const { driverError, cause, errors } = error as Failure;
  const inner = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [error, ...inner.flatMap((each) => withCauses(each, depth - 1))];
}

/** Messages of pg and pg-pool errors without a code. */
const MESSAGES = [
  /^Connection terminated\b(?: unexpectedly| due to connection timeout)?/,
  /^Connection ended unexpectedly$/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
];

/** The words of pg and pg-pool in an error without a code, not in its causes; undefined for any other. No personal data. */
export function driverWordsOf({ message }: Failure): string | undefined {
  if (typeof message !== "string") return undefined;
  return MESSAGES.map((pattern) => pattern.exec(message)?.[0]).find((words) => words !== undefined);
}
