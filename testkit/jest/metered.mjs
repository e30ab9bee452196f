import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { TestEnvironment as NodeEnvironment } from "jest-environment-node";
import { secondsOfChildren, secondsOfThis } from "../../scripts/lib/cpu-time.mjs";

/**
 * An environment that writes down the processor time of its worker so far when a spec file has ended, into a file for each
 * worker in the folder CPU_OF_SPECS, if that is set (`npm test` sets it). It changes nothing else.
 */
export const metered = (Environment) =>
  class extends Environment {
    #file;

    constructor(config, context) {
      super(config, context);
      this.#file = context.testPath;
    }

    async teardown() {
      await super.teardown();
      const folder = process.env.CPU_OF_SPECS;
      if (folder === undefined) return;
      const total = { file: this.#file, own: secondsOfThis(), children: secondsOfChildren() ?? 0 };
      appendFileSync(join(folder, String(process.pid)), `${JSON.stringify(total)}\n`);
    }
  };

export default metered(NodeEnvironment);
