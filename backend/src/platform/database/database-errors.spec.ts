import { describe, expect, it } from "@jest/globals";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from "typeorm";
import { isDatabaseUnavailable } from "./database-errors.js";

const failed = (message: string, code?: string): Error =>
  new QueryFailedError("SELECT 1", [], Object.assign(new Error(message), code === undefined ? {} : { code }));
const coded = (code: string): Error => Object.assign(new Error(`of ${code}`), { code });

describe("isDatabaseUnavailable", () => {
  it.each([
    // SQLSTATEs
    ["an administrator terminates the connection", failed("terminating connection", "57P01")],
    ["PostgreSQL crashed", failed("terminating connection because of crash", "57P02")],
    ["PostgreSQL is starting up", coded("57P03")],
    ["an idle session times out", coded("57P05")],
    ["a connection failure", failed("connection failure", "08006")],
    ["too many connections", coded("53300")],
    ["the disk is full", failed("could not extend file", "53100")],
    ["a lock times out", failed("canceling statement due to lock timeout", "55P03")],
    ["a statement times out", failed("canceling statement due to statement timeout", "57014")],
    ["an idle transaction times out", failed("terminating connection", "25P03")],
    ["a standby refuses writes", failed("cannot execute INSERT in a read-only transaction", "25006")],
    ["the disk fails", failed("could not read block", "58030")],
    // the network
    ["the connection is refused", coded("ECONNREFUSED")],
    ["the connection is reset during a statement", failed("read ECONNRESET", "ECONNRESET")],
    ["the pipe is broken", failed("write EPIPE", "EPIPE")],
    ["the name server is unreachable", coded("EAI_AGAIN")],
    ["the host is unreachable", coded("EHOSTUNREACH")],
    ["every address refuses", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
    // the driver's messages
    ["the connection ends during a statement", failed("Connection terminated unexpectedly")],
    ["the connection ends while connecting", new Error("Connection terminated unexpectedly")],
    ["connecting times out", new Error("Connection terminated due to connection timeout")],
    ["connecting times out without a pool", new Error("timeout expired")],
    ["no connection of the pool is free", new Error("timeout exceeded when trying to connect")],
    ["a query times out in the driver", failed("Query read timeout")],
    ["the client is broken", failed("Client has encountered a connection error and is not queryable")],
    ["the client was closed", failed("Client was closed and is not queryable")],
    ["the pool has ended", new Error("Cannot use a pool after calling end on the pool")],
    // TypeORM's classes
    ["the connection was lost between two statements", new QueryRunnerProviderAlreadyReleasedError()],
    ["the connection was lost before a statement", new QueryRunnerAlreadyReleasedError()],
    ["the cause is one of these", new Error("cannot read", { cause: coded("57P01") })],
  ])("returns true: %s", (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ["a unique violation", failed("duplicate key", "23505")],
    ["a syntax error", failed("syntax error", "42601")],
    ["a missing table", failed("relation does not exist", "42P01")],
    ["a wrong password", coded("28P01")],
    ["a missing database", coded("3D000")],
    ["a deadlock", failed("deadlock detected", "40P01")],
    ["a code of another library", coded("ERR_INVALID_ARG_TYPE")],
    ["an error that only mentions a connection", new Error("No connection terminated it")],
    ["an error of the domain", new DomainError("not_found")],
    ["a string", "Connection terminated unexpectedly"],
    ["undefined", undefined],
    ["an error that is its own cause", ownCause()],
  ])("returns false for %s", (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

function ownCause(): Error {
  const error: Error & { cause?: unknown } = new Error("turns in a circle");
  error.cause = error;
  return error;
}
