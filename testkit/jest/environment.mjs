import "./quick-exit.mjs";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { disableContexts } from "./contexts.mjs";

const builtIn = new Set(Object.getOwnPropertyNames(globalThis));
/** Globals defined by modules of Node specs (e.g. polyfills of pdf.js), hidden from jsdom specs. */
const defined = new Map();

/** A jest environment that uses Node's globals; jest's own creates new ones for each spec file. */
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
    // jest replaces it with its own module system.
    process.getBuiltinModule = this.#getBuiltinModule;
    for (const [name, descriptor] of defined) Object.defineProperty(globalThis, name, descriptor);
  }

  /** Restores the globals for the next spec file. */
  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of ["RETRY_TIMES", "LOG_ERRORS_BEFORE_RETRY", "WAIT_BEFORE_RETRY", "RETRY_IMMEDIATELY"])
      delete globalThis[Symbol.for(name)];
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (builtIn.has(name)) continue;
      defined.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      delete globalThis[name];
    }
    globalThis.console = this.#console;
    process.exit = this.#exit;
    disableContexts();
  }
}
