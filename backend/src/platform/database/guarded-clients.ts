import { EventEmitter } from "node:events";
import pg from "pg";

/**
 * Keeps a lost connection from ending the process. The driver reports one as an `error` event, and Node ends a process
 * on an `error` that nobody listens to. Between the moment when a client is connected, or is taken out of a pool, and the
 * moment when its user listens there is always a gap: BullMQ uses a client for several statements before it listens, or
 * without listening at all, and what PostgreSQL says as it dies (57P01) may arrive in the same packet as its greeting.
 *
 * An error that nobody listens to is therefore dropped. Nothing is lost by that: a broken client rejects the statement
 * under way and every later one, and a pool throws it away when it is released.
 *
 * To be called once, before anything connects.
 */
export function guardDatabaseClients(): void {
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const emit = function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
      if (event === "error" && this.listenerCount("error") === 0) return false;
      return EventEmitter.prototype.emit.call(this, event, ...args);
    };
    Object.defineProperty(prototype, "emit", { value: emit, configurable: true, writable: true });
  }
}
