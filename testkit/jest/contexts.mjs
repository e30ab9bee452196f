import { AsyncLocalStorage } from "node:async_hooks";

/** @type {Set<AsyncLocalStorage<unknown>>} */
const used = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * Called between two spec files. jest-circus makes an AsyncLocalStorage for each file and never disables it, and Node gives
 * every promise the stores of all that are in use: the hundredth file of a worker would pay for those of a hundred.
 */
export function disableContexts() {
  for (const storage of used) storage.disable();
  used.clear();
}
