/**
 * Detects errors that mean PostgreSQL is unreachable or overloaded. The driver gives a code to some of them, others are
 * recognized by their message only, and TypeORM has its own classes for a connection lost during a transaction.
 */

/**
 * SQLSTATEs: connection exceptions, insufficient resources, shutdown and startup, idle timeouts, a read-only standby,
 * lock and statement timeouts, I/O errors.
 */
const SQLSTATE = /^(?:08\w{3}|53\w{3}|57P0[1235]|57014|55P03|25P03|25006|58\d{3})$/;

/** Node's codes for network errors. */
const NETWORK = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETRESET",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "ERR_SOCKET_CLOSED",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/** Messages of pg and pg-pool errors without a code. */
const MESSAGES = [
  /^Connection terminated\b/,
  /^Connection ended unexpectedly$/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
];

/** TypeORM's errors for a lost connection. */
const ERROR_NAMES = new Set([
  "ConnectionIsNotSetError",
  "QueryRunnerAlreadyReleasedError",
  "QueryRunnerProviderAlreadyReleasedError",
]);

/** How many levels of causes are followed. */
const MAX_DEPTH = 5;

/**
 * True if the database is unreachable or overloaded, so that a retry may succeed. False for errors that would recur,
 * such as a violated constraint or an invalid statement.
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return false;
  const { code, driverError, cause, errors, message, name } = error as Readonly<Record<string, unknown>>;
  if (typeof code === "string" && (SQLSTATE.test(code) || NETWORK.has(code))) return true;
  if (typeof name === "string" && ERROR_NAMES.has(name)) return true;
  if (typeof message === "string" && MESSAGES.some((pattern) => pattern.test(message))) return true;
  const inner = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return inner.some((each) => each !== error && isDatabaseUnavailable(each, depth + 1));
}
