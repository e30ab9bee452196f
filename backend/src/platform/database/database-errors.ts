import { driverWordsOf, withCauses } from "../log/causes.js";

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
    (each) =>
      (typeof each.code === "string" && (SQLSTATE.test(each.code) || NETWORK.has(each.code))) ||
      (typeof each.name === "string" && ERROR_NAMES.has(each.name)) ||
      driverWordsOf(each) !== undefined,
  );
}
