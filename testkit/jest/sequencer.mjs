import TestSequencer from "@jest/test-sequencer";

/** Specs that start processes: the slowest ones, which leave a processor idle much of the time. */
const WAIT = /\/backend\/test\/(product|platform)\/|\/lab\/test\/(fuzz|properties\/services)\/|\/workflows\//;
/** Specs in jsdom, which are CPU-bound. */
const COMPUTE = /\/frontend\//;

/**
 * Runs waiting specs first, in parallel with the other lanes of `npm test`; then alternates database-bound and CPU-bound
 * specs, so that no processor is idle. Within each group the longest run first, as in jest.
 */
export default class WaitingFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const waiting = sorted.filter(({ path }) => WAIT.test(path));
    const computing = sorted.filter(({ path }) => COMPUTE.test(path));
    const others = sorted.filter((test) => !waiting.includes(test) && !computing.includes(test));
    // Spreads the shorter list over the longer one.
    const place = (list) => list.map((test, at) => ({ test, at: (at + 1) / list.length }));
    const turns = [...place(others), ...place(computing)].sort((one, other) => one.at - other.at);
    return [...waiting, ...turns.map(({ test }) => test)];
  }
}
