import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";

/** How long after `statement_timeout` the server may take to respond, in ms. */
const GRACE_MS = 5_000;

/**
 * A pool's client (its `Client` option), by the driver's own events:
 *
 * - A lost connection does not end the process, which it does if nobody listens for `error`: there is always a gap between
 *   taking a client from a pool and listening, and PostgreSQL's shutdown message (57P01) may arrive in the same packet as
 *   its greeting. The error is kept for anyone who listens next: BullMQ reconnects its listening client only after it, and
 *   would otherwise wait for notifications forever. Anyone who never listens loses nothing: a broken client rejects its statements,
 *   and the pool discards it on release.
 * - The connection is closed if the server does not respond for longer than `statement_timeout`: TCP alone detects a lost
 *   machine after 15 minutes, and a hanging one never. The driver's `query_timeout` would give up the statement only, and
 *   return a connection to the pool that is still waiting for it.
 */
export class PooledClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    this.keepLoss();
    const { statement_timeout: longest } = config;
    if (typeof longest === "number" && longest > 0)
      this.once("connect", () => this.closeWhenSilent(longest + GRACE_MS));
  }

  private keepLoss(): void {
    let lost: unknown;
    this.on("error", (error) => {
      if (this.listenerCount("error") === 1) lost = error;
    });
    // Every emitter has this event; the driver's types name its own only.
    (this as EventEmitter).on("newListener", (event) => {
      if (event !== "error" || lost === undefined) return;
      const error = lost;
      lost = undefined;
      // The listener is added after this event, and expects no error from within `on`.
      process.nextTick(() => this.emit("error", error));
    });
  }

  private closeWhenSilent(afterMs: number): void {
    const stream = this.connection.stream as Socket;
    // Not setTimeout's callback, which runs once: an idle connection times out many times.
    stream.setTimeout(afterMs).on("timeout", () => {
      const { readyForQuery: isIdle } = this as unknown as { readonly readyForQuery: boolean };
      if (!isIdle) stream.destroy();
    });
  }
}
