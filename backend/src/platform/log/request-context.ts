import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<string>();

/** Runs what belongs to a request, so that every line logged meanwhile, however deep, carries its id. */
export function withRequestId(requestId: string, work: () => void): void {
  current.run(requestId, work);
}

/** The id of the request under way; undefined outside one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}
