import TestSequencer from "@jest/test-sequencer";

/** Start processes of their own, which takes the longest and leaves a processor free much of the time. */
const WAIT = /\/backend\/test\/(product|properties|platform)\/|\/workflows\//;
/** Screens in jsdom wait for nothing. */
const COMPUTE = /\/frontend\//;

/**
 * What waits runs first, beside the other lanes of `npm test`, and what only computes last, when nothing else is left to
 * keep the processors busy. Within each the longest are first, as jest itself has it.
 */
export default class WaitingFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort([...tests]);
    const rank = ({ path }) => (WAIT.test(path) ? 0 : COMPUTE.test(path) ? 2 : 1);
    return [0, 1, 2].flatMap((each) => sorted.filter((test) => rank(test) === each));
  }
}
