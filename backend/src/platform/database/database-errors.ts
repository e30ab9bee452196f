import { withCauses } from "../log/causes.js";

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
  /^Connection terminated\b(?: unexpectedly| due to connection timeout)?/,
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

/**
 * True if the database is unreachable or overloaded, so that a retry may succeed. False for errors that would recur,
 * such as a violated constraint or an invalid statement.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return withCauses(error).some(
    ({ code, name, message }) =>
      (typeof code === "string" && (SQLSTATE.test(code) || NETWORK.has(code))) ||
      (typeof name === "string" && ERROR_NAMES.has(name)) ||
      wordsIn(message) !== undefined,
  );
}

/** The words of an error of pg or pg-pool that has no code, or of its cause; undefined for any other. No personal data. */
export function driverWords(error: unknown): string | undefined {
  return withCauses(error)
    .map(({ message }) => wordsIn(message))
    .find((words) => words !== undefined);
}

function wordsIn(message: unknown): string | undefined {
  if (typeof message !== "string") return undefined;
  return MESSAGES.map((pattern) => pattern.exec(message)?.[0]).find((words) => words !== undefined);
}
