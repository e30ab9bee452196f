import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

/** Node's own globals, where jest's environment would make a set of its own for each spec file. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #console = globalThis.console;
  #exit = process.exit;
  #getBuiltinModule = process.getBuiltinModule;

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  getVmContext() {
    return null;
  }

  async setup() {
    // jest puts its own module system in its place.
    process.getBuiltinModule = this.#getBuiltinModule;
  }

  /** Leaves the globals as it found them: the next spec file gets the same ones. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of ["RETRY_TIMES", "LOG_ERRORS_BEFORE_RETRY", "WAIT_BEFORE_RETRY", "RETRY_IMMEDIATELY"])
      delete globalThis[Symbol.for(name)];
    globalThis.console = this.#console;
    process.exit = this.#exit;
  }
}
