/**
 * Why an error means that PostgreSQL cannot be reached or cannot take the call at this moment. The driver gives codes
 * to some of these errors, others can only be known by their sentence, and TypeORM has classes of its own for a
 * connection that was lost in the middle of a transaction.
 */

/**
 * SQLSTATEs: connection exceptions, too many connections and other lacks of resources, shutdown and start-up, a
 * connection ended because it was idle, a standby that takes no writes yet, waits for locks and statements that took
 * too long.
 */
const SQLSTATE = /^(?:08\w{3}|53\w{3}|57P0[1235]|57014|55P03|25P03|25006|58\d{3})$/;

/** Errors of the network, as Node calls them. */
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

/** Sentences of pg and pg-pool, whose errors of this kind have no code. */
const SENTENCES = [
  /^Connection terminated\b/,
  /^Connection ended unexpectedly$/,
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Query read timeout$/,
  /^Client has encountered a connection error and is not queryable$/,
  /^Client was closed and is not queryable$/,
  /^Cannot use a pool after calling end on the pool$/,
];

/** TypeORM's errors for a connection that is no longer there. */
const CLASSES = new Set([
  "ConnectionIsNotSetError",
  "QueryRunnerAlreadyReleasedError",
  "QueryRunnerProviderAlreadyReleasedError",
]);

/** How deep causes are followed. */
const DEEPEST = 5;

/**
 * Whether an error means that the database is away or overloaded, so that the same call may succeed in a moment. False
 * for everything that would fail again, a violated constraint or a wrong statement.
 */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > DEEPEST) return false;
  const { code, driverError, cause, errors, message, name } = error as Readonly<Record<string, unknown>>;
  if (typeof code === "string" && (SQLSTATE.test(code) || NETWORK.has(code))) return true;
  if (typeof name === "string" && CLASSES.has(name)) return true;
  if (typeof message === "string" && SENTENCES.some((sentence) => sentence.test(message))) return true;
  const inner = [driverError, cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return inner.some((each) => each !== error && isDatabaseUnavailable(each, depth + 1));
}
