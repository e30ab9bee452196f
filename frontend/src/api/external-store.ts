import { useSyncExternalStore } from "react";

/** A value outside React that components can subscribe to. */
export interface ExternalStore<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** The value, for components: re-renders when it changes. */
  readonly use: () => Value;
}

/** Creates a store for module state, such as the visible toast. */
export function externalStore<Value>(value: Value): ExternalStore<Value> {
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
