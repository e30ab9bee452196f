import { EventEmitter } from "node:events";
import pg from "pg";

type Listener = (...args: unknown[]) => void;

/**
 * Prevents a lost connection from crashing the process. The driver emits an `error` event, and Node exits on an `error`
 * event without a listener. There is always a gap between connecting a client, or taking it from a pool, and adding a
 * listener: BullMQ runs several statements before it listens, or never listens, and PostgreSQL's shutdown message (57P01)
 * may arrive in the same packet as its greeting.
 *
 * An error without a listener is stored and emitted to the next listener. Clients that never listen lose nothing: a broken
 * client rejects its current and all later statements, and the pool discards it on release. BullMQ, however, reconnects
 * its listening client only after an `error` event, and would otherwise wait for notifications indefinitely.
 *
 * Call it once, before anything connects.
 */
export function guardDatabaseClients(): void {
  const unhandled = new WeakMap<EventEmitter, unknown>();
  for (const { prototype } of [pg.Client, pg.Pool]) {
    const emit = function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
      if (event === "error" && this.listenerCount("error") === 0) {
        unhandled.set(this, args[0]);
        return false;
      }
      return EventEmitter.prototype.emit.call(this, event, ...args);
    };
    const on = function (this: EventEmitter, event: string | symbol, listener: Listener): EventEmitter {
      EventEmitter.prototype.on.call(this, event, listener);
      if (event === "error" && unhandled.has(this)) {
        const error = unhandled.get(this);
        unhandled.delete(this);
        // Not synchronously: callers do not expect an event from within `on`.
        process.nextTick(() => this.emit("error", error));
      }
      return this;
    };
    for (const [name, value] of Object.entries({ emit, on }))
      Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}
