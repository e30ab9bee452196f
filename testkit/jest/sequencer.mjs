import TestSequencer from "@jest/test-sequencer";

/** Start processes of their own, which takes the longest and leaves a processor free much of the time. */
const WAIT = /\/backend\/test\/(product|properties|platform)\/|\/workflows\//;
/** Screens in jsdom wait for nothing. */
const COMPUTE = /\/frontend\//;

/**
 * What waits runs first, beside the other lanes of `npm test`; then what waits for the database takes turns with what only
 * computes, so that no processor is idle. Within each the longest are first, as jest itself has it.
 */
export default class WaitingFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const waiting = sorted.filter(({ path }) => WAIT.test(path));
    const computing = sorted.filter(({ path }) => COMPUTE.test(path));
    const others = sorted.filter((test) => !waiting.includes(test) && !computing.includes(test));
    // The shorter list is spread over the longer one.
    const place = (list) => list.map((test, at) => ({ test, at: (at + 1) / list.length }));
    const turns = [...place(others), ...place(computing)].sort((one, other) => one.at - other.at);
    return [...waiting, ...turns.map(({ test }) => test)];
  }
}
