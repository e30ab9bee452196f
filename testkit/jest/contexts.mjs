import { AsyncLocalStorage } from "node:async_hooks";

/** @type {Set<AsyncLocalStorage<unknown>>} */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Call it between two spec files. jest-circus creates an AsyncLocalStorage per file and never disables it, and Node copies
 * all active stores to every promise: a worker would slow down with each file.
 */
export function disableContexts() {
  for (const storage of used) storage.disable();
  used.clear();
}
