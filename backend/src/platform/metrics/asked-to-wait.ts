import type { Precedence } from "@sakhi/domain/site/overload.rules";

/** Requests that were asked to wait → what they were for. */
const asked = new WeakMap<object, Precedence>();

/** Remembers that a request was refused because this process has more to do than it can (http/overload.ts). */
export function noteAskedToWait(request: object, precedence: Precedence): void {
  asked.set(request, precedence);
}

/** What a request was for that was asked to wait; undefined for every other one. */
export function askedToWait(request: object): Precedence | undefined {
  return asked.get(request);
}
