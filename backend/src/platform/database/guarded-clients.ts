import { EventEmitter } from "node:events";
import pg from "pg";

type Listener = (...args: unknown[]) => void;

/**
 * Keeps a lost connection from ending the process. The driver reports one as an `error` event, and Node ends a process
 * on an `error` that nobody listens to. Between the moment when a client is connected, or is taken out of a pool, and the
 * moment when its user listens there is always a gap: BullMQ uses a client for several statements before it listens, or
 * without listening at all, and what PostgreSQL says as it dies (57P01) may arrive in the same packet as its greeting.
 *
 * An error that nobody listens to is therefore kept for who listens next: who never does loses nothing, since a broken
 * client rejects the statement under way and every later one, and a pool throws it away when it is released. But BullMQ
 * connects its listening client again only when it hears of the error, and would wait for notifications forever.
 *
 * To be called once, before anything connects.
 */
export function guardDatabaseClients(): void {
  const unheard = new WeakMap<EventEmitter, unknown>();
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const emit = function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
      if (event === "error" && this.listenerCount("error") === 0) {
        unheard.set(this, args[0]);
        return false;
      }
      return EventEmitter.prototype.emit.call(this, event, ...args);
    };
    const on = function (this: EventEmitter, event: string | symbol, listener: Listener): EventEmitter {
      EventEmitter.prototype.on.call(this, event, listener);
      if (event === "error" && unheard.has(this)) {
        const error = unheard.get(this);
        unheard.delete(this);
        // Not at once: nobody expects to be called while still listening in.
        process.nextTick(() => this.emit("error", error));
      }
      return this;
    };
    for (const [name, value] of Object.entries({ emit, on }))
      Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
