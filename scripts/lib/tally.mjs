import { Stopped, sentenceOf } from "./clear-error.mjs";
import { complain, duration, say } from "./log.mjs";

/** Counts what passed and failed, and remembers what passed at the second look only and what could not be run. */
export class Tally {
  passed = 0;
  failed = 0;
  /** @type {string[]} */
  #notRun = [];
  /** @type {string[]} */
  #unsteady = [];
  /** @type {string[]} */
  #failures = [];
  /** @type {unknown} */
  #told;

  /**
   * A step that is no test: counts only when it fails, as one.
   * @param {string} name
   * @param {() => Promise<void>} work
   * @param {{ fatal?: boolean, result?: () => string | undefined }} [options] fatal: nothing after it makes
   *   sense without it; result: what to say instead of "done"
   * @returns {Promise<boolean>}
   */
  async step(name, work, { fatal = false, result = () => undefined } = {}) {
    const began = Date.now();
    say(`── ${name}`);
    try {
      await work();
      say(`── ${name}: ${result() ?? "done"} (${duration(Date.now() - began)})`);
      return true;
    } catch (error) {
      if (error instanceof Stopped) throw error;
      this.fail(`${name}: ${sentenceOf(error)}`);
      this.#told = error;
      if (fatal) throw error;
      return false;
    }
  }

  /**
   * A runner with tests of its own.
   * @param {string} name
   * @param {() => Promise<import("./second-look.mjs").Count | undefined>} work nothing: none was asked for
   */
  async tests(name, work) {
    /** @type {string | undefined} */
    let sum;
    await this.step(
      name,
      async () => {
        const count = await work();
        if (count === undefined) return;
        this.passed += count.passed;
        this.failed += count.failed;
        this.#unsteady.push(...(count.unsteady ?? []));
        sum = `${count.passed} passed, ${count.failed} failed`;
        if (count.failed > 0) this.#failures.push(`${name}: ${count.failed} failed`);
      },
      { result: () => sum },
    );
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.failed += 1;
    this.#failures.push(sentence.split("\n")[0] ?? sentence);
    complain(sentence);
  }

  /** @param {unknown} error @returns {boolean} whether it has been printed and counted */
  hasTold(error) {
    return this.#told === error;
  }

  /** @param {string} what this machine can't offer */
  notRun(what) {
    this.#notRun.push(what);
    say(`not run: ${what}`);
  }

  /** Prints the sum; its last line is what machines read. @returns {number} exit code */
  conclude() {
    if (this.passed === 0 && this.failed === 0) this.fail("No test matched.");
    for (const each of this.#failures) complain(`failed: ${each}`);
    for (const each of this.#unsteady) complain(`unsteady: ${each} failed at first and passed alone`);
    for (const each of this.#notRun) say(`not run: ${each}`);
    say(`${this.passed} passed, ${this.failed} failed`);
    return this.failed > 0 ? 1 : 0;
  }
}
