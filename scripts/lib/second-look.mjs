/** Which spec files get a second look when they failed in a whole run, and what came of it (docs/decisions/0007). */

/** More than these at once are no bad luck. */
const MOST_FILES = 3;
/** Specs that race on purpose: one that is lost once is lost. */
const RACES = /(^|\/)(race|reserve-race|settle|organiser-mix|kills|closing|listing-claims)\.spec\.ts$/;

/**
 * @typedef {{ passed: number, failed: number, unsteady?: string[] }} Count
 *   unsteady: what failed among the others and passed alone
 * @typedef {{ count: Count, failedFiles: string[], passedIn: (files: string[]) => number }} Run
 *   passedIn: how many tests of those files passed
 */

/**
 * @param {string[]} failed paths of the files in which something failed
 * @returns {string[]} the files to run once more, alone; none where the first verdict stands
 */
export function filesToRunAgain(failed) {
  if (failed.length > MOST_FILES || failed.some((file) => RACES.test(file))) return [];
  return failed;
}

/**
 * The verdict of both looks.
 * @param {Run} first
 * @param {string[]} again the files that were run once more
 * @param {Run} second
 * @returns {Count}
 */
export function verdict(first, again, second) {
  const passed = first.count.passed - first.passedIn(again) + second.count.passed;
  // Where it ran at all: a runner that died has looked at nothing.
  const looked = second.count.failed === 0 || second.failedFiles.length > 0;
  const unsteady = looked ? again.filter((file) => !second.failedFiles.includes(file)) : [];
  return { passed, failed: second.count.failed, unsteady };
}
